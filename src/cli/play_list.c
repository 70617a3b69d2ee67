/* play_list.c - the list of legal moves: numbered, in columns, and read back. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "play.h"

void put_listed(struct bl_text *out, const struct session *s, bl_move move)
{
    int seat = bl_match_to_move(s->m);
    struct bl_play play = {.move = move, .seat = (int8_t)seat};
    bl_match_put_move(s->m, seat, &play, out);
}

bool is_place(const char *text)
{
    const char *digits = text + (*text == '#');
    return *digits && digits[strspn(digits, "0123456789")] == '\0';
}

bool needs_hash(const struct session *s)
{
    bool bare = false;
    struct bl_play play;
    char digit[2] = "0";
    while (digit[0]++ < '9' && !bare)
        bare = !bl_match_read(s->m, 0, digit, &play);
    return bare;
}

/* ---- columns -------------------------------------------------------------- */

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Where the numbers of a list end, and how wide its moves are. */
struct widths {
    int label, text;
};

static struct widths widths(const struct move_list *l)
{
    BL_LOCAL struct bl_text last = bl_text_heap();
    struct widths w = {0, 0};
    if (l->count > 0)
        put_list_number(&last, l, l->count - 1);
    w.label = cli_width(last.s);
    for (uint32_t i = 0; i < l->count; i++)
        w.text = larger(w.text, cli_width(l->texts[i].s));
    return w;
}

/* What the move is called under the name of its card, and that name. */
static void put_way(struct bl_text *way, struct bl_text *card, const struct session *s, bl_move move);

static struct move_list make_list(const struct session *s, bool offers, bool ways)
{
    const bl_move *moves;
    struct move_list l = {.hash = needs_hash(s) ? "#" : "", .count = bl_match_moves(s->m, &moves)};
    l.texts = bl_new(l.count, sizeof *l.texts);
    l.offers = offers ? bl_new(l.count, sizeof *l.offers) : NULL;
    if (ways && s->game->telling->way) {
        l.ways = bl_new(l.count, sizeof *l.ways);
        l.cards = bl_new(l.count, sizeof *l.cards);
    }
    for (uint32_t i = 0; i < l.count; i++) {
        l.texts[i] = bl_text_heap();
        put_listed(&l.texts[i], s, moves[i]);
        if (offers) {
            l.offers[i] = bl_text_heap();
            put_offer(&l.offers[i], s, moves[i]);
        }
        if (l.ways) {
            l.ways[i] = bl_text_heap();
            l.cards[i] = bl_text_heap();
            put_way(&l.ways[i], &l.cards[i], s, moves[i]);
        }
    }
    return l;
}

void free_list(struct move_list *l)
{
    for (uint32_t i = 0; i < l->count; i++) {
        bl_text_free(&l->texts[i]);
        if (l->offers)
            bl_text_free(&l->offers[i]);
        if (l->ways) {
            bl_text_free(&l->ways[i]);
            bl_text_free(&l->cards[i]);
        }
    }
    BL_FREE(l->texts, l->offers, l->places, l->ways, l->cards);
    *l = (struct move_list){.hash = ""};
}

struct move_list list_offered(const struct session *s, bool (*is_so)(const char *offer, const char *text),
                              const char *text)
{
    struct move_list all = make_list(s, true, false), some = all;
    some.count = 0;
    some.places = bl_new(all.count, sizeof *some.places);
    for (uint32_t i = 0; i < all.count; i++) {
        BL_LOCAL struct bl_text spelled = bl_text_heap();
        bl_put(&spelled, all.offers[i].s);
        spell_cards(s->game, spelled.s);
        struct bl_text move = all.texts[i], offer = all.offers[i];
        if (is_so(spelled.s, text)) {
            some.texts[some.count] = move;
            some.offers[some.count] = offer;
            some.places[some.count++] = i + 1;
        } else {
            bl_text_free(&move);
            bl_text_free(&offer);
        }
    }
    return some;
}

void put_list_number(struct bl_text *out, const struct move_list *l, uint32_t i)
{
    bl_putf(out, "%s%d", l->hash, (int)(l->places ? l->places[i] : i + 1));
}

