/* mpi_module.h - what the module with MPI in it gives to the program that loads it. */
#ifndef BYLAW_LAB_MPI_MODULE_H
#define BYLAW_LAB_MPI_MODULE_H

#include "blocks.h"

#define LAB_MPI_SYMBOL "bylaw_mpi_start"

typedef bool lab_mpi_module(struct lab_ranks *out);
lab_mpi_module bylaw_mpi_start;

#endif
