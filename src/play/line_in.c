/* line_in.c - reading the lines of transcripts: what each says, and which may follow. */
#include <string.h>

#include "base/number.h"
#include "bylaw/position.h"
#include "line.h"

bool bl_line_fails(struct bl_line_reader *r, uint64_t line, const char *format, ...)
{
    struct bl_verdict *v = r->verdict;
    if (!v->ok)
        return false;
    struct bl_text why = BL_TEXT_FIXED(v->why);
    va_list args;
    va_start(args, format);
    bl_tellfv(&why, NULL, format, args);
    va_end(args);
    v->ok = false;
    v->line = line;
    return false;
}

bool bl_line_unreadable(struct bl_line_reader *r, const char *why)
{
    if (r->verdict->ok)
        r->verdict->unreadable = true;
    return bl_line_fails(r, r->number, "%s", why);
}

/* ---- what lines say -------------------------------------------------------- */

static void read_header(struct bl_line_reader *r, struct bl_json *root, struct bl_line *out)
{
    bl_json_int(root, "bylaw", 1, 1);
    struct bl_json id = bl_json_member(root, "game");
    const char *name = bl_json_to_string(&id);
    r->game = root->doc->failed ? NULL : bl_find_game(name);
    if (!r->game)
        bl_json_fault(&id, "there is no game '%s'", name);
    else
        bl_read_setup(root, r->game, &r->setup);
    struct bl_json seed = bl_json_member(root, "seed");
    const char *digits = bl_json_to_string(&seed);
    if (!root->doc->failed && !bl_read_number(digits, &out->seed))
        bl_json_fault(&seed, "'%s' is not a decimal or 0x number of 64 bits", digits);
    r->due = BL_DUE_DEAL;
}

static void read_dealt(struct bl_line_reader *r, struct bl_json *event, struct bl_line *out)
{
    bl_read_pledge(event, r->setup.players, &out->pledge);
    r->due = BL_DUE_START;
}

static void read_start(struct bl_line_reader *r, struct bl_json *event, struct bl_line *out)
{
    out->state = bl_json_member(event, "state");
    r->due = BL_DUE_PLAY;
}

static uint16_t read_item(struct bl_line_reader *r, enum bl_items items, struct bl_json *value)
{
    if (items == BL_ITEMS_SEAT || items == BL_ITEMS_SEATS)
        return (uint16_t)bl_json_to_int(value, 0, r->setup.players - 1);
    if (items == BL_ITEMS_IDS)
        return (uint16_t)bl_json_to_int(value, 0, UINT16_MAX);
    const char *text = bl_json_to_string(value);
    int card = value->doc->failed ? 0 : r->game->notation->read_card(text);
    if (card < 0)
        bl_json_fault(value, "no such card: %s", text);
    return (uint16_t)card;
}

static void read_chance(struct bl_line_reader *r, struct bl_json *event, struct bl_line *out)
{
    const struct bl_game *game = r->game;
    struct bl_json what = bl_json_member(event, "what");
    const char *name = bl_json_to_string(&what);
    uint16_t kind = 0;
    while (kind < game->chance_count && strcmp(game->chances[kind].what, name) != 0)
        kind++;
    if (kind == game->chance_count) {
        bl_json_fault(&what, "%s has no chance '%s'", game->id, name);
        return;
    }
    enum bl_items items = game->chances[kind].items;
    struct bl_json value = bl_json_member(event, game->chances[kind].member);
    bool one = items == BL_ITEMS_SEAT;
    out->chance.kind = kind;
    out->chance.count = one ? 1 : (uint16_t)bl_json_count(&value, BL_MAX_DRAWN);
    for (uint16_t i = 0; i < out->chance.count; i++) {
        struct bl_json item = one ? value : bl_json_item(&value, i);
        out->chance.items[i] = read_item(r, items, &item);
    }
}

static void read_move(struct bl_line_reader *r, struct bl_json *event, struct bl_line *out)
{
    out->has_legal = bl_json_has(event, "legal");
    out->has_state = bl_json_has(event, "state");
    out->seat = (int)bl_json_int(event, "seat", 0, r->setup.players - 1);
    out->move = bl_json_string(event, "move");
    out->cites = bl_json_member(event, "cites");
    bl_json_count(&out->cites, BL_TRACE_MAX);
    if (out->has_legal)
        out->legal = bl_json_member(event, "legal");
    if (out->has_state)
        out->state = bl_json_member(event, "state");
}

