/* play_first.c - whether a game is played for the first time here. Which were is kept in a file of the
 * user's own, $XDG_STATE_HOME/bylaw/played, an id a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "play.h"

static bool find_file(struct bl_text *path)
{
    return cli_own_file(path, "XDG_STATE_HOME", ".local/state", "played");
}

bool play_knows_nothing(void)
{
    BL_LOCAL struct bl_text path = bl_text_heap();
    struct stat about;
    return find_file(&path) && (stat(path.s, &about) != 0 || about.st_size == 0);
}

bool play_is_first(const struct bl_game *game)
{
    BL_LOCAL struct bl_text path = bl_text_heap();
    FILE *f = find_file(&path) ? fopen(path.s, "a+e") : NULL;
    if (!f)
        return false;
    bool known = false;
    char line[64];
    rewind(f);
    while (!known && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        known = strcmp(line, game->id) == 0;
    }
    if (!known)
        fprintf(f, "%s\n", game->id);
    return fclose(f) == 0 && !known;
}
