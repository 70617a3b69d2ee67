/* play_obey.c - what a person typed, carried out: a move, a command, or words. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "base/utf8.h"
#include "bylaw/card.h"
#include "play.h"

bool text_begins(const char *text, const char *word, const char **rest)
{
    size_t n = strlen(word);
    if (strncasecmp(text, word, n) != 0 || (text[n] && text[n] != ' ' && text[n] != '\t'))
        return false;
    *rest = skip_spaces(text + n);
    return true;
}

bool text_is(const char *text, const char *word)
{
    return strcasecmp(text, word) == 0;
}

bool text_cuts(const char *text, const char *word)
{
    return *text && strncasecmp(word, text, strlen(text)) == 0;
}

const char *const answer_yes = FACT("yes y"), *const answer_no = FACT("no n");

/* Whether a text is one of the words of a list. */
static bool is_one_of(const char *text, const char *list)
{
    size_t size = strlen(text);
    for (; size > 0 && *list; list += strcspn(list, " "), list += strspn(list, " "))
        if (strcspn(list, " ") == size && strncasecmp(list, text, size) == 0)
            return true;
    return false;
}

static bool is_answer(const char *text, const char *english)
{
    return is_one_of(text, english) || is_one_of(text, cli_said(english));
}

bool is_yes(const char *text)
{
    return is_answer(text, answer_yes);
}

bool is_no(const char *text)
{
    return is_answer(text, answer_no);
}

/* ---- who ------------------------------------------------------------------ */

int named_seat(const char **text)
{
    const char *t = *text;
    bool as = strncmp(t, "as", 2) == 0 && (t[2] == ' ' || t[2] == '\t');
    if (as)
        t = skip_spaces(t + 2);
    uint64_t seat;
    if (!bl_take_number(&t, 99, &seat) || (!as && *t != ':'))
        return SEAT_NOT_NAMED;
    *text = skip_spaces(t + (*t == ':'));
    return (int)seat - 1;   /* people count from 1 */
}

bool find_speaker(const struct session *s, const char **text, int *speaker)
{
    int seat = named_seat(text);
    if (seat == SEAT_NOT_NAMED)
        return true;
    if (seat < 0 || seat >= bl_match_setup(s->m)->players)
        play_say("There is no player %d.", seat + 1);
    else if (bl_match_bot(s->m, seat))
        play_say("Player %d is %s, a bot (%s).", seat + 1, s->names[seat], bl_match_bot(s->m, seat)->name);
    else
        *speaker = seat;
    return *speaker == seat;
}

/* ---- moves ---------------------------------------------------------------- */

/* Legal moves, those next to what was refused first: what each does, and how it is typed. */
static void put_instead(struct bl_text *words, struct session *s, const struct bl_play *refused)
{
    enum { NAMED = 3 };
    const bl_move *legal;
    bl_move moves[BL_FEW_MOVES];
    uint32_t n = bl_match_instead(s->m, s->at_keyboard, refused, moves);
    uint32_t shown = n > NAMED + 1 ? NAMED : n;
    for (uint32_t i = 0; i < shown; i++) {
        bl_put(words, i > 0 ? "; " : "");
        put_offer(words, s, moves[i]);
        bl_put(words, " (");
        put_listed(words, s, moves[i]);
        bl_put_char(words, ')');
    }
    if (n > shown)
        cli_tell(words, "; `moves` lists all %d", (int)bl_match_moves(s->m, &legal));
}

static void show_refusal(struct session *s, const struct bl_play *play, const struct bl_reply *reply)
{
    BL_LOCAL struct bl_text fact = bl_text_heap(), instead = bl_text_heap();
    bl_put(&fact, "");
    bl_put(&instead, "");
    if (*reply->fact.format)
        put_fact(&fact, s, &reply->fact);
    put_instead(&instead, s, play);
    put_refusal(&s->page, s, fact.s, instead.s, reply->clause);
    show(&s->page);
}

/* As it is written: what a move points to lasts no longer than its line. */
static void note_refusal(struct session *s, const struct bl_play *play)
{
    if (s->refused.cap == 0)
        s->refused = bl_text_heap();
    bl_text_clear(&s->refused);
    bl_match_put_move(s->m, play->seat, play, &s->refused);
    s->refused_seat = play->seat;
    s->refused_at = bl_match_count(s->m) + 1;
}

/* The reply to `speaker`, shown to the person at the keyboard; facts may tell cards. `play` is what was
 * asked for, NULL: nothing but words. */
