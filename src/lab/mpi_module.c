/* mpi_module.c - the only file that knows MPI. Calls come from the main thread alone. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "blocks.h"

/* Answers are short, but two ranks must never wait for each other to receive: a message that is
 * sent is kept until it has gone. */
struct sent {
    struct sent *next;
    MPI_Request request;
    char bytes[];
};

static struct sent *under_way;

static void sweep(void)
{
    for (struct sent **at = &under_way; *at;) {
        struct sent *s = *at;
        int gone = 0;
        MPI_Test(&s->request, &gone, MPI_STATUS_IGNORE);
        if (gone) {
            *at = s->next;
            free(s);
        } else {
            at = &s->next;
        }
    }
}

static void send_message(int to, const char *bytes, size_t size)
{
    struct sent *s = bl_new(1, sizeof *s + size);
    sweep();
    memcpy(s->bytes, bytes, size);
    MPI_Isend(s->bytes, (int)size, MPI_BYTE, to, 0, MPI_COMM_WORLD, &s->request);
    s->next = under_way;
    under_way = s;
}

static bool receive_message(int *from, struct bl_text *into)
{
    int some = 0, size = 0;
    MPI_Status status;
    sweep();
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &some, &status);
    if (!some)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    char *bytes = bl_new((size_t)size, 1);
    MPI_Recv(bytes, size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *from = status.MPI_SOURCE;
    bl_text_clear(into);
    bl_put_bytes(into, bytes, (size_t)size);
    free(bytes);
    return true;
}

static void end(void)
{
    while (under_way)
        sweep();
    MPI_Finalize();
}

bool bylaw_mpi_start(struct lab_ranks *out)
{
    int level;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return false;
    *out = (struct lab_ranks){.send = send_message, .receive = receive_message, .end = end};
    MPI_Comm_rank(MPI_COMM_WORLD, &out->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &out->size);
    return level >= MPI_THREAD_FUNNELED;
}