static void put_cell(struct bl_text *out, const struct screen *screen, const struct move_list *l,
                     struct widths w, uint32_t i, bool last)
{
    BL_LOCAL struct bl_text label = bl_text_heap();
    put_list_number(&label, l, i);
    cli_put_spaces(out, 2 + w.label - cli_width(label.s));
    put_styled(out, screen, STYLE_STRONG, label.s);
    cli_put_spaces(out, 2);
    cli_put_padded(out, l->texts[i].s, last ? 0 : w.text + 1);
}

/* A story as the session's reader is told it. */
static void put_told(struct bl_text *out, const struct session *s, const struct bl_story *story)
{
    bl_put_story(out, story, &(struct bl_voice){cli_catalogue, s->screen.look.unicode, s->names, bl_match_to_move(s->m)});
}

void put_offer(struct bl_text *out, const struct session *s, bl_move move)
{
    static struct bl_story story;
    int seat = bl_match_to_move(s->m);
    struct bl_play play = {.move = move, .seat = (int8_t)seat};
    bl_tell_offer(s->game, bl_match_view(s->m, seat), &play, &story);
    put_told(out, s, &story);
}

/* The card of a move. */
static void put_card_of(struct bl_text *out, const struct session *s, bl_move move)
{
    BL_LOCAL struct bl_text written = bl_text_heap();
    put_listed(&written, s, move);
    const char *at = written.s + strcspn(written.s, " ");
    char token[8] = "";
    snprintf(token, sizeof token, "%.*s", (int)strcspn(at + (*at == ' '), " "), at + (*at == ' '));
    const struct bl_arg card = {.kind = 'F', .number = s->game->notation->read_card(token)};
    bl_put_fact(out, &(struct bl_fact){"%F", &card}, &(struct bl_voice){.signs = s->screen.look.unicode});
}

/* Both stay empty where nothing is told of it. */
static void put_way(struct bl_text *way, struct bl_text *card, const struct session *s, bl_move move)
{
    static struct bl_story story;
    int seat = bl_match_to_move(s->m);
    struct bl_play play = {.move = move, .seat = (int8_t)seat};
    bl_put(way, "");
    bl_put(card, "");
    bl_tell_way(s->game, bl_match_view(s->m, seat), &play, &story);
    if (story.count > 0) {
        put_told(way, s, &story);
        put_card_of(card, s, move);
    }
}

/* ---- by cards -------------------------------------------------------------- */

/* Whether a move before it is told in the same words. */
static bool told_before(const struct move_list *l, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (strcmp(l->offers[k].s, l->offers[i].s) == 0)
            return true;
    return false;
}

/* How many ways its card has. */
static uint32_t count_ways(const struct move_list *l, uint32_t of)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->count; i++)
        n += l->cards[i].len > 0 && strcmp(l->cards[i].s, l->cards[of].s) == 0 && !told_before(l, i);
    return n;
}

/* "  A♣  #3 just lay it   #4 counts as ♦": a card and its ways in a line, what has one way in its own words;
 * what comes to the same once. False: they do not fit. */
static bool put_by_cards(struct bl_text *out, const struct screen *screen, const struct move_list *l, int rows)
{
    enum { INDENT = 2, GAP = 3 };
    int at = 0, columns = screen->look.columns;
    const char *under = "";
    BL_LOCAL struct bl_text lines = bl_text_heap();
    bl_put(&lines, "");
    for (uint32_t i = 0; i < l->count; i++) {
        if (told_before(l, i))
            continue;
        bool many = l->cards[i].len > 0 && count_ways(l, i) > 1;
        const char *card = many ? l->cards[i].s : "", *words = many ? l->ways[i].s : l->offers[i].s;
        char label[16];
        int width = snprintf(label, sizeof label, "%s%u", l->hash, (unsigned)i + 1) + 1 + cli_width(words);
        bool heads = strcmp(card, under) != 0;
        if (at > 0 && (heads || at + GAP + width > columns)) {
            bl_put_char(&lines, '\n');
            at = 0;
        }
        cli_put_spaces(&lines, at > 0 ? GAP : INDENT);
        at += at > 0 ? GAP : INDENT;
        if (many && at == INDENT) {
            bl_put(&lines, heads ? card : "");
            cli_put_spaces(&lines, (heads ? 0 : cli_width(card)) + 2);
            at += cli_width(card) + 2;
        }
        put_styled(&lines, screen, STYLE_STRONG, label);
        bl_put_char(&lines, ' ');
        under = card;
        if (at + width <= columns) {
            bl_put(&lines, words);
            at += width;
        } else {   /* alone in its lines */
            int words_at = at + width - cli_width(words);
            cli_put_wrapped(&lines, words, words_at, words_at, columns);
            at = 0;
        }
    }
    bl_put(&lines, at > 0 ? "\n" : "");
    bool fits = count_lines(lines.s) <= rows;
    bl_put(out, fits ? lines.s : "");
    return fits;
}