static void answer(struct session *s, int speaker, const struct bl_play *play, struct bl_reply *reply)
{
    int reader = s->at_keyboard;
    if (reply->answer == BL_ACCEPTED) {
        show_news(s, reader);
    } else if (reply->answer == BL_FORBIDDEN) {
        if (reader != speaker && secrets_between(s, reader, speaker))
            reply->fact.format = "";
        show_refusal(s, play, reply);
        if (play && reader == speaker)
            note_refusal(s, play);
    }
}

bool make_play(struct session *s, const struct bl_play *play)
{
    struct bl_reply reply;
    if (s->submit) {
        BL_LOCAL struct bl_text move = bl_text_heap();
        bl_match_put_move(s->m, play->seat, play, &move);
        return s->submit(s, move.s);
    }
    bl_match_play(s->m, play, &reply);
    answer(s, play->seat, play, &reply);
    return reply.answer == BL_ACCEPTED;
}

const struct bl_fact *read_play(struct session *s, int speaker, const char *text, struct bl_play *play)
{
    const struct bl_fact *wrong = NULL;
    bool counted = speaker == bl_match_to_move(s->m);
    bool number = text[strspn(text, "#0123456789")] == '\0';
    int64_t listed = counted && number ? find_move(s, text) : -1;
    if (listed < 0)
        wrong = bl_match_read(s->m, speaker, text, play);
    if (wrong && counted)
        listed = find_move(s, text);
    if (wrong && listed < 0)
        listed = find_written(s, text);
    if (listed < 0)
        return wrong;
    *play = (struct bl_play){.move = (bl_move)listed, .seat = (int8_t)speaker};
    if (play->move & BL_OPEN)
        BL_WRONG("the rest must be written too");
    return NULL;
}

bool read_loosely(struct session *s, int speaker, const char *text, struct bl_play *play)
{
    BL_LOCAL struct bl_text choices = bl_text_heap();
    int64_t found = -1;
    bl_move move;
    bool counted = speaker == bl_match_to_move(s->m);
    uint32_t like = counted ? find_loosely(s, text, &choices, &move) : 0;
    if (like == 1)
        found = move;
    else if (begins_with_card(s, text))
        found = find_with_cards(s, text);
    if (found == -1 && counted && like == 0 && is_bare_cards(s, text) && !read_bare_cards(s, speaker, text, play))
        return true;
    *play = (struct bl_play){.move = (bl_move)found, .seat = (int8_t)speaker};
    return found >= 0;
}

/* Each command in English, then in the reader's language. */
static const char *word_name(size_t i)
{
    enum { MOST = 64 };
    static struct spelling all[MOST];
    const char *name = i < 2 * MOST ? play_words[i / 2].name : NULL;
    if (!name)
        return NULL;
    all[i / 2] = spelling_of(name);
    return i % 2 == 0 ? all[i / 2].english : all[i / 2].own;
}

/* "#4" where that is a card. */
static void shrug_at_card(const struct session *s, const char *card, struct bl_text *out)
{
    BL_LOCAL struct bl_text moves = bl_text_heap();
    unsigned n = put_moves_with(&moves, s, card, 4);
    if (n == 0)
        cli_tell(out, "%s is a card, and no move here is about it.", card);
    else
        cli_tell(out, n > 4 ? FACT("%s is a card, not a move: %s …") : FACT("%s is a card, not a move: %s."),
                 card, moves.s);
    bl_put_char(out, ' ');
    cli_tell(out, "A move of the list has its number without a #.");
}

/* The command that was meant perhaps; NULL: none is near, or the text begins as a move does. */
static const char *near_word(const struct session *s, const char *text)
{
    char first[32] = "";
    size_t length = strcspn(text, " \t");
    BL_LOCAL struct bl_text none = bl_text_heap();
    memcpy(first, text, length < sizeof first ? length : 0);
    bool moves = first[0] && put_moves_with(&none, s, first, 0) > 0;
    const char *near = first[0] && !moves && !begins_with_card(s, text) ? cli_nearest(first, word_name) : NULL;
    for (const struct word *w = play_words; near && *skip_spaces(text + length) && w->name; w++)
        if (w->text && !*w->takes && (strcmp(w->name, near) == 0 || strcmp(spelling_of(w->name).own, near) == 0))
            near = NULL;   /* nothing follows that one */
    return near;
}

