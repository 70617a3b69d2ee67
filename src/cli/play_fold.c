/* play_fold.c - many moves in few lines: those that do the same with other cards or numbers share their words. */
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { SLOTS = 4 };

/* What a move does, its cards and numbers taken out: "lay … across: it counts as …", "6♦", "J♦". */
struct shape {
    unsigned slots;
    struct bl_text frame, slot[SLOTS];
    uint32_t group;   /* the first move whose frame is the same */
};

#define SLOT '\001'   /* stands in a frame for what was taken out */

static bool is_card_or_number(const struct bl_game *game, const char *word, size_t size)
{
    char text[16] = "";
    if (size == 0 || size >= sizeof text)
        return false;
    memcpy(text, word, size);
    if (text[strspn(text, "0123456789")] == '\0')
        return true;
    spell_cards(game, text);
    return game->notation->read_card && game->notation->read_card(text) >= 0;
}

/* A word without the marks that end it. */
static size_t bare_size(const char *word, size_t size)
{
    while (size > 0 && strchr(",:;.)", word[size - 1]))
        size--;
    return size;
}

/* Cards one after another are one thing: "lay OA OB". */
static void take_shape(const struct bl_game *game, const char *words, struct shape *out)
{
    bool after_slot = false;
    out->frame = bl_text_heap();
    for (const char *at = skip_spaces(words); *at; at = skip_spaces(at)) {
        size_t whole = strcspn(at, " "), size = bare_size(at, whole);
        bool slot = is_card_or_number(game, at, size);
        bool more = slot && after_slot;
        if (slot && !more && out->slots == SLOTS)
            slot = false;
        if (!more)
            bl_put(&out->frame, out->frame.len > 0 ? " " : "");
        if (slot && !more) {
            bl_put_char(&out->frame, SLOT);
            out->slot[out->slots++] = bl_text_heap();
        }
        if (slot) {
            struct bl_text *to = &out->slot[out->slots - 1];
            bl_put(to, to->len > 0 ? " " : "");
            bl_put_bytes(to, at, size);
            bl_put_bytes(&out->frame, at + size, whole - size);
        } else {
            bl_put_bytes(&out->frame, at, whole);
        }
        after_slot = slot && size == whole;
        at += whole;
    }
}

static void find_groups(struct shape *shapes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (shapes[i].group = 0; strcmp(shapes[shapes[i].group].frame.s, shapes[i].frame.s) != 0;)
            shapes[i].group++;
}

static uint32_t count_members(const struct shape *shapes, uint32_t n, uint32_t group)
{
    uint32_t members = 0;
    for (uint32_t i = group; i < n; i++)
        members += shapes[i].group == group;
    return members;
}

static bool is_small(const struct shape *shapes, uint32_t n, uint32_t i)
{
    return count_members(shapes, n, shapes[i].group) <= 2;
}

/* The frame with one more word taken out, by its place in it; false: there is no such word, or no room. */
static bool take_word(const struct shape *s, unsigned place, struct bl_text *frame, struct bl_text *word)
{
    const char *at = s->frame.s;
    while (place-- > 0 && *at)
        at = skip_spaces(at + strcspn(at, " "));
    size_t size = bare_size(at, strcspn(at, " "));
    if (size == 0 || *at == SLOT || s->slots == SLOTS)
        return false;
    bl_put_bytes(word, at, size);
    bl_put_bytes(frame, s->frame.s, (size_t)(at - s->frame.s));
    bl_put_char(frame, SLOT);
    bl_put(frame, at + size);
    return true;
}

static void take_out(struct shape *s, struct bl_text *frame, struct bl_text *word)
{
    unsigned slot = 0;
    for (const char *at = s->frame.s; *at == frame->s[at - s->frame.s]; at++)
        slot += *at == SLOT;
    memmove(&s->slot[slot + 1], &s->slot[slot], (s->slots++ - slot) * sizeof *s->slot);
    s->slot[slot] = *word;
    bl_text_free(&s->frame);
    s->frame = *frame;
    *frame = bl_text_heap();
    *word = bl_text_heap();
}

