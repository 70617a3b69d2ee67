/* ptx.c - the kernels that the program was built with, a text a game. */
#include <string.h>

#include "gpu/gpu.h"

#ifdef HAVE_PTX
#include "gpu_ptx.h"   /* made by tools/ptx.py: struct { const char *id, *text; } kernels[] */
#endif

bool gpu_built(void)
{
#ifdef HAVE_PTX
    return true;
#else
    return false;
#endif
}

const char *gpu_ptx(const struct bl_game *game)
{
#ifdef HAVE_PTX
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (strcmp(kernels[i].id, game->id) == 0)
            return kernels[i].text;
#endif
    (void)game;
    return NULL;
}