/* Whether words are typed that are nothing like how moves are written, where the list has words for them. */
static bool is_talk(const struct session *s, const char *text)
{
    BL_LOCAL struct bl_text first = bl_text_heap(), none = bl_text_heap();
    bl_put_bytes(&first, text, strcspn(text, " \t"));
    return s->screen.typed && !s->terse && isalpha((unsigned char)*text) && !begins_with_card(s, text) &&
           !play_extra(s->game)->put_turn && put_moves_with(&none, s, first.s, 0) == 0;
}

/* Whether a number that is no move by itself is one of the list with a # before it. */
static bool has_place(const struct session *s, const char *text)
{
    BL_LOCAL struct bl_text place = bl_text_heap();
    bl_putf(&place, "#%s", text);
    return is_place(text) && *text != '#' && needs_hash(s) && find_move(s, place.s) >= 0;
}

void shrug(const struct session *s, const char *text, const struct bl_fact *wrong)
{
    const bl_move *moves;
    BL_LOCAL struct bl_text out = bl_text_heap(), why = bl_text_heap();
    bl_put_fact(&why, wrong, &(struct bl_voice){.catalogue = cli_catalogue});
    bool card = *text == '#' && is_place(text) && play_extra(s->game)->cards_have_numbers;
    const char *near = near_word(s, text);
    if (*text && text[strlen(text) - 1] == '?')
        cli_tell(&out, "Is that a question? `why MOVE` says what the rules say to a move, `hint` what a bot would play.");
    else if (card)
        shrug_at_card(s, text, &out);
    else if (is_place(text) && (*text == '#' || !needs_hash(s)))
        cli_tell(&out, "There is no move %s: the list has %d.", text, (int)bl_match_moves(s->m, &moves));
    else if (is_talk(s, text))
        cli_tell(&out, "That is no move of this game: type the number of one, as `%s`, or its words in the list.",
                 needs_hash(s) ? "#1" : "1");
    else
        cli_tell(&out, "That is no move of this game: %s.", why.s);
    if (near)
        cli_tell(&out, " Did you mean `%s`?", near);
    else if (has_place(s, text))
        cli_tell(&out, " (#%s is the move of that number.)", text);
    else if (!card)
        cli_tell(&out, " `help` says what can be typed.");
    play_say("%s", out.s);
}

/* Whether a text is the beginning or the end of what an offer says to do, before it says what for:
 * `aussetzen`, `ziehen`. */
static bool is_said(const char *offer, const char *text)
{
    enum { LEAST = 5 };   /* bytes: articles and the like mean nothing */
    size_t size = strlen(text), whole = strcspn(offer, ":,;");
    const char *end = offer + whole - size;
    return strcasecmp(offer, text) == 0 ||
           (size >= LEAST && size <= whole &&
           ((strncasecmp(offer, text, size) == 0 && (size == whole || offer[size] == ' ')) ||
            (strncasecmp(end, text, size) == 0 && (size == whole || end[-1] == ' '))));
}

/* The one move of the list that is offered in these words; false: there is none, or more than one. */
static bool play_offered(struct session *s, int speaker, const char *text)
{
    const bl_move *moves;
    struct bl_play play = {.seat = (int8_t)speaker};
    uint32_t found = 0, n = speaker == bl_match_to_move(s->m) ? bl_match_moves(s->m, &moves) : 0;
    for (uint32_t i = 0; i < n; i++) {
        BL_LOCAL struct bl_text offer = bl_text_heap();
        put_offer(&offer, s, moves[i]);
        spell_cards(s->game, offer.s);
        bool said = is_said(offer.s, text);
        found += said;
        play.move = said ? moves[i] : play.move;
    }
    return found == 1 && !(play.move & BL_OPEN) && (make_play(s, &play), true);
}

static bool begins_offer(const char *offer, const char *text)
{
    size_t size = strlen(text);
    return (strncasecmp(offer, text, size) == 0 && strchr(" :,", offer[size])) || is_said(offer, text);
}

/* Words with which several moves of the list begin: these are shown; false: there are none. */
static bool show_offered(struct session *s, int speaker, const char *text)
{
    if (speaker != bl_match_to_move(s->m) || s->terse)
        return false;
    struct move_list l = list_offered(s, begins_offer, text);
    bool any = l.count > 1;
    if (any) {
        put_paragraph(&s->page, s, "", 2, "`%s` may be several moves; type more of the words, or a number:", text);
        put_list(&s->page, &s->screen, s->game, &l, s->screen.typed ? s->screen.rows - 4 : 0);
        show(&s->page);
    }
    free_list(&l);
    return any;
}