static void read_end(struct bl_line_reader *r, struct bl_json *event, struct bl_line *out)
{
    out->result.winner = (int8_t)bl_json_seat(event, "winner", r->setup.players);
    struct bl_json ranking = bl_json_member(event, "ranking");
    out->result.ranked = (uint8_t)bl_json_count(&ranking, BL_MAX_SEATS);
    for (size_t i = 0; i < out->result.ranked; i++) {
        struct bl_json item = bl_json_item(&ranking, i);
        out->result.ranking[i] = (uint8_t)bl_json_to_int(&item, 0, r->setup.players - 1);
    }
    out->why = bl_json_string(event, "why");
    r->due = BL_DUE_HEADER;
}

/* ---- which may follow ------------------------------------------------------ */

static bool find_kind(struct bl_line_reader *r, struct bl_json *root, struct bl_line *out)
{
    static const char *const types[] = {"dealt", "start", "chance", "move", "end"};
    bool header = bl_json_has(root, "bylaw");
    if (r->due != BL_DUE_HEADER && header)
        return bl_line_fails(r, r->number, "a header, but the game before it has not ended");
    if (r->due == BL_DUE_HEADER && !header && bl_json_has(root, "t"))
        return bl_line_fails(r, r->number, r->verdict->games > 0
                             ? "after the end only the header of another game may follow"
                             : "the header must come first");
    if (r->due == BL_DUE_HEADER)
        return true;
    struct bl_json type = bl_json_member(root, "t");
    const char *given = bl_json_to_string(&type);
    int t = 0;
    while (!root->doc->failed && t < 5 && strcmp(types[t], given) != 0)
        t++;
    if (t == 5)
        bl_json_fault(&type, "'%s' is not dealt, start, chance, move or end", given);
    if (root->doc->failed)
        return bl_line_unreadable(r, root->doc->why);
    out->kind = (enum bl_line_kind)(BL_LINE_DEALT + t);
    if (out->kind == BL_LINE_DEALT && r->due != BL_DUE_DEAL)
        return bl_line_fails(r, r->number, "a 'dealt' line stands once, after the header");
    if (r->due < BL_DUE_PLAY && out->kind > BL_LINE_START)
        return bl_line_fails(r, r->number, "the start must come first, not a '%s' line", given);
    if (r->due == BL_DUE_PLAY && out->kind == BL_LINE_START)
        return bl_line_fails(r, r->number, "a second start in the same game");
    return true;
}

static bool read_value(struct bl_line_reader *r, struct bl_line *out)
{
    static void (*const read[])(struct bl_line_reader *, struct bl_json *, struct bl_line *) = {
        read_header, read_dealt, read_start, read_chance, read_move, read_end};
    struct bl_json root = bl_json_root(&out->doc);
    if (!find_kind(r, &root, out))
        return false;
    read[out->kind](r, &root, out);
    bl_json_done(&root);
    return !out->doc.failed || bl_line_unreadable(r, out->doc.why);
}

bool bl_read_line(struct bl_line_reader *r, struct bl_lines *lines, struct bl_line *out)
{
    const char *text;
    size_t size;
    *out = (struct bl_line){0};
    if (!r->verdict->ok || !lines->next(lines, &text, &size))
        return false;
    r->number++;
    if (size == 0)
        return bl_line_unreadable(r, "a blank line");
    if (memchr(text, '\0', size))
        return bl_line_unreadable(r, "a NUL byte");
    if (!bl_json_parse(&out->doc, text, size))
        return bl_line_unreadable(r, out->doc.why);
    return read_value(r, out);
}

void bl_free_line(struct bl_line *line)
{
    bl_json_free(&line->doc);
}

/* ---- lines in memory ------------------------------------------------------- */

static bool next_in_memory(struct bl_lines *lines, const char **line, size_t *size)
{
    struct bl_memory *m = lines->from;
    if (m->at == m->end)
        return false;
    const char *stop = memchr(m->at, '\n', (size_t)(m->end - m->at));
    *line = m->at;
    *size = (size_t)((stop ? stop : m->end) - m->at);
    m->at = stop ? stop + 1 : m->end;
    return true;
}

struct bl_lines bl_memory_lines(struct bl_memory *memory)
{
    return (struct bl_lines){next_in_memory, memory};
}

/* A line is a JSON text of its own, whose faults are in its line 1. */
void bl_put_fault(struct bl_text *out, const struct bl_verdict *v)
{
    bool inside = strncmp(v->why, "line 1, ", 8) == 0;
    bl_put(out, "line ");
    bl_put_uint(out, v->line);
    bl_put(out, inside ? ", " : ": ");
    bl_put(out, v->why + (inside ? 8 : 0));
}