/* One a line, each with what it does, beside it or, where that is too narrow, below. */
static void put_offers(struct bl_text *out, const struct screen *screen, const struct move_list *l,
                       struct widths w)
{
    int at = 2 + w.label + 2 + w.text + 2, columns = screen->look.columns;
    bool below = at > columns - 16;
    at = below ? 2 + w.label + 4 : at;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct bl_text *words = &l->offers[i];
        put_cell(out, screen, l, w, i, below || words->len == 0);
        if (below && words->len > 0) {
            bl_put_char(out, '\n');
            cli_put_spaces(out, at);
        } else if (words->len > 0) {
            bl_put_char(out, ' ');
        }
        cli_put_wrapped(out, words->s, at, at, columns);
    }
}

static void put_columns(struct bl_text *out, const struct screen *screen, const struct move_list *l,
                        struct widths w, int rows)
{
    int cell = 2 + w.label + 2 + w.text + 1;
    uint32_t columns = (uint32_t)larger(1, (screen->look.columns + 1) / cell);
    uint32_t lines = (l->count + columns - 1) / columns, shown = l->count;
    if (rows > 0 && lines > (uint32_t)rows) {
        lines = (uint32_t)rows - 1;
        shown = lines * columns;
    }
    for (uint32_t row = 0; row < lines; row++) {
        for (uint32_t i = row; i < shown; i += lines)
            put_cell(out, screen, l, w, i, i + lines >= shown);
        bl_put_char(out, '\n');
    }
    if (shown < l->count)
        cli_tell(out, "  … %d in all: `moves` shows them\n", (int)l->count);
}

void put_list(struct bl_text *out, const struct screen *screen, const struct bl_game *game,
              const struct move_list *l, int rows)
{
    struct widths w = widths(l);
    BL_LOCAL struct bl_text lines = bl_text_heap();
    if (l->ways && rows > 0 && put_by_cards(out, screen, l, rows))
        return;
    if (!l->offers) {
        put_columns(out, screen, l, w, rows);
        return;
    }
    put_offers(&lines, screen, l, w);
    if (rows == 0 || count_lines(lines.s) <= rows)
        bl_put(out, lines.s);
    else
        put_folded(out, screen, game, l, rows);
}

void put_moves(struct bl_text *out, const struct session *s, int rows, bool offers)
{
    struct move_list l = make_list(s, offers, offers);
    put_list(out, &s->screen, s->game, &l, rows);
    free_list(&l);
}

/* ---- read back ------------------------------------------------------------ */

bool is_alike(const char *a, const char *b)
{
    a = skip_spaces(a);
    b = skip_spaces(b);
    while (*a && *b) {
        bool gap = *a == ' ' || *a == '\t';
        if (gap != (*b == ' ' || *b == '\t'))
            break;
        if (!gap && tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        a = gap ? skip_spaces(a) : a + 1;
        b = gap ? skip_spaces(b) : b + 1;
    }
    return *skip_spaces(a) == '\0' && *skip_spaces(b) == '\0';
}

/* Whether a text has `word` between spaces or its ends. */
static bool has_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || at[-1] == ' ') && (at[size] == '\0' || at[size] == ' '))
            return true;
    return false;
}

