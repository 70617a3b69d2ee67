/* play_complete.c - what Tab makes of what is typed: commands, moves, cards, clauses, files. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "play.h"

/* ---- choices --------------------------------------------------------------- */

void completion_add(struct play_completion *c, const char *typed, const char *choice)
{
    size_t size = strlen(typed);
    if (strncasecmp(choice, typed, size) != 0)
        return;
    const char *next = choice + size;   /* the list has whole words, from where the last one began */
    while (next > choice && next[-1] != ' ' && next[-1] != '/')
        next--;
    if (c->count == 0) {
        bl_put(&c->insert, choice);
        c->remove = bl_utf8_count(typed, size);
    }
    size_t same = 0;
    while (c->insert.s[same] && choice[same] == c->insert.s[same])
        same++;
    while (!bl_utf8_begins(choice[same]))
        same--;
    bool whole = c->insert.s[same] == '\0' && choice[same] == '\0';
    c->insert.s[same] = '\0';
    c->insert.len = same;
    if (c->count == 0 || !whole)   /* not the same again */
        bl_putf(&c->list, c->count > 0 ? "  %s" : "%s", next);
    c->count += c->count == 0 || !whole;
}

bool completion_done(struct play_completion *c)
{
    size_t size = c->insert.len;
    if (c->count == 1 && size > 0 && !strchr("/ ", c->insert.s[size - 1]))
        bl_put_char(&c->insert, ' ');
    if (c->count < 2)
        bl_text_clear(&c->list);
    return c->count > 0;
}

void completion_add_command(struct play_completion *c, const char *typed, const char *command, bool follows)
{
    struct spelling both = spelling_of(command);
    const char *name = begun_as(&both, typed, strlen(typed));
    BL_LOCAL struct bl_text choice = bl_text_heap();
    bl_putf(&choice, follows ? "%s " : "%s", name ? name : "");
    if (name)
        completion_add(c, typed, choice.s);
}

/* ---- of what ---------------------------------------------------------------- */

bool complete_file(struct session *s, const char *before, struct play_completion *out)
{
    (void)s;
    const char *slash = strrchr(before, '/');
    BL_LOCAL struct bl_text folder = bl_text_heap(), path = bl_text_heap();
    bl_put_bytes(&folder, before, slash ? (size_t)(slash + 1 - before) : 0);
    DIR *dir = opendir(folder.len > 0 ? folder.s : ".");
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        struct stat about;
        if (e->d_name[0] == '.' && (slash ? slash[1] : before[0]) != '.')
            continue;
        bl_text_clear(&path);
        bl_putf(&path, "%s%s", folder.s, e->d_name);
        if (stat(path.s, &about) == 0 && S_ISDIR(about.st_mode))
            bl_put_char(&path, '/');
        completion_add(out, before, path.s);
    }
    if (dir)
        closedir(dir);
    return completion_done(out);
}

/* What a seat may do now, if who sits at the keyboard may know that. */
static uint32_t moves_of(const struct session *s, int seat, const bl_move **moves)
{
    bool may = seat == bl_match_to_move(s->m) && (seat == s->at_keyboard || !secrets_between(s, s->at_keyboard, seat));
    return may ? bl_match_moves(s->m, moves) : 0;
}

/* Of commands their names, of moves what they are written as. */
static void add_moves(struct session *s, int seat, const char *typed, struct play_completion *out)
{
    const bl_move *moves;
    uint32_t n = moves_of(s, seat, &moves);
    for (uint32_t i = 0; i < n; i++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        put_listed(&text, s, moves[i]);
        text.s[strcspn(text.s, "<")] = '\0';   /* what is left to be written */
        for (size_t end = strlen(text.s); end > 0 && text.s[end - 1] == ' ';)
            text.s[--end] = '\0';
        completion_add(out, typed, text.s);
    }
}

static void add_words(const struct word *words, const char *typed, struct play_completion *out)
{
    for (const struct word *w = words; w && w->name; w++)
        completion_add_command(out, typed, w->name, false);
}

void complete_clause(const struct session *s, const char *typed, struct play_completion *out)
{
    bool sign = strncmp(typed, "§", 2) == 0;
    for (bl_cite c = 1; c < s->game->clause_count; c++) {
        const char *id = s->game->clauses[c].id;
        completion_add(out, typed, strncmp(id, "§", 2) == 0 && !sign ? id + 2 : id);
    }
}

static void add_bots(const char *typed, struct play_completion *out)
{
    for (const struct bl_bot *const *b = bl_bots(); *b; b++)
        if ((*b)->advise && !(*b)->cheats)
            completion_add(out, typed, (*b)->name);
}

