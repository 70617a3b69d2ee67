/* play_spell.c - the words of commands and of cards, in English and as the reader's language has them. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "play.h"

/* The commands, and the same in the reader's language, in the same order. */
static const char *const commands =
    FACT("help hint moves table guide terms why rule rules undo save log lesson review again menu quit players opponents "
         "language back resign rulings options seed casual games resume");

/* The word of a list that has that place; false: it is shorter. */
static bool take_word(const char *list, size_t place, char *word, size_t size)
{
    for (; place > 0 && *list; place--)
        list = skip_spaces(list + strcspn(list, " "));
    snprintf(word, size, "%.*s", (int)strcspn(list, " "), list);
    return word[0] != '\0';
}

/* They are asked for often: cut once for each language. */
const struct spelling *nth_spelling(size_t n)
{
    enum { MOST = 40 };
    static struct spelling all[MOST];
    static size_t count;
    static const char *language;
    if (language != cli_language)
        for (count = 0; count < MOST && take_word(commands, count, all[count].english, sizeof all->english) &&
                        take_word(cli_said(commands), count, all[count].own, sizeof all->own); count++)
            continue;
    language = cli_language;
    return n < count ? &all[n] : NULL;
}

struct spelling spelling_of(const char *command)
{
    struct spelling s;
    const struct spelling *known;
    for (size_t n = 0; (known = nth_spelling(n)) != NULL; n++)
        if (strcmp(known->english, command) == 0)
            return *known;
    snprintf(s.english, sizeof s.english, "%s", command);
    snprintf(s.own, sizeof s.own, "%s", command);
    return s;
}

const char *begun_as(const struct spelling *s, const char *text, size_t length)
{
    return strncasecmp(s->own, text, length) == 0 ? s->own : strncasecmp(s->english, text, length) == 0 ? s->english : NULL;
}

void spell_command(char text[PLAY_MAX_LINE])
{
    const struct spelling *s;
    size_t n = 0, typed = strcspn(text, " \t"), rest = strlen(text + typed) + 1;
    while ((s = nth_spelling(n)) != NULL && (strlen(s->own) != typed || strncasecmp(s->own, text, typed) != 0))
        n++;
    size_t size = s ? strlen(s->english) : 0;
    if (!s || typed == 0 || size + rest > PLAY_MAX_LINE)
        return;
    memmove(text + size, text + typed, rest);
    memcpy(text, s->english, size);
}

/* ---- cards by their names -------------------------------------------------- */

struct span {
    const char *at;
    size_t size;
};

static bool is_span(struct span word, const char *text)
{
    return strlen(text) == word.size && strncasecmp(text, word.at, word.size) == 0;
}

/* The place of a word in a list of them; -1: it is not there. */
static int place_in(const char *list, struct span word)
{
    char one[64];
    for (size_t n = 0; take_word(list, n, one, sizeof one); n++)
        if (is_span(word, one))
            return (int)n;
    return -1;
}

static int suit_named(const struct bl_pack *pack, struct span word)
{
    for (unsigned suit = 0; suit < pack->suits; suit++)
        if (is_span(word, pack->suit_names[suit]) || is_span(word, bl_suit_say(cli_catalogue, pack, suit)))
            return (int)suit;
    return -1;
}

/* By its name, its letter, or "10". */
static int rank_named(const struct bl_pack *pack, struct span word)
{
    bool french = pack == &bl_french_pack;
    const char *names = french ? FACT("ace two three four five six seven eight nine ten jack queen king")
                               : FACT("seven eight nine ten under over king ace");
    int own = place_in(cli_said(names), word), rank = own >= 0 ? own : place_in(names, word);
    const char *letter = word.size == 1 ? strchr(pack->rank_letters, toupper((unsigned char)*word.at)) : NULL;
    if (rank < 0 && is_span(word, "10"))
        letter = strchr(pack->rank_letters, french ? 'T' : 'X');
    return rank >= 0 ? rank : letter ? (int)(letter - pack->rank_letters) : -1;
}

static bool is_card_at(const struct bl_pack *pack, const char *at)
{
    return strchr(pack->rank_letters, toupper((unsigned char)at[0])) && strchr(pack->suit_letters, toupper((unsigned char)at[1]));
}

/* How many words from there on name a card: "king of hearts", "8 clubs", "Herz Dame"; 0: they do not. */
static size_t card_named(const struct bl_pack *pack, const struct span *words, size_t count, int *rank, int *suit)
{
    size_t of = count > 2 && (is_span(words[1], "of") || is_span(words[1], cli_said(FACT("of")))) ? 2 : 1;
    if (count < 2)
        return 0;
    *rank = rank_named(pack, words[0]);
    *suit = suit_named(pack, words[of]);
    if (*rank >= 0 && *suit >= 0)
        return of + 1;
    *suit = suit_named(pack, words[0]);
    *rank = rank_named(pack, words[1]);
    return *rank >= 0 && *suit >= 0 ? 2 : 0;
}

void spell_names(const struct bl_game *game, char *text)
{
    enum { MOST = 40 };
    const struct bl_pack *pack = cli_pack(game);
    struct span words[MOST];
    size_t count = 0;
    char *to = text;
    bool begun = false, card = false;   /* something is written, and a card stands last */
    for (const char *at = text; *at && count < MOST; count++) {
        words[count] = (struct span){at, strcspn(at, " ")};
        at = skip_spaces(at + words[count].size);
        if (*at && count + 1 == MOST)
            return;
    }
    for (size_t i = 0, taken; pack && i < count; i += taken) {
        int rank, suit;
        bool the = is_span(words[i], "the");
        size_t named = card_named(pack, words + i + the, count - i - the, &rank, &suit);
        taken = named > 0 ? named + the : 1;
        if (begun)
            *to++ = ' ';
        begun = true;
        if (named > 0) {
            *to++ = pack->rank_letters[rank];
            *to++ = pack->suit_letters[suit];
            card = true;
        } else if (card && (suit = suit_named(pack, words[i])) >= 0) {
            *to++ = pack->suit_letters[suit];   /* the one that is asked for */
        } else {
            memmove(to, words[i].at, words[i].size);
            card = words[i].size == 2 && is_card_at(pack, to);
            to += words[i].size;
        }
    }
    if (pack)
        *to = '\0';
}
