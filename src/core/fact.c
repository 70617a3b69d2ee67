/* fact.c - facts as words, and formats; see fact.h. */
#include "bylaw/fact.h"

#include <string.h>

#include "bylaw/card.h"

/* ---- formats ---------------------------------------------------------------- */

char bl_format_letter(const char **at)
{
    for (const char *p = *at; (p = strchr(p, '%')) != NULL; p += 2) {
        if (p[1] == '%')
            continue;
        *at = p + 1 + (p[1] != '\0');
        return p[1];
    }
    return '\0';
}

static bool is_text_letter(char letter)
{
    return letter == 'w' || letter == 's' || letter == 'l' || letter == 'C' || letter == 'D';
}

struct bl_arg bl_format_arg(char letter, va_list *args)
{
    struct bl_arg a = {.kind = letter};
    if (is_text_letter(letter))
        a.text = va_arg(*args, const char *);
    else
        a.number = va_arg(*args, int);
    return a;
}

/* A copy at the end of a text, with a NUL of its own; what does not fit any more is cut. */
static const char *keep(struct bl_text *texts, const char *text)
{
    size_t from = texts->len, left = texts->cap - from, length = strlen(text);
    if (left < 2)
        return "";
    bl_put_bytes(texts, text, length < left - 1 ? length : left - 1);
    texts->len++;   /* its NUL */
    return texts->s + from;
}

bool bl_keep_args(const char *format, va_list *args, struct bl_arg *list, uint32_t *count,
                  uint32_t most, struct bl_text *texts)
{
    uint32_t n = *count;
    char letter;
    for (; (letter = bl_format_letter(&format)) != '\0' && n < most; n++) {
        list[n] = bl_format_arg(letter, args);
        if (letter != 'w' && is_text_letter(letter))
            list[n].text = keep(texts, list[n].text);
    }
    if (letter == '\0')
        *count = n;
    return letter == '\0';
}

static void put_signed_card(struct bl_text *out, bl_card c)
{
    if (c >= 64 || bl_french_rank(c) > BL_KING) {
        bl_card_put(&bl_french_pack, c, out);   /* none, or not seen */
        return;
    }
    bl_put_char(out, bl_french_pack.rank_letters[bl_french_rank(c)]);
    bl_put(out, bl_french_pack.signs[bl_french_suit(c)]);
}

static void put_card(struct bl_text *out, char kind, bl_card c, const struct bl_voice *voice)
{
    if (kind == 'F' && voice && voice->signs)
        put_signed_card(out, c);
    else
        bl_card_put(kind == 'F' ? &bl_french_pack : &bl_german_pack, c, out);
}

/* The cards of %C or %D one by one, each as %F or %G; moves behind it. */
static bool next_card(const char **at, char kind, struct bl_arg *card)
{
    *at += strspn(*at, " ");
    card->kind = kind == 'C' ? 'F' : 'G';
    card->number = bl_card_read(kind == 'C' ? &bl_french_pack : &bl_german_pack, *at);
    bool any = **at != '\0';
    *at += strcspn(*at, " ");
    return any;
}

static void put_cards(struct bl_text *out, const struct bl_arg *a, const struct bl_voice *voice)
{
    struct bl_arg card;
    for (const char *at = a->text; next_card(&at, a->kind, &card);) {
        put_card(out, card.kind, (bl_card)card.number, voice);
        bl_put(out, *at ? " " : "");
    }
}

static void put_seat(struct bl_text *out, int seat, const struct bl_voice *voice)
{
    const struct bl_catalogue *c = voice ? voice->catalogue : NULL;
    bool named = voice && voice->names && seat >= 0;
    if (named && voice->names[seat] && *voice->names[seat]) {
        bl_put(out, voice->names[seat]);
        return;
    }
    bl_put(out, named ? bl_say(c, "Player") : bl_say(c, "seat"));
    bl_put_char(out, ' ');
    bl_put_int(out, seat + named);
}

/* In words, between quotation marks; false, and nothing is put: it keeps its signs. */
static bool put_plain(struct bl_text *out, const char *statement, const struct bl_voice *voice)
{
    char room[512];
    struct bl_text words = BL_TEXT_FIXED(room);
    if (!voice || !voice->plain || !voice->plain(&words, statement, voice))
        return false;
    const struct bl_arg said = {.kind = 's', .text = room};
    bl_put_fact(out, &(struct bl_fact){FACT("“%s”"), &said}, voice);
    return true;
}