/* Small groups that differ in this word only become one: "lay 8♠ and ask for …". */
static void join_small(struct shape *shapes, uint32_t n, uint32_t first, unsigned place)
{
    BL_LOCAL struct bl_text frame = bl_text_heap(), word = bl_text_heap();
    bool differ = false;
    if (!take_word(&shapes[first], place, &frame, &word))
        return;
    for (int pass = 0; pass < (differ ? 2 : 1); pass++)   /* it is looked for first, then done */
        for (uint32_t i = n; i-- > first;) {
            BL_LOCAL struct bl_text other = bl_text_heap(), its = bl_text_heap();
            if (!is_small(shapes, n, i) || !take_word(&shapes[i], place, &other, &its) ||
                strcmp(frame.s, other.s) != 0)
                continue;
            differ |= strcmp(word.s, its.s) != 0;
            if (pass > 0)
                take_out(&shapes[i], &other, &its);
        }
}

static struct shape *take_shapes(const struct bl_game *game, const struct move_list *l)
{
    enum { WORDS = 24 };   /* of an offer that are looked at */
    struct shape *shapes = bl_new(l->count, sizeof *shapes);
    for (uint32_t i = 0; i < l->count; i++)
        take_shape(game, l->offers[i].len > 0 ? l->offers[i].s : l->texts[i].s, &shapes[i]);
    find_groups(shapes, l->count);
    for (uint32_t i = 0; i < l->count; i++)
        for (unsigned place = 0; place < WORDS && is_small(shapes, l->count, i); place++) {
            join_small(shapes, l->count, i, place);
            find_groups(shapes, l->count);
        }
    return shapes;
}

static void free_shapes(struct shape *shapes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        bl_text_free(&shapes[i].frame);
        for (unsigned k = 0; k < shapes[i].slots; k++)
            bl_text_free(&shapes[i].slot[k]);
    }
    free(shapes);
}

/* Whether the moves of a group have different things there. */
static bool differs(const struct shape *shapes, uint32_t n, uint32_t group, unsigned slot)
{
    for (uint32_t i = group; i < n; i++)
        if (shapes[i].group == group && strcmp(shapes[i].slot[slot].s, shapes[group].slot[slot].s) != 0)
            return true;
    return false;
}

/* The words of a group, "…" where its moves differ. */
static void put_frame(struct bl_text *out, const struct shape *shapes, uint32_t n, uint32_t group)
{
    unsigned slot = 0;
    for (const char *at = shapes[group].frame.s; *at; at++)
        if (*at != SLOT)
            bl_put_char(out, *at);
        else if (differs(shapes, n, group, slot++))
            bl_put(out, "…");
        else
            bl_put(out, shapes[group].slot[slot - 1].s);
}

/* What is a move's own in its group: "6♦ (J♦)". */
static void put_own(struct bl_text *out, const struct shape *shapes, uint32_t n, uint32_t i)
{
    unsigned put = 0;
    for (unsigned k = 0; k < shapes[i].slots; k++)
        if (differs(shapes, n, shapes[i].group, k))
            bl_putf(out, put++ == 0 ? "%s" : put == 2 ? " (%s" : ", %s", shapes[i].slot[k].s);
    bl_put(out, put > 1 ? ")" : "");
}

/* ---- lines ---------------------------------------------------------------- */

/* Where the next piece goes. */
struct place {
    struct bl_text *out;
    int at, columns;
    int words;    /* where the words end at the latest, so that there is room for the moves; 0: anywhere */
    bool whole;   /* a line that is full goes on below; or else it ends */
    bool cut;     /* something was left out */
};

enum { INDENT = 2, FURTHER = 6, GAP = 2, ASIDE = 3 };

/* A piece that is not broken, after a gap; false: the line is full. */
static bool put_piece(struct place *p, const char *text, int gap)
{
    int width = cli_width(text), room = p->whole ? 0 : 2;   /* for " …" */
    if (p->at > FURTHER && p->at + gap + width > p->columns - room) {
        if (!p->whole) {
            bl_put(p->out, " …");
            p->cut = true;
            return false;
        }
        bl_put_char(p->out, '\n');
        cli_put_spaces(p->out, FURTHER);
        p->at = FURTHER;
        gap = 0;
    }
    cli_put_spaces(p->out, gap);
    bl_put(p->out, text);
    p->at += gap + width;
    return true;
}

