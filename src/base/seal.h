/* seal.h - a keyed hash: who has hashes but not the key learns nothing of either. */
#ifndef BASE_SEAL_H
#define BASE_SEAL_H

#include <stddef.h>
#include <stdint.h>

uint64_t bl_siphash(const uint64_t key[2], const void *bytes, size_t size);

#endif