static void put_arg(struct bl_text *out, const struct bl_arg *a, const struct bl_voice *voice)
{
    const struct bl_catalogue *c = voice ? voice->catalogue : NULL;
    switch (a->kind) {
    case 'd': bl_put_int(out, a->number); break;
    case 't': bl_put(out, bl_say(c, a->number ? "true" : "false")); break;
    case 'p': put_seat(out, a->number, voice); break;
    case 'w': bl_put(out, bl_say(c, a->text)); break;
    case 's': bl_put(out, a->text); break;
    case 'l': bl_put(out, put_plain(out, a->text, voice) ? "" : a->text); break;
    case 'i': bl_put_char(out, '#'); bl_put_int(out, a->number); break;
    case 'f': bl_put(out, bl_suit_say(c, &bl_french_pack, (unsigned)a->number)); break;
    case 'g': bl_put(out, bl_suit_say(c, &bl_german_pack, (unsigned)a->number)); break;
    case 'C': case 'D': put_cards(out, a, voice); break;
    case 'F': case 'G': put_card(out, a->kind, (bl_card)a->number, voice); break;
    default: bl_put_char(out, a->kind); break;
    }
}

enum { MOST_LETTERS = 16 };

/* Which argument is said at *at, behind the %; *at moves to its letter. Translators may say the
 * arguments in another order: "%2$d of %1$p". Where a format does, all of its letters are
 * numbered. */
static size_t numbered(const char **at, size_t *next)
{
    const char *p = *at;
    if (p[0] < '1' || p[0] > '9' || p[1] != '$' || p[2] == '\0')
        return (*next)++;
    *at = p + 2;
    return (size_t)(p[0] - '1');
}

static size_t letters_of(const char *format, char letters[MOST_LETTERS])
{
    size_t n = 0;
    while (n < MOST_LETTERS && (letters[n] = bl_format_letter(&format)) != '\0')
        n++;
    return n;
}

/* A choice in a format: where each of its alternatives begins, and where what follows it does. */
struct choice {
    const char *at[4];
    unsigned count;
};

/* False: what stands at `p` is none. */
static bool is_choice(const char *p, struct choice *c)
{
    if (*p != '{')
        return false;
    *c = (struct choice){.at = {p + 1}, .count = 1};
    while ((p = strpbrk(p + 1, "{|}")) != NULL && *p != '{' && (*p == '}' || c->count < 3)) {
        c->at[*p == '|' ? c->count++ : c->count] = p + 1;
        if (*p == '}')
            return c->count > 1;
    }
    return false;
}

/* Whether the letter here is asked for as the object of a verb, "%*F"; `*at` moves to the letter. */
static bool is_object(const char **at)
{
    bool star = (*at)[0] == '*' && (*at)[1] != '\0' && strchr("FGCD", (*at)[1]);
    *at += star;
    return star;
}

/* The next letter from `*at` on, which moves behind it, and which argument it says; '\0': none. */
static char next_letter(const char **at, size_t *next, size_t *arg)
{
    if (!bl_format_letter(at))
        return '\0';
    --*at;
    *arg = numbered(at, next);
    is_object(at);
    return *(*at)++;
}

static bool chooses(char letter)
{
    return letter == 'd' || letter == 'p';
}

/* Whether a text says each argument of these letters once, as what it is. Catalogues come from
 * anywhere, and what stands behind the arguments of a fact may be another's secret. */
static bool says_all(const char *text, const char *letters, size_t n)
{
    size_t next = 0, said = 0, i;
    unsigned left = (1u << n) - 1;
    for (char letter; (letter = next_letter(&text, &next, &i)) != '\0'; said++) {
        if (i >= n || !(left >> i & 1) || letter != letters[i])
            return false;
        left &= ~(1u << i);
    }
    return said == n;
}

/* A fact on its way into words. */
struct telling {
    const char *at;               /* in the format, as the reader's language has it */
    const struct bl_arg *args;
    size_t count, next;
    bool object;                  /* the last argument was asked for as the object of a verb */
    const struct bl_arg *chooser; /* what the next choice goes by; NULL: nothing so far */
    const char *end, *after;      /* of the alternative it is in, and of the choice; NULL: in none */
    size_t next_after;
};

/* The argument that the letter here says, which a choice may go by. */
static const struct bl_arg *said_here(struct telling *t)
{
    t->at++;
    size_t i = numbered(&t->at, &t->next);
    t->object = is_object(&t->at);
    const struct bl_arg *a = i < t->count ? &t->args[i] : NULL;
    t->at++;
    if (a && chooses(a->kind) && !t->end)
        t->chooser = a;
    return a;
}