/* The first of the words that mean an answer, in English and in the reader's language. */
static void add_answer(const char *typed, const char *english, struct play_completion *out)
{
    for (int own = 0; own < 2; own++) {
        const char *words = own ? cli_said(english) : english;
        BL_LOCAL struct bl_text first = bl_text_heap();
        bl_put_bytes(&first, words, strcspn(words, " "));
        completion_add(out, typed, first.s);
    }
}

bool complete_answer(struct session *s, const char *before, struct play_completion *out)
{
    (void)s;
    const char *typed = skip_spaces(before);
    add_answer(typed, answer_yes, out);
    add_answer(typed, answer_no, out);
    return completion_done(out);
}

bool complete_leaving(struct session *s, const char *before, struct play_completion *out)
{
    static char typed[PLAY_MAX_LINE];
    const char *rest;
    snprintf(typed, sizeof typed, "%s", skip_spaces(before));
    if (strchr(typed, ' '))
        spell_command(typed);
    if (text_begins(typed, "save", &rest) && rest > typed + 4)
        return complete_file(s, rest, out);
    completion_add_command(out, typed, "save", true);
    return complete_answer(s, typed, out);
}

bool complete_language(const char *typed, struct play_completion *out)
{
    const char *rest;
    if (!text_begins(typed, "language", &rest) || rest == typed + 8)
        return false;
    for (const struct cli_language *l = cli_languages; l->name; l++)
        completion_add(out, rest, l->name);
    return true;
}

/* Cards that are typed without the word of a move: "7" may become "7A". */
static void add_bare(struct session *s, int seat, const char *typed, struct play_completion *out)
{
    const bl_move *moves;
    uint32_t n = *typed && cli_pack(s->game) ? moves_of(s, seat, &moves) : 0;
    for (uint32_t i = 0; i < n; i++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        put_listed(&text, s, moves[i]);
        const char *cards = skip_spaces(text.s + strcspn(text.s, " "));
        if (begins_with_card(s, cards))
            completion_add(out, typed, cards);
    }
}

static bool begins_so(const char *offer, const char *text)
{
    return strncasecmp(offer, text, strlen(text)) == 0;
}

/* The words of what is offered, up to what it comes to: "lay 6D across". */
static void add_offered(struct session *s, const char *typed, struct play_completion *out)
{
    if (!*typed || s->at_keyboard != bl_match_to_move(s->m))
        return;
    struct move_list l = list_offered(s, begins_so, typed);
    for (uint32_t i = 0; i < l.count; i++) {
        spell_cards(s->game, l.offers[i].s);
        l.offers[i].s[strcspn(l.offers[i].s, ":,")] = '\0';
        completion_add(out, typed, l.offers[i].s);
    }
    free_list(&l);
}

/* After `as 2` or `2:`. */
static bool complete_speech(struct session *s, const char *typed, struct play_completion *out)
{
    const char *rest = typed;
    int seat = named_seat(&rest);
    if (seat == SEAT_NOT_NAMED || !strchr(" \t:", rest[-1]))
        return false;
    if (seat >= 0 && seat < bl_match_setup(s->m)->players && !bl_match_bot(s->m, seat)) {
        add_moves(s, seat, rest, out);
        add_bare(s, seat, rest, out);
    }
    return true;
}

bool complete_line(struct session *s, const char *before, struct play_completion *out)
{
    static char typed[PLAY_MAX_LINE];
    const char *rest;
    int seat = s->at_keyboard;
    snprintf(typed, sizeof typed, "%s", skip_spaces(before));
    if (strchr(typed, ' '))
        spell_command(typed);
    if (complete_language(typed, out) || complete_speech(s, typed, out))
        return completion_done(out);
    if (text_begins(typed, "save", &rest) && rest > typed + 4)
        return complete_file(s, rest, out);
    if (text_begins(typed, "rule", &rest) && rest > typed + 4)
        complete_clause(s, rest, out);
    else if (text_begins(typed, "why", &rest) && rest > typed + 3) {
        add_moves(s, seat, rest, out);
        add_bare(s, seat, rest, out);
    }
    else if (text_begins(typed, "hint", &rest) && rest > typed + 4)
        add_bots(rest, out);
    else if (text_begins(typed, "log", &rest) && rest > typed + 3)
        completion_add(out, rest, "clauses");
    else {
        add_moves(s, seat, typed, out);
        add_words(play_extra(s->game)->words, typed, out);
        add_words(play_words, typed, out);
        add_bare(s, seat, typed, out);
        if (out->count == 0 && seat == bl_match_to_move(s->m))
            add_offered(s, typed, out);
    }
    return completion_done(out);
}