unsigned put_moves_with(struct bl_text *out, const struct session *s, const char *word, unsigned most)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(s->m, &moves);
    unsigned found = 0;
    for (uint32_t i = 0; i < n; i++) {
        BL_LOCAL struct bl_text written = bl_text_heap();
        put_listed(&written, s, moves[i]);
        written.s[strcspn(written.s, "<")] = '\0';   /* what is left to be written */
        size_t length = strlen(written.s);
        if (length > 0 && written.s[length - 1] == ' ')
            written.s[length - 1] = '\0';
        if (has_word(written.s, word) && found++ < most)
            bl_putf(out, found > 1 ? ", `%s`" : "`%s`", written.s);
    }
    return found;
}

/* Of these moves, or of all that can be written (NULL), the one that is written like a text. */
static int64_t find_alike(const struct session *s, const void *view, const bl_move *moves,
                          uint32_t n, const char *text)
{
    BL_LOCAL struct bl_text written = bl_text_heap();
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.seat = (int8_t)bl_match_to_move(s->m)};
        play.move = moves ? moves[i] : bl_action_move(s->game, bl_match_setup(s->m), i);
        bl_text_clear(&written);
        s->game->notation->put_move(view, &play, &written);
        if (is_alike(written.s, text))
            return play.move;
    }
    return -1;
}

int64_t find_move(const struct session *s, const char *text)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(s->m, &moves);
    bool hash = *text == '#', number = is_place(text);
    if (hash && number && play_extra(s->game)->cards_have_numbers)
        return -1;
    if (number && (hash || !needs_hash(s))) {
        int64_t place;
        return bl_read_int(text + hash, 1, n, &place) ? (int64_t)moves[place - 1] : -1;
    }
    return find_alike(s, bl_match_view(s->m, bl_match_to_move(s->m)), moves, n, text);
}

int64_t find_written(const struct session *s, const char *text)
{
    uint32_t count = bl_action_count(s->game, bl_match_setup(s->m));
    return find_alike(s, bl_match_view(s->m, BL_SPECTATOR), NULL, count, text);
}

/* ---- read loosely ---------------------------------------------------------- */

/* A text in words. */
struct tokens {
    size_t count;
    struct { const char *at; size_t size; } word[64];
};

static struct tokens cut(const char *text)
{
    struct tokens t = {0};
    for (text = skip_spaces(text); *text && t.count < 64; text = skip_spaces(text)) {
        t.word[t.count].at = text;
        t.word[t.count++].size = strcspn(text, " \t");
        text += strcspn(text, " \t");
    }
    return t;
}

static bool is_card(const struct bl_game *game, const struct tokens *t, size_t i)
{
    char card[8] = "";
    size_t size = t->word[i].size;
    for (size_t k = 0; k < size && size < sizeof card; k++)
        card[k] = (char)toupper((unsigned char)t->word[i].at[k]);
    return game->notation->read_card && game->notation->read_card(card) >= 0;
}

/* Whether word `k` of `b` is word `i` of `a`, or begins with it, where `begins` says so. Its `>`, before a
 * suit that is asked for, may be left out. */
static bool same_word(const struct tokens *a, size_t i, const struct tokens *b, size_t k, bool begins)
{
    size_t size = a->word[i].size;
    const char *typed = a->word[i].at, *meant = b->word[k].at;
    bool bare = *meant == '>' && *typed != '>';
    size_t whole = b->word[k].size - bare;
    return (begins ? whole >= size : whole == size) && strncasecmp(typed, meant + bare, size) == 0;
}

/* The words of `a` are those of `b`, in any order. */
static bool same_words(const struct tokens *a, const struct tokens *b)
{
    uint64_t taken = 0;
    for (size_t i = 0; i < a->count; i++) {
        size_t k = 0;
        while (k < b->count && (taken >> k & 1 || !same_word(a, i, b, k, false)))
            k++;
        if (k == b->count)
            return false;
        taken |= UINT64_C(1) << k;
    }
    return a->count == b->count;
}

bool says_move(const struct session *s, const char *words, const char *move)
{
    size_t size = strlen(move), found = 0;
    BL_LOCAL struct bl_text spelled = bl_text_heap();
    if (isalpha((unsigned char)*move) && strncasecmp(words, move, size) == 0 && !isalnum((unsigned char)words[size]))
        return true;
    bl_put(&spelled, words);
    spelled.s[strcspn(spelled.s, ":,")] = '\0';
    spell_cards(s->game, spelled.s);
    struct tokens said = cut(spelled.s), written = cut(move);
    for (size_t i = 1; i < written.count; i++)
        for (size_t k = 0; k < said.count; k++)
            found += same_word(&written, i, &said, k, false);
    return cli_pack(s->game) && found > 0 && found == written.count - 1;
}