/* Which of `count` alternatives. */
static unsigned chosen(const struct bl_arg *by, unsigned count, const struct bl_voice *voice)
{
    if (by && by->kind == 'p')
        return !(voice && voice->names && voice->you == by->number);
    return !by || by->number == 1 ? 0 : count > 2 && (by->number < 2 || by->number > 4) ? 2 : 1;
}

/* Goes into the alternative of a choice that fits, by the first number or seat in the choice or else
 * the last before it. */
static void enter(struct telling *t, const struct choice *c, const struct bl_voice *voice)
{
    size_t next = t->next, starts[3], arg;
    const struct bl_arg *inside = NULL;
    const char *at = c->at[0];
    for (unsigned k = 0; k < c->count; k++) {
        starts[k] = next;
        for (size_t n = next; next_letter(&at, &n, &arg) && at < c->at[k + 1]; next = n)
            if (!inside && arg < t->count && chooses(t->args[arg].kind))
                inside = &t->args[arg];
        at = c->at[k + 1];
    }
    t->chooser = inside ? inside : t->chooser;
    unsigned k = chosen(t->chooser, c->count, voice);
    t->at = c->at[k];
    t->next = starts[k];
    t->end = c->at[k + 1] - 1;
    t->after = c->at[c->count];
    t->next_after = next;
}

static void leave(struct telling *t)
{
    t->at = t->after;
    t->next = t->next_after;
    t->end = NULL;
}

/* Whether every brace of a text belongs to a choice, and something chooses there. */
static bool chooses_well(const char *text, const struct bl_arg *args, size_t n)
{
    struct telling t = {.at = text, .args = args, .count = n};
    while ((t.at = strpbrk(t.at, "%{}")) != NULL) {
        struct choice c;
        if (*t.at == '%') {
            if (t.at[1] == '%' || t.at[1] == '\0')
                t.at += 1 + (t.at[1] == '%');
            else
                said_here(&t);
            continue;
        }
        if (!is_choice(t.at, &c))
            return false;
        enter(&t, &c, NULL);
        if (!t.chooser || (t.chooser->kind == 'p' && c.count != 2))
            return false;
        leave(&t);
    }
    return true;
}

static struct telling tell(const struct bl_fact *fact, const struct bl_voice *voice)
{
    char letters[MOST_LETTERS];
    size_t n = letters_of(fact->format, letters);
    const char *text = bl_say(voice ? voice->catalogue : NULL, fact->format);
    bool good = text == fact->format ||
                (says_all(text, letters, n) && chooses_well(text, fact->args, n));
    return (struct telling){.at = good ? text : fact->format, .args = fact->args, .count = n};
}

/* Writes the text before the next argument, which it gives; NULL: there is none. */
static const struct bl_arg *next_arg(struct bl_text *out, struct telling *t,
                                     const struct bl_voice *voice)
{
    struct choice c;
    while (*t->at) {
        if (t->at == t->end) {
            leave(t);
        } else if (is_choice(t->at, &c)) {
            enter(t, &c, voice);
        } else if (t->at[0] == '%' && t->at[1] != '%' && t->at[1] != '\0') {
            return said_here(t);
        } else {
            t->at += t->at[0] == '%' && t->at[1] == '%';
            bl_put_char(out, *t->at++);
        }
    }
    return NULL;
}

void bl_put_fact(struct bl_text *out, const struct bl_fact *fact, const struct bl_voice *voice)
{
    struct telling t = tell(fact, voice);
    for (const struct bl_arg *a; (a = next_arg(out, &t, voice)) != NULL;)
        put_arg(out, a, voice);
}

/* ---- comparing, JSON -------------------------------------------------------- */

bool bl_same_fact(const struct bl_fact *a, const struct bl_fact *b)
{
    if (a->format != b->format && strcmp(a->format, b->format) != 0)
        return false;
    const char *at = a->format;
    for (size_t i = 0; bl_format_letter(&at); i++) {
        const struct bl_arg *x = &a->args[i], *y = &b->args[i];
        if (x->number != y->number || (x->text && strcmp(x->text, y->text) != 0))
            return false;
    }
    return true;
}

static void json_arg(struct bl_text *out, const struct bl_arg *a)
{
    char room[8];
    struct bl_text card = BL_TEXT_FIXED(room);
    const struct bl_pack *pack = a->kind == 'f' ? &bl_french_pack : &bl_german_pack;
    const char suit[2] = {pack->suit_letters[a->number & 3], '\0'};
    switch (a->kind) {
    case 't': bl_json_put_bool(out, a->number); break;
    case 'w': case 's': case 'l': case 'C': case 'D': bl_json_put_string(out, a->text); break;
    case 'f': case 'g': bl_json_put_string(out, suit); break;
    case 'F': case 'G':
        put_arg(&card, a, NULL);
        bl_json_put_string(out, room);
        break;
    default: bl_json_put_int(out, a->number); break;
    }
}