static void say_words(struct session *s, int speaker, const char *text, const struct bl_fact *wrong)
{
    struct bl_reply reply;
    bl_match_hear(s->m, speaker, text, &reply);
    if (reply.answer != BL_CHATTER)
        answer(s, speaker, NULL, &reply);
    else if (wrong && !play_offered(s, speaker, text) && !show_offered(s, speaker, text))
        shrug(s, text, wrong);
    else if (wrong)
        return;
    else
        play_say("Nobody minds: in this game those words mean nothing.");
}

/* ---- all of it ------------------------------------------------------------ */

/* The suit whose sign stands there, full or outlined; -1: none. */
static int suit_sign(const char *s)
{
    static const char *const full[] = {"♣", "♦", "♥", "♠"}, *const outlined[] = {"♧", "♢", "♡", "♤"};
    for (int suit = 0; suit < 4; suit++)
        if (strncmp(s, full[suit], 3) == 0 || strncmp(s, outlined[suit], 3) == 0)
            return suit;
    return -1;
}

const struct bl_pack *cli_pack(const struct bl_game *game)
{
    int (*read)(const char *text) = game->notation->read_card;
    return !read ? NULL : read("TC") >= 0 ? &bl_french_pack : read("XA") >= 0 ? &bl_german_pack : NULL;
}

/* The suit whose name in the reader's language begins with what stands there, where suits have no signs, and
 * how many bytes that takes; -1: none. */
static int suit_initial(const struct bl_pack *pack, const char *at, size_t *bytes)
{
    for (unsigned suit = 0; pack->plain && suit < pack->suits; suit++) {
        const char *name = bl_suit_say(cli_catalogue, pack, suit);
        *bytes = bl_utf8_bytes(name, 1);
        if (strncasecmp(name, at, *bytes) == 0 && (at[*bytes] == ' ' || !at[*bytes]))
            return (int)suit;
    }
    return -1;
}

/* Whether what was written up to here is the rank of a card, or asks for a suit. */
static bool waits_for_suit(const struct bl_pack *pack, const char *text, const char *to)
{
    bool begins = to > text && (to - 1 == text || to[-2] == ' ');
    return begins && (to[-1] == '>' || strchr(pack->rank_letters, toupper((unsigned char)to[-1])));
}

/* Signs of suits, as the table shows them, and the first letters of their names become the letters of the
 * notation, and "10" before a suit the letter of a ten. What follows a sign to say how it is drawn (U+FE0E, U+FE0F) goes. */
void spell_cards(const struct bl_game *game, char *text)
{
    const struct bl_pack *pack = cli_pack(game);
    char *to = text;
    for (const char *from = text; pack && *from;) {
        size_t bytes = 3;
        int suit = suit_sign(from);
        if (suit < 0 && waits_for_suit(pack, text, to) && !strchr(pack->suit_letters, toupper((unsigned char)*from)))
            suit = suit_initial(pack, from, &bytes);
        if (suit >= 0) {
            *to++ = pack->suit_letters[suit];
            from += bytes;
            if (strncmp(from, "\xef\xb8\x8e", 3) == 0 || strncmp(from, "\xef\xb8\x8f", 3) == 0)
                from += 3;
            continue;
        }
        bool ten = strncmp(from, "10", 2) == 0 && (to == text || to[-1] == ' ') && from[2] &&
                   (suit_sign(from + 2) >= 0 || strchr(pack->suit_letters, toupper((unsigned char)from[2])));
        *to++ = ten ? pack == &bl_french_pack ? 'T' : 'X' : *from;
        from += ten ? 2 : 1;
    }
    if (pack)
        *to = '\0';
}

/* ---- commands ------------------------------------------------------------- */

static const struct word *find_word(struct session *s, const char *text)
{
    size_t length = strcspn(text, " \t");
    s->rest = skip_spaces(text + length);
    for (const struct word *w = play_words; w->name && !is_bare_cards(s, text); w++)   /* `as` may be an ace */
        if (strlen(w->name) == length && strncasecmp(w->name, text, length) == 0)
            return w;
    return NULL;
}

/* The commands that begin so: how many names, the shortest if it begins all of them, and all of them
 * put on to the choices, of which there are `before`. Aliases count where nothing else does. */