static bool put_words(struct place *p, const char *words)
{
    bool first = true;
    for (const char *at = words; *at; at = skip_spaces(at)) {
        BL_LOCAL struct bl_text word = bl_text_heap();
        bl_put_bytes(&word, at, strcspn(at, " "));
        if (p->words > 0 && p->at + 1 + cli_width(word.s) > p->words) {
            p->cut = true;
            return put_piece(p, "…", 1);
        }
        if (!put_piece(p, word.s, first ? 0 : 1))
            return false;
        first = false;
        at += word.len;
    }
    return true;
}

static void put_label(struct bl_text *out, const struct screen *screen, const struct move_list *l, uint32_t i)
{
    BL_LOCAL struct bl_text label = bl_text_heap();
    put_list_number(&label, l, i);
    put_styled(out, screen, STYLE_STRONG, label.s);
    bl_put(out, ": ");
}

static void put_group(struct place *p, const struct screen *screen, const struct move_list *l,
                      const struct shape *shapes, uint32_t group)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    uint32_t members = count_members(shapes, l->count, group);
    if (members == 1) {
        put_label(&words, screen, l, group);
        p->words = 0;
    }
    put_frame(&words, shapes, l->count, group);
    bool room = put_words(p, words.s) && (members == 1 || put_piece(p, "–", 1));
    for (uint32_t i = group, n = 0; members > 1 && room && i < l->count; i++) {
        BL_LOCAL struct bl_text own = bl_text_heap();
        if (shapes[i].group != group)
            continue;
        put_label(&own, screen, l, i);
        size_t label = own.len;
        put_own(&own, shapes, l->count, i);
        bl_put(&own, own.len == label ? l->texts[i].s : "");   /* in words it is like another */
        room = put_piece(p, own.s, n++ == 0 ? 1 : GAP);
    }
}

/* All of the groups; two of them share a line where each takes no more than half of it. True: something of
 * them was left out. */
static bool put_groups(struct bl_text *out, const struct screen *screen, const struct move_list *l,
                       const struct shape *shapes, bool whole)
{
    int columns = screen->look.columns, half = columns / 2;
    struct place p = {.out = out, .at = columns, .columns = columns, .whole = whole};
    for (uint32_t i = 0; i < l->count; i++) {
        if (shapes[i].group != i)
            continue;
        BL_LOCAL struct bl_text one = bl_text_heap();
        struct place alone = {.out = &one, .at = INDENT, .columns = columns, .whole = whole};
        put_group(&alone, screen, l, shapes, i);
        if (alone.cut) {
            bl_text_clear(&one);
            alone = (struct place){.out = &one, .at = INDENT, .columns = columns, .words = half};
            put_group(&alone, screen, l, shapes, i);
        }
        bool one_line = count_lines(one.s) == 0;
        bool beside = one_line && p.at + ASIDE <= half && half + alone.at - INDENT <= columns;
        if (!beside && out->len > 0)
            bl_put_char(out, '\n');
        cli_put_spaces(out, beside ? half - p.at : INDENT);
        bl_put(out, one.s);
        p.at = beside || !one_line ? columns : alone.at;
        p.cut |= alone.cut;
    }
    bl_put_char(out, '\n');
    return p.cut;
}

void put_folded(struct bl_text *out, const struct screen *screen, const struct bl_game *game,
                const struct move_list *l, int rows)
{
    struct shape *shapes = take_shapes(game, l);
    BL_LOCAL struct bl_text lines = bl_text_heap();
    bool cut = put_groups(&lines, screen, l, shapes, true);
    if (count_lines(lines.s) > rows) {
        bl_text_clear(&lines);
        cut = put_groups(&lines, screen, l, shapes, false);
    }
    int count = count_lines(lines.s);
    if (count + cut > rows) {
        char *end = lines.s;
        for (int row = 0; row < rows - 1; row++)
            end = strchr(end, '\n') + 1;
        *end = '\0';
        cut = true;
    }
    bl_put(out, lines.s);
    if (cut)
        cli_tell(out, "  … %d in all: `moves` shows them\n", (int)l->count);
    else if (count < rows)
        cli_tell(out, "  (`moves`: how each is written)\n");
    free_shapes(shapes, l->count);
}