/* {"F":"7H"}, {"F":"7H","object":true} */
static void json_part(struct bl_text *out, const struct bl_arg *a, bool object,
                      const struct bl_voice *voice)
{
    BL_LOCAL struct bl_text plain = bl_text_heap();
    bl_json_open(out, '{');
    bl_json_key(out, (const char[2]){a->kind, '\0'});
    json_arg(out, a);
    if (a->kind == 'l' && put_plain(&plain, a->text, voice))
        bl_json_putf(out, "'plain':%s", plain.s);
    if (object)
        bl_json_putf(out, "'object':%t", true);
    bl_json_close(out, '}');
}

void bl_json_putf(struct bl_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (*format != '}' && *format != ']')
        bl_json_put_raw(out, "");   /* the comma */
    for (const char *p = format; *p; p++) {
        const char *plain = p;
        while (*p && *p != '\'' && *p != '%')
            p++;
        bl_put_bytes(out, plain, (size_t)(p - plain));
        if (!*p)
            break;
        if (*p == '\'') {
            bl_put_char(out, '"');
            continue;
        }
        if (*++p == 's') {
            bl_json_put_string(out, va_arg(args, const char *));
            continue;
        }
        if (*p == 'u') {   /* like %d also inside a string: '%u' */
            bl_put_uint(out, va_arg(args, uint64_t));
            continue;
        }
        if (*p == 'r') {
            bl_put_real(out, va_arg(args, double));
            continue;
        }
        struct bl_arg a = bl_format_arg(*p, &args);
        if (strchr("tFG", a.kind))
            json_arg(out, &a);
        else if (a.kind == 'p' && a.number < 0)
            bl_put(out, "null");
        else
            bl_put_int(out, a.number);
    }
    va_end(args);
}

/* What a reader may want to draw. */
static bool is_drawn(char kind)
{
    return kind != '\0' && strchr("pFGfglCD", kind) != NULL;
}

static void json_parts(struct bl_text *out, const struct bl_fact *fact, const struct bl_voice *voice)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct telling t = tell(fact, voice);
    const struct bl_arg *a;
    bl_json_open(out, '[');
    do {
        a = next_arg(&words, &t, voice);
        if (a && !is_drawn(a->kind)) {
            put_arg(&words, a, voice);
            continue;
        }
        if (words.len > 0)
            bl_json_put_string(out, words.s);
        bl_text_clear(&words);
        struct bl_arg card;
        const char *at = a && (a->kind == 'C' || a->kind == 'D') ? a->text : "";
        if (a && !*at)
            json_part(out, a, t.object, voice);
        while (*at && next_card(&at, a->kind, &card)) {
            json_part(out, &card, t.object, voice);
            if (*at)
                bl_json_put_string(out, " ");
        }
    } while (a);
    bl_json_close(out, ']');
}

void bl_json_put_words(struct bl_text *out, const struct bl_fact *fact, const struct bl_voice *voice)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_put_fact(&words, fact, voice);
    bl_json_putf(out, "'text':%s,'parts':", words.s);
    json_parts(out, fact, voice);
}

void bl_json_put_fact(struct bl_text *out, const struct bl_fact *fact, const struct bl_voice *voice)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_put_fact(&words, fact, voice);
    bl_json_putf(out, "{'text':%s,'format':%s,'args':[", words.s, fact->format);
    const char *at = fact->format;
    for (size_t i = 0; bl_format_letter(&at); i++)
        json_arg(out, &fact->args[i]);
    bl_put_char(out, ']');
    if (voice) {
        bl_json_key(out, "parts");
        json_parts(out, fact, voice);
    }
    bl_put_char(out, '}');
}

/* ---- at once ---------------------------------------------------------------- */

void bl_tellfv(struct bl_text *t, const struct bl_voice *voice, const char *format, va_list args)
{
    struct bl_arg list[MOST_LETTERS] = {0};
    va_list left;
    va_copy(left, args);
    const char *at = format;
    char letter;
    for (size_t i = 0; i < MOST_LETTERS && (letter = bl_format_letter(&at)) != '\0'; i++)
        list[i] = bl_format_arg(letter, &left);
    va_end(left);
    bl_put_fact(t, &(struct bl_fact){format, list}, voice);
}

void bl_putf(struct bl_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bl_tellfv(t, NULL, format, args);
    va_end(args);
}