static uint32_t find_begun(struct session *s, const char *text, uint32_t before,
                           struct bl_text *choices, const struct word **found)
{
    size_t length = strcspn(text, " \t");
    uint32_t count = 0;
    const struct word *least = NULL, *alias = NULL, *last = NULL;
    char shortest[sizeof (struct spelling)] = "";
    s->rest = skip_spaces(text + length);
    size_t chosen = choices->len;
    for (const struct word *w = play_words; w->name && !is_bare_cards(s, text); w++) {
        bool slip = length == 1 && tolower((unsigned char)*text) == 'q';   /* meant for a pager */
        struct spelling both = spelling_of(w->name);
        const char *name = begun_as(&both, text, length);
        if (length == 0 || slip || !name || (last && strcmp(w->name, last->name) == 0))
            continue;
        if (!w->text) {
            alias = w;
            continue;
        }
        last = w;
        if (least && strncmp(name, shortest, strlen(shortest)) == 0)
            continue;
        least = w;
        count++;
        snprintf(shortest, sizeof shortest, "%s", name);
        bl_putf(choices, before + count > 1 ? ", `%s`" : "`%s`", name);
    }
    if (count > 1 && length == 1 && *s->rest) {   /* "L s9": a letter of a move, not of commands */
        choices->len = chosen;
        choices->s[chosen] = '\0';
        return 0;
    }
    *found = least ? least : alias;
    return count > 0 ? count : alias != NULL;
}

/* "2: why 8 3D" is "why 2: 8 3D"; other commands are nobody's in particular. */
static void run_word(struct session *s, int speaker, const struct word *word)
{
    BL_LOCAL struct bl_text of_speaker = bl_text_heap();
    bool asks_why = strcmp(word->name, "why") == 0 && *s->rest;
    bl_putf(&of_speaker, "%d: %s", speaker + 1, s->rest);
    if (speaker != s->at_keyboard)
        s->rest = of_speaker.s;
    if (speaker == s->at_keyboard || asks_why)
        word->run(s);
    else
        play_say("`%s` is for the player at the keyboard; leave `%d:` out.", word->name, speaker + 1);
    show_paged(&s->screen, &s->page);
}

bool obey_word(struct session *s, const char *text)
{
    BL_LOCAL struct bl_text choices = bl_text_heap();
    const struct word *word = find_word(s, text);
    if (!word && find_begun(s, text, 0, &choices, &word) != 1)
        return false;
    run_word(s, s->at_keyboard, word);
    return true;
}

/* `"WORDS` or `"WORDS"`. */
static void say_quoted(struct session *s, int speaker, const char *text)
{
    BL_LOCAL struct bl_text said = bl_text_heap();
    bl_put(&said, skip_spaces(text + 1));
    if (said.len > 0 && said.s[said.len - 1] == '"')
        said.s[said.len - 1] = '\0';
    say_words(s, speaker, said.s, NULL);
}

/* What each of the moves does that a text may mean. */
static void show_choices(struct session *s, const char *choices)
{
    const bl_move *moves;
    uint32_t n = *choices ? bl_match_moves(s->m, &moves) : 0;
    for (uint32_t i = 0; i < n; i++) {
        BL_LOCAL struct bl_text move = bl_text_heap(), quoted = bl_text_heap(), offer = bl_text_heap();
        put_listed(&move, s, moves[i]);
        bl_putf(&quoted, "`%s`", move.s);
        put_offer(&offer, s, moves[i]);
        if (strstr(choices, quoted.s) && offer.len > 0)
            put_two_columns(&s->page, move.s, offer.s, 14, s->screen.look.columns);
    }
    show(&s->page);
}

/* Whether a text is a word and then cards: "lay 7a", as the offers say it. The word may be left out. */
static bool names_cards_after(const struct session *s, const char *text)
{
    const char *rest = skip_spaces(text + strcspn(text, " \t"));
    return !begins_with_card(s, text) && strspn(text, "#0123456789") == 0 && is_bare_cards(s, rest) &&
           !play_extra(s->game)->cards_have_numbers;
}

/* The same with the word behind them, as other languages have it: "7a legen". The bytes of the cards; 0: no. */
static size_t names_cards_before(const struct session *s, const char *text)
{
    const char *last = strrchr(text, ' ');
    BL_LOCAL struct bl_text cards = bl_text_heap();
    bl_put_bytes(&cards, text, last ? (size_t)(last - text) : 0);
    bool word = last && (isalpha((unsigned char)last[1]) || (unsigned char)last[1] >= 0x80);
    return word && !begins_with_card(s, last + 1) && is_bare_cards(s, cards.s) ? cards.len : 0;
}