/* Whether all words of `a` stand in `b`. */
static bool has_words(const struct tokens *a, const struct tokens *b)
{
    size_t found = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0, before = found; k < b->count && found == before; k++)
            found += same_word(a, i, b, k, false);
    return found == a->count;
}

int64_t find_said(const struct session *s, const char *text)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(s->m, &moves), count = 0;
    struct tokens typed = cut(text);
    int64_t found = -1;
    bool whole = false;   /* an offer of these words and no others */
    for (uint32_t i = 0; i < n && !whole; i++) {
        BL_LOCAL struct bl_text offer = bl_text_heap();
        put_offer(&offer, s, moves[i]);
        for (char *at = offer.s; (at = strpbrk(at, ":,;")) != NULL;)
            *at = ' ';
        spell_cards(s->game, offer.s);
        struct tokens said = cut(offer.s);
        if (!has_words(&typed, &said))
            continue;
        count++;
        whole = typed.count == said.count;
        found = moves[i];
    }
    return (count == 1 || whole) && !((bl_move)found & BL_OPEN) ? found : -1;
}

static bool in_order(const struct tokens *a, const struct tokens *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = same_word(a, i, b, i, false);
    return same;
}

/* Its words cut short; or whole, where the move has but a letter of them: "left s2" is "L s2". */
static bool is_short_for(const struct bl_game *game, const struct tokens *a, const struct tokens *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        bool letter = b->word[i].size == 1 && isalpha((unsigned char)*b->word[i].at);
        same = same_word(a, i, b, i, !is_card(game, b, i)) || (letter && same_word(b, i, a, i, true));
    }
    return same;
}

static struct tokens cards_of(const struct bl_game *game, const struct tokens *t)
{
    struct tokens cards = {0};
    for (size_t i = 0; i < t->count; i++)
        if (is_card(game, t, i))
            cards.word[cards.count++] = t->word[i];
    return cards;
}

/* From its first card on. */
static struct tokens from_cards(const struct bl_game *game, const struct tokens *t)
{
    struct tokens rest = {0};
    for (size_t i = 0; i < t->count; i++)
        if (rest.count > 0 || is_card(game, t, i))
            rest.word[rest.count++] = t->word[i];
    return rest;
}

/* How like a move a text is: less is more so; UNLIKE: not at all. */
enum likeness { ORDERED_CARDS, REORDERED, CARDS, SHORT, UNLIKE };

static enum likeness likeness(const struct bl_game *game, const struct tokens *typed,
                              const char *written)
{
    struct tokens move = cut(written);
    if (typed->count > 0 && is_card(game, typed, 0)) {
        struct tokens meant = cards_of(game, typed).count == typed->count ? cards_of(game, &move)
                                                                        : from_cards(game, &move);
        return in_order(typed, &meant) ? ORDERED_CARDS : same_words(typed, &meant) ? CARDS : UNLIKE;
    }
    return same_words(typed, &move) ? REORDERED : is_short_for(game, typed, &move) ? SHORT : UNLIKE;
}

static void put_choice(struct bl_text *out, uint32_t n, const char *text)
{
    enum { MOST = 6 };
    if (n < MOST)
        bl_putf(out, n > 0 ? ", `%s`" : "`%s`", text);
    else if (n == MOST)
        bl_put(out, " …");
}

uint32_t find_like(const struct bl_game *game, const char *text, const struct bl_text *moves, uint32_t n,
                   struct bl_text *choices, uint32_t *found)
{
    struct tokens typed = cut(text);
    uint32_t count = 0;
    enum likeness best = UNLIKE;
    for (uint32_t i = 0; i < n; i++) {
        enum likeness like = moves[i].len == 0 ? UNLIKE : likeness(game, &typed, moves[i].s);
        if (like < best) {
            best = like;
            count = 0;
            bl_text_clear(choices);
        }
        if (like == UNLIKE || like > best)
            continue;
        *found = count == 0 ? i : *found;
        put_choice(choices, count++, moves[i].s);
    }
    return count;
}

