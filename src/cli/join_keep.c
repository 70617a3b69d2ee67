/* join_keep.c - what a terminal keeps of its seats at tables of servers, and finds again. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hex.h"
#include "join.h"

/* Each seat of a table has a file of its own: several people may sit at one machine. */
static bool put_path(struct bl_text *path, const struct join *j, int seat)
{
    BL_LOCAL struct bl_text file = bl_text_heap();
    bl_putf(&file, "tables/%s.%d", j->at.table, seat);
    return cli_own_file(path, "XDG_STATE_HOME", ".local/state", file.s);
}

void join_forget(struct join *j)
{
    BL_LOCAL struct bl_text path = bl_text_heap();
    if (j->kept >= 0 && put_path(&path, j, j->kept))
        unlink(path.s);
    j->kept = -1;
}

void join_keep(struct join *j, int seat)
{
    BL_LOCAL struct bl_text text = bl_text_heap(), path = bl_text_heap(), why = bl_text_heap();
    if (j->keepless)
        return;
    if (j->kept != seat)
        join_forget(j);
    bl_json_putf(&text, "{'secret':%s,'number':%s,'hash':%s,'seat':%d,'name':%s", j->secret, j->number,
                 j->hash, seat, j->name);
    if (j->begun)
        bl_json_putf(&text, "'seen':%d", (int)j->count);
    bl_json_close(&text, '}');
    bl_put_char(&text, '\n');
    mode_t others = umask(077);
    j->keepless = !put_path(&path, j, seat);
    if (!j->keepless && !bl_file_write(path.s, text.s, text.len, &why)) {
        cli_complain("%s; this seat is lost when the program ends", why.s);
        j->keepless = true;
    }
    j->kept = j->keepless ? -1 : seat;
    umask(others);
}

bool join_keeps_others(const struct join *j)
{
    bool others = false;
    for (int seat = 0; seat < BL_MAX_SEATS && !others; seat++) {
        BL_LOCAL struct bl_text path = bl_text_heap();
        others = seat != j->seat && put_path(&path, j, seat) && access(path.s, R_OK) == 0;
    }
    return others;
}

static void copy_member(struct bl_json *from, const char *name, char *to, size_t room)
{
    const char *text = bl_json_has(from, name) ? bl_json_string(from, name) : "";
    snprintf(to, room, "%s", text);
}

/* Whether this seat was kept, and is ours: of the name that is given, if it is to be so. */
static bool recall(struct join *j, int seat, bool by_name)
{
    BL_LOCAL struct bl_text path = bl_text_heap();
    struct bl_json_doc doc;
    uint8_t bytes[16];
    if (!put_path(&path, j, seat) || access(path.s, R_OK) != 0)
        return false;
    BL_LOCAL struct bl_text text = cli_slurp_file(path.s, 4096);
    if (!bl_json_parse(&doc, text.s, text.len))
        return false;
    struct bl_json root = bl_json_root(&doc);
    bool good = bl_json_has(&root, "secret") && bl_read_hex(bl_json_string(&root, "secret"), bytes, 16);
    if (good && by_name && strcmp(bl_json_string(&root, "name"), j->name) != 0) {
        j->other = seat;
        copy_member(&root, "name", j->other_name, sizeof j->other_name);
        good = false;
    }
    if (good) {
        copy_member(&root, "secret", j->secret, sizeof j->secret);
        copy_member(&root, "number", j->number, sizeof j->number);
        copy_member(&root, "hash", j->hash, sizeof j->hash);
        if (!j->name[0])
            copy_member(&root, "name", j->name, sizeof j->name);
        if (bl_json_has(&root, "seen"))
            j->seen = (uint32_t)bl_json_int(&root, "seen", 0, UINT32_MAX - 1);
        j->kept = seat;
    }
    bl_json_free(&doc);
    return good;
}

/* A seat that is asked for by its number or by another name, while one is kept here, is another
 * person's. */
static void find_seat(struct join *j, bool by_name)
{
    const char *user = getenv("USER");
    j->seen = UINT32_MAX;
    j->seat = j->kept = j->other = -1;
    j->sits = j->at.secret[0];   /* the seat of another device */
    for (int seat = 0; seat < BL_MAX_SEATS && !j->sits; seat++)
        j->sits = (j->wanted < 0 || j->wanted == seat) && recall(j, seat, by_name);
    if (j->kept < 0) {
        j->hash[0] = j->number[0] = '\0';
        srv_by_chance(j->secret, 16);
        if (j->at.secret[0])
            j->wanted = -1;
        else
            srv_by_chance(j->number, 32);
    }
    if (!j->name[0] && !j->at.secret[0])
        snprintf(j->name, sizeof j->name, "%s", user && *user ? user : "Guest");
}

void join_find_seat(struct join *j)
{
    find_seat(j, j->named && j->wanted < 0);
}

void join_find_own_seat(struct join *j)
{
    find_seat(j, true);
}