/* What is neither written as the list has it nor a command by its name: cut short, cards alone, or in
 * another order. False: it is nothing of the kind. */
static bool obey_loosely(struct session *s, int speaker, const char *text)
{
    BL_LOCAL struct bl_text choices = bl_text_heap();
    const struct word *word = NULL;
    struct bl_play play = {.seat = (int8_t)speaker};
    bool counted = speaker == bl_match_to_move(s->m);
    uint32_t moves = counted ? find_loosely(s, text, &choices, &play.move) : 0;
    uint32_t words = find_begun(s, text, moves, &choices, &word);
    if (moves + words > 1) {
        play_say("`%s` may be %s.", text, choices.s);
        show_choices(s, moves > 0 && !s->terse ? choices.s : "");
    } else if (words == 1) {
        run_word(s, speaker, word);
    } else if (moves == 1) {
        make_play(s, &play);
    } else if (counted && names_cards_after(s, text)) {
        int64_t said = find_said(s, text);
        play.move = (bl_move)said;
        if (said >= 0)
            return make_play(s, &play), true;
        return obey_loosely(s, speaker, skip_spaces(text + strcspn(text, " \t")));
    } else if (counted && names_cards_before(s, text) > 0 && !play_extra(s->game)->cards_have_numbers) {
        BL_LOCAL struct bl_text cards = bl_text_heap();
        bl_put_bytes(&cards, text, names_cards_before(s, text));
        return obey_loosely(s, speaker, cards.s);
    } else if (counted && begins_with_card(s, text) && !play_extra(s->game)->cards_have_numbers) {
        int64_t only = find_with_cards(s, text);
        play.move = (bl_move)only;
        if (only == -2 || (only == -1 && !is_bare_cards(s, text)))
            return false;
        const struct bl_fact *wrong = only < 0 ? read_bare_cards(s, speaker, text, &play) : NULL;
        if (wrong)
            shrug(s, text, wrong);
        else
            make_play(s, &play);
    } else {
        return false;
    }
    return true;
}

/* A move that is refused as it is written may be meant with its cards in another order. */
static void put_in_order(struct session *s, const char *text, struct bl_play *play)
{
    const bl_move *moves;
    BL_LOCAL struct bl_text choices = bl_text_heap();
    bl_move other;
    if (play->seat != bl_match_to_move(s->m) || play->move & BL_OPEN)
        return;
    uint32_t n = bl_match_moves(s->m, &moves);
    for (uint32_t i = 0; i < n; i++)
        if (moves[i] == play->move)
            return;
    if (find_loosely(s, text, &choices, &other) == 1)
        play->move = other;
}

/* Whether a line is said aloud, or a command that is about no move: what it names is no card. */
static bool is_about_else(struct session *s, const char *typed)
{
    static char own[PLAY_MAX_LINE];
    const char *words;
    if (text_begins(typed, "say", &words))
        return true;
    snprintf(own, sizeof own, "%s", typed);
    spell_command(own);
    const struct word *word = find_word(s, own);
    return word && strcmp(word->name, "why") != 0 && strcmp(word->name, "as") != 0;
}

void obey(struct session *s, char *typed)
{
    const char *text = typed;
    int speaker = s->at_keyboard;
    spell_cards(s->game, typed);
    if (*typed != '"' && !is_about_else(s, typed))
        spell_names(s->game, typed);
    if (!*text || !find_speaker(s, &text, &speaker))
        return;
    if (*text == '"') {
        say_quoted(s, speaker, text);
        return;
    }
    struct bl_play play;
    const struct play_extra *extra = play_extra(s->game);
    if (speaker == s->at_keyboard && extra->obey && extra->obey(s, text))
        return;
    const struct bl_fact *wrong = read_play(s, speaker, text, &play);
    if (wrong && speaker == s->at_keyboard && text == typed)
        spell_command(typed);
    const struct word *word = wrong ? find_word(s, text) : NULL;
    if (word) {
        run_word(s, speaker, word);
    } else if (wrong) {
        if (!obey_loosely(s, speaker, text))
            say_words(s, speaker, text, wrong);
    } else {
        put_in_order(s, text, &play);
        if (!make_play(s, &play) && has_place(s, text))
            play_say("(#%s is the move of that number in the list.)", text);
    }
}
