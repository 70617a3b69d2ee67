/* ptx.c - the kernels that the program was built with, a text a game. */
#include <string.h>

#include "gpu/gpu.h"
#include "gpu_ptx.h"   /* made by tools/embed.py: kernels */

bool gpu_built(void)
{
    return kernels[0].name != NULL;
}

const char *gpu_ptx(const struct bl_game *game)
{
    for (int i = 0; kernels[i].name; i++)
        if (strcmp(kernels[i].name, game->id) == 0)
            return kernels[i].text;
    return NULL;
}