uint32_t find_loosely(const struct session *s, const char *text, struct bl_text *choices, bl_move *found)
{
    const bl_move *moves;
    bool bare = begins_with_card(s, text);   /* of what comes to the same, one is meant */
    struct move_list l = make_list(s, bare, false);
    uint32_t place = 0;
    bl_match_moves(s->m, &moves);
    for (uint32_t i = 0; i < l.count; i++)
        if (moves[i] & BL_OPEN || (bare && l.offers[i].len > 0 && told_before(&l, i)))
            bl_text_clear(&l.texts[i]);
    uint32_t count = find_like(s->game, text, l.texts, l.count, choices, &place);
    if (count > 0)
        *found = moves[place];
    free_list(&l);
    return count;
}

uint32_t count_card_moves(const struct session *s, bl_move *last)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(s->m, &moves), count = 0;
    for (uint32_t i = 0; i < n; i++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        put_listed(&text, s, moves[i]);
        struct tokens words = cut(text.s);
        if (cards_of(s->game, &words).count == 0)
            continue;
        *last = moves[i];
        count++;
    }
    return count;
}

bool is_bare_cards(const struct session *s, const char *text)
{
    struct tokens typed = cut(text), cards = cards_of(s->game, &typed);
    return typed.count > 0 && cards.count == typed.count;
}

bool begins_with_card(const struct session *s, const char *text)
{
    struct tokens typed = cut(text);
    return typed.count > 0 && is_card(s->game, &typed, 0);
}

int64_t find_with_cards(const struct session *s, const char *text)
{
    struct tokens typed = cut(text);
    const struct bl_setup *setup = bl_match_setup(s->m);
    const void *view = bl_match_view(s->m, BL_SPECTATOR);
    uint32_t n = bl_action_count(s->game, setup);
    int64_t found = -2;
    BL_LOCAL struct bl_text written = bl_text_heap();
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.move = bl_action_move(s->game, setup, i)};
        bl_text_clear(&written);
        s->game->notation->put_move(view, &play, &written);
        struct tokens words = cut(written.s);
        if (found == -2 && cards_of(s->game, &words).count > 0)
            found = -1;
        if (likeness(s->game, &typed, written.s) != ORDERED_CARDS)
            continue;
        if (found >= 0)
            return -1;
        found = play.move;
    }
    return found;
}

/* "play " where cards are played so: what is written before them. */
static void put_words_before_cards(struct bl_text *out, const struct session *s)
{
    const struct bl_setup *setup = bl_match_setup(s->m);
    uint32_t n = bl_action_count(s->game, setup);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.move = bl_action_move(s->game, setup, i)};
        bl_text_clear(out);
        s->game->notation->put_move(bl_match_view(s->m, BL_SPECTATOR), &play, out);
        struct tokens words = cut(out->s);
        size_t k = 0;
        while (k < words.count && !is_card(s->game, &words, k))
            k++;
        if (k == words.count)
            continue;
        out->len = (size_t)(words.word[k].at - out->s);
        out->s[out->len] = '\0';
        return;
    }
}

const struct bl_fact *read_bare_cards(struct session *s, int seat, const char *text, struct bl_play *play)
{
    BL_LOCAL struct bl_text written = bl_text_heap();
    struct tokens typed = cut(text);
    put_words_before_cards(&written, s);
    size_t before = written.len;
    for (size_t i = 0; i < typed.count; i++) {
        bl_put(&written, i > 0 ? " " : "");
        bl_put_bytes(&written, typed.word[i].at, typed.word[i].size);
    }
    for (size_t i = before; i < written.len; i++)
        written.s[i] = (char)toupper((unsigned char)written.s[i]);
    if (typed.count > 1 || !s->game->notation->meant)
        return bl_match_read(s->m, seat, written.s, play);
    *play = (struct bl_play){.move = s->game->notation->meant(bl_match_view(s->m, seat),
                                                             s->game->notation->read_card(written.s + before)),
                             .seat = (int8_t)seat};
    return NULL;
}
