/* join_table.c - a table of a server: what happens there is told. */
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "bylaw/fact.h"
#include "bylaw/position.h"
#include "bylaw/service.h"
#include "bylaw/transcript.h"
#include "join.h"
#include "play/pledge.h"

enum { FEW = 8, MANY = 40 };   /* moves that are told to somebody who comes later, or comes back */

const char *join_name(const struct join *j, int seat)
{
    return seat >= 0 && seat < BL_MAX_SEATS && j->people[seat][0] ? j->people[seat] : cli_said("a guest");
}

void join_put_link(struct bl_text *out, const struct join *j)
{
    srv_put_address(out, &j->at);
}

void join_put_call(struct join *j, int seat)
{
    struct bl_text *out = &j->s.page;
    bl_put(out, "  ");
    cli_put_call(out, "join '");
    join_put_link(out, j);
    bl_putf(out, j->stage == WAITING || j->seat != seat || join_keeps_others(j) ? "' --seat %d\n" : "'\n", seat);
}

/* ---- the table ------------------------------------------------------------------ */

/* A match of the same set-up, for what does not hang on the cards: notation, rulebook, guide. */
static void set_up(struct join *j, struct bl_json *news)
{
    static const char *const members[] = {"game", "players", "options", "rulings", NULL};
    BL_LOCAL struct bl_text request = bl_text_heap();
    j->s.game = bl_find_game(bl_json_string(news, "game"));
    if (!j->s.game || j->s.m)
        return;
    bl_json_putf(&request, "{'ask':'deal','seed':'0'");
    for (const char *const *member = members; *member; member++)
        if (bl_json_has(news, *member)) {
            struct bl_json value = bl_json_member(news, *member);
            bl_json_key(&request, *member);
            bl_json_put_value(&request, &value);
        }
    bl_json_close(&request, '}');
    struct bl_service *service = bl_service_new();
    bl_service_ask(service, request.s, request.len);
    struct bl_match *dealt = bl_service_match(service, 1);
    if (dealt)
        j->s.m = bl_match_new(NULL, j->s.game, bl_match_setup(dealt), 0, NULL);
    bl_service_free(service);
    if (j->s.m)
        j->legal.hash = needs_hash(&j->s) ? "#" : "";
}

void join_put_seats(struct bl_text *out, const struct join *j)
{
    int players = bl_match_setup(j->s.m)->players;
    for (int seat = 0; seat < players; seat++) {
        bl_putf(out, seat > 0 ? ", %s" : "%s", j->people[seat][0] ? j->people[seat] : cli_said("free"));
        bl_put(out, j->bots >> seat & 1 ? cli_said(" (bot)") : j->quit >> seat & 1 ? cli_said(" (gave up)")
                                          : j->away >> seat & 1 ? cli_said(" (away)") : "");
    }
}

static void tell_guide(struct join *j)
{
    struct bl_text *out = &j->s.page;
    BL_LOCAL struct bl_text seats = bl_text_heap();
    put_styled(out, &j->s.screen, STYLE_STRONG, cli_said(j->s.game->title));
    bl_putf(out, " (%s)\n", j->s.game->id);
    join_put_seats(&seats, j);
    cli_put_wrapped(out, seats.s, 0, 0, j->s.screen.look.columns);
    if (!j->begun && j->stage == WAITING)
        put_paragraph(out, &j->s, "", 0, "%w", j->s.game->guide->text);
    put_paragraph(out, &j->s, "", 0, "`guide` tells how to play, `terms` what the table shows, `help` what to type.");
}

static void tell_presence(struct join *j, const char *who, bool here)
{
    if (here)
        join_tell(j, "%s is here again.", who);
    else if (j->stage == RUNNING && j->patience >= 0)
        join_tell(j, "%s has gone. When it is their turn, a bot plays on after %d {second|seconds}.", who, j->patience);
    else if (j->stage != ENDED)
        join_tell(j, "%s has gone, but keeps the seat.", who);
}

/* Who came, who went, who is away. */
static void see_seat(struct join *j, int seat, struct bl_json *now)
{
    struct bl_json name = bl_json_member(now, "name"), bot = bl_json_member(now, "bot");
    bool is_bot = !bl_json_is_null(&bot), away = bl_json_bool(now, "away"), here = bl_json_bool(now, "here");
    const char *who = !bl_json_is_null(&name) ? bl_json_to_string(&name) : is_bot ? bl_json_to_string(&bot) : "";
    uint32_t bit = UINT32_C(1) << seat;
    bool other = j->known && seat != j->seat && !is_bot, quit = false;
    if (bl_json_has(now, "quit")) {
        struct bl_json when = bl_json_member(now, "quit");
        quit = !bl_json_is_null(&when);
    }
    if (other && *who && !j->people[seat][0])
        join_tell(j, "%s sits down.", who);
    else if (other && !*who && j->people[seat][0])
        join_tell(j, "%s has left.", j->people[seat]);
    else if (other && quit && !(j->quit & bit))
        join_tell(j, "%s has given up: a bot has the seat from now on.", who);
    else if (j->known && !quit && away != !!(j->away & bit))
        join_tell(j, seat == j->seat ? away ? FACT("A bot plays for you now; `back` takes your seat again.") : FACT("You are back.")
             : away ? FACT("%s is away: a bot plays on.") : FACT("%s is back."), who);
    else if (other && *who && !quit && here != !!(j->present & bit))
        tell_presence(j, who, here);
    snprintf(j->people[seat], sizeof j->people[seat], "%s", who);
    j->bots = is_bot ? j->bots | bit : j->bots & ~bit;
    j->away = away ? j->away | bit : j->away & ~bit;
    j->quit = quit ? j->quit | bit : j->quit & ~bit;
    j->present = here ? j->present | bit : j->present & ~bit;
}

/* As the server's stories call them. */
static void name_bots(struct join *j, struct bl_json *seats, int players)
{
    const struct bl_bot *bots[BL_MAX_SEATS] = {NULL};
    const char *given[BL_MAX_SEATS] = {NULL};
    BL_LOCAL struct bl_text why = bl_text_heap();
    for (int seat = 0; seat < players; seat++) {
        struct bl_json one = bl_json_item(seats, (size_t)seat), bot = bl_json_member(&one, "bot");
        bots[seat] = bl_json_is_null(&bot) ? NULL : bl_ask_bot(bl_json_to_string(&bot), &why);
        if (!bots[seat] && !bl_json_is_null(&bot))   /* an engine of the server */
            snprintf(j->people[seat], sizeof j->people[seat], "%s", bl_json_to_string(&bot));
        given[seat] = !bots[seat] && j->people[seat][0] ? j->people[seat] : NULL;
    }
    bl_name_seats(bots, (unsigned)players, given, j->s.names);
    j->s.screen.look.names = j->s.names;
    for (int seat = 0; seat < players; seat++)
        if (bots[seat] && j->s.names[seat])
            snprintf(j->people[seat], sizeof j->people[seat], "%s", j->s.names[seat]);
}

/* A wish that goes and leaves no record was turned down. */
static void see_undo(struct join *j, struct bl_json *undo, uint32_t records)
{
    int was = j->undo;
    bool same = j->records == records;
    j->records = records;
    j->undo = bl_json_is_null(undo) ? -1 : (int)bl_json_int(undo, "seat", 0, BL_MAX_SEATS - 1);
    j->agreed = 0;
    if (j->undo >= 0) {
        struct bl_json agreed = bl_json_member(undo, "agreed");
        size_t n = bl_json_count(&agreed, BL_MAX_SEATS);
        for (size_t i = 0; i < n; i++) {
            struct bl_json seat = bl_json_item(&agreed, i);
            j->agreed |= UINT32_C(1) << bl_json_to_int(&seat, 0, BL_MAX_SEATS - 1);
        }
    }
    if (was == j->undo)
        return;
    if (was >= 0 && j->undo < 0 && same && was == j->seat)
        join_tell(j, "Your move stands: somebody does not agree.");
    else if (was >= 0 && j->undo < 0 && same)
        join_tell(j, "%s wanted a move back, but somebody does not agree: it stands.", join_name(j, was));
    else if (j->undo >= 0 && j->undo != j->seat && j->seat >= 0)
        join_tell(j, "%s would like to take the last move back: `agree`, or `no`.", join_name(j, j->undo));
    else if (j->undo == j->seat && j->seat >= 0)
        join_tell(j, "The others are asked.");
}

/* A seat that was ours until now belongs to another device. */
static void see_own(struct join *j, struct bl_json *mine)
{
    size_t n = bl_json_count(mine, BL_MAX_SEATS), i = 0;
    for (bool found = false; i < n && !found; i += !found) {
        struct bl_json seat = bl_json_item(mine, i);
        found = bl_json_to_int(&seat, 0, BL_MAX_SEATS - 1) == j->seat;
    }
    if (j->seat < 0 || !j->greeted || i < n || j->left)
        return;
    join_tell(j, j->quit >> j->seat & 1 ? FACT("You have given up: a bot has your seat, and you watch.")
                                        : FACT("Your seat has moved to another device: here you watch."));
    if (j->quit >> j->seat & 1)
        join_forget(j);
    j->seat = j->s.at_keyboard = -1;
    j->sits = j->begun = false;
    j->seen = j->count;
}

/* Where the next game is, for those who are told of it. */
static void tell_next(struct join *j)
{
    struct srv_address next = j->at;
    if (j->told_next)
        return;
    j->told_next = true;
    snprintf(next.table, sizeof next.table, "%s", j->next);
    next.secret[0] = '\0';
    join_tell(j, "Another game is set up: `again` sits down there. Others come with:");
    bl_put(&j->s.page, "  ");
    srv_put_address(&j->s.page, &next);
    bl_put_char(&j->s.page, '\n');
}

/* Which seat this is, and under which name. */
static void tell_seat(struct join *j)
{
    const char *name = j->people[j->seat];
    join_tell(j, join_keeps_others(j) ? FACT("You sit here as %s, seat %d of %d (--seat %d).")
                                      : FACT("You sit here as %s, seat %d of %d."),
              name, j->seat + 1, bl_match_setup(j->s.m)->players, j->seat);
    if (j->named && strcmp(name, j->name) != 0)
        join_tell(j, "Your name here stays the one that you sat down with; %s is not used.", j->name);
    bool other = strcmp(name, j->name) != 0;
    snprintf(j->name, sizeof j->name, "%s", name);
    if (other)
        join_keep(j, j->seat);
    j->greeted = true;
}

void join_see_table(struct join *j, struct bl_json *news)
{
    static const char *const stages[] = {"waiting", "running", "over", "given-up", NULL};
    enum stage was = j->stage;
    int free_seats = 0;
    set_up(j, news);
    if (!j->s.m)
        cli_wrong("join: this program does not know the game '%s', or not as it is set up there",
                  bl_json_string(news, "game"));
    struct bl_json seats = bl_json_member(news, "seats"), undo = bl_json_member(news, "undo");
    int players = (int)bl_json_count(&seats, BL_MAX_SEATS), stage = bl_find_name(stages, bl_json_string(news, "stage"));
    j->stage = stage < 0 ? WAITING : (enum stage)stage;
    j->patience = -1;
    if (bl_json_has(news, "patience")) {
        struct bl_json patience = bl_json_member(news, "patience");
        j->patience = bl_json_is_null(&patience) ? -1 : (int)bl_json_to_int(&patience, 0, INT32_MAX);
    }
    for (int seat = 0; seat < players; seat++) {
        struct bl_json one = bl_json_item(&seats, (size_t)seat);
        see_seat(j, seat, &one);
        free_seats += !j->people[seat][0];
    }
    name_bots(j, &seats, players);
    see_undo(j, &undo, (uint32_t)bl_json_int(news, "v", 0, UINT32_MAX));
    if (!j->known)
        tell_guide(j);
    if (!j->known && j->stage != WAITING && j->seat < 0)
        join_tell(j, "The game has begun without you: you can watch.");
    if (j->seat >= 0 && !j->greeted && j->people[j->seat][0])
        tell_seat(j);
    if (j->stage == WAITING && j->greeted && free_seats > j->free_seats) {
        join_tell(j, "Somebody is missing. The others come with:");
        bl_put(&j->s.page, "  ");
        join_put_link(&j->s.page, j);
        bl_put_char(&j->s.page, '\n');
    }
    j->free_seats = j->greeted ? free_seats : 0;
    if (j->known && was == WAITING && j->stage == RUNNING)
        join_tell(j, "The game begins.");
    if (j->stage == GIVEN_UP && was != GIVEN_UP)
        join_tell(j, j->quit ? FACT("All have given up: nobody plays on.")
                             : FACT("This game was given up: nobody came for two weeks."));
    struct bl_json next = bl_json_member(news, "again"), mine = bl_json_member(news, "mine");
    see_own(j, &mine);
    if (!bl_json_is_null(&next)) {
        snprintf(j->next, sizeof j->next, "%s", bl_json_to_string(&next));
        tell_next(j);
    }
    j->known = true;
}

void join_see_said(struct join *j, struct bl_json *said)
{
    int seat = (int)bl_json_int(said, "seat", -1, BL_MAX_SEATS - 1);
    BL_LOCAL struct bl_text line = bl_text_heap();
    bl_putf(&line, "%s: “%s”", join_name(j, seat), bl_json_string(said, "words"));
    cli_put_wrapped(&j->s.page, line.s, 0, 2, j->s.screen.look.columns);
    j->words = (int)bl_json_int(said, "n", 0, INT32_MAX - 1) + 1;
}

void join_see_words(struct join *j, struct bl_json *news)
{
    struct bl_json list = bl_json_member(news, "said");
    size_t count = bl_json_count(&list, 1000);
    for (size_t i = 0; i < count; i++) {
        struct bl_json said = bl_json_item(&list, i);
        if (bl_json_int(&said, "n", 0, INT32_MAX - 1) >= j->words)
            join_see_said(j, &said);
    }
}

/* ---- the game --------------------------------------------------------------------- */

/* The texts of a list of sentences, one after another. */
static void put_sentences(struct bl_text *out, struct bl_json *list)
{
    size_t n = bl_json_count(list, 1000);
    for (size_t i = 0; i < n; i++) {
        struct bl_json sentence = bl_json_item(list, i);
        bl_putf(out, i > 0 ? " %s" : "%s", bl_json_string(&sentence, "text"));
    }
}

static void put_member(struct bl_text *out, struct bl_json *object, const char *name)
{
    struct bl_json list = bl_json_member(object, name);
    put_sentences(out, &list);
}

void join_put_lines(struct join *j, const char *text, const char *begin, int indent)
{
    if (*text)
        cli_put_begun(&j->s.page, begin, indent, j->s.screen.look.columns, text);
}

void join_tell_event(struct join *j, struct bl_json *event)
{
    BL_LOCAL struct bl_text story = bl_text_heap();
    put_member(&story, event, "story");
    join_put_lines(j, story.s, "  ", 4);
}

/* Which of the events are told first: those since this terminal was left, or since this seat moved last;
 * not more than a few. */
static size_t first_told(const struct join *j, struct bl_json *events, size_t n)
{
    size_t from = n, most = FEW;
    if (j->seen <= n) {
        from = j->seen;
        most = MANY;
    }
    while (from > 0 && n - from < FEW && j->seen > n) {
        struct bl_json event = bl_json_item(events, from - 1);
        if (bl_json_int(&event, "seat", 0, BL_MAX_SEATS - 1) == j->seat)
            break;
        from--;
    }
    return n - from > most ? n - most : from;
}

/* What happened while nobody was here, and how much of it was done in one's own place. */
static void tell_meanwhile(struct join *j, struct bl_json *events, size_t first, size_t n)
{
    int own = 0;
    for (size_t i = first; i < n; i++) {
        struct bl_json event = bl_json_item(events, i);
        own += bl_json_int(&event, "seat", 0, BL_MAX_SEATS - 1) == j->seat;
    }
    if (own > 0)
        join_tell(j, "While you were gone, %d {move was|moves were} made for you:", own);
    else if (n > first)
        join_tell(j, "While you were gone:");
}

static void keep_legal(struct join *j, struct bl_json *view)
{
    struct bl_json legal = bl_json_member(view, "legal");
    const char *hash = j->legal.hash;
    size_t n = bl_json_count(&legal, 100000);
    free_list(&j->legal);
    j->legal = (struct move_list){hash, (uint32_t)n, bl_new(n, sizeof *j->legal.texts), bl_new(n, sizeof *j->legal.offers)};
    for (size_t i = 0; i < n; i++) {
        struct bl_json move = bl_json_item(&legal, i);
        j->legal.texts[i] = bl_text_heap();
        j->legal.offers[i] = bl_text_heap();
        bl_put(&j->legal.texts[i], bl_json_string(&move, "text"));
        if (bl_json_has(&move, "offer")) {
            struct bl_json offer = bl_json_member(&move, "offer");
            bl_put(&j->legal.offers[i], bl_json_string(&offer, "text"));
        }
    }
}

static void put_picture(struct join *j)
{
    struct bl_text *out = &j->s.page;
    if (j->viewed)
        put_table(out, &j->s, j->seat);
    else
        bl_put(out, j->text.s);
}

void join_put_table(struct join *j)
{
    put_picture(j);
    bl_put_char(&j->s.page, '\n');
    join_put_lines(j, j->due.s, "", 0);
}

void join_put_turn(struct join *j)
{
    struct bl_text *out = &j->s.page;
    const struct play_extra *extra = play_extra(j->s.game);
    bl_put_char(out, '\n');
    if (j->viewed && extra->put_turn && j->seat >= 0 && j->to_move == j->seat) {
        extra->put_turn(out, &j->s, j->seat);
        return;
    }
    join_put_table(j);
    int rows = j->s.screen.rows - count_lines(out->s) - 3;
    if (j->legal.count > 0)
        put_list(out, &j->s.screen, j->s.game, &j->legal, !j->s.screen.typed ? 0 : rows < 3 ? 3 : rows);
}

/* What this seat knows becomes a match of our own, so that the table is drawn for this screen, and
 * what `bylaw play` has for a game works here too. */
static void see_view(struct join *j, struct bl_json *view)
{
    const struct bl_game *game = j->s.game;
    BL_LOCAL struct bl_text text = bl_text_heap();
    struct bl_json value = bl_json_member(view, "state");
    struct bl_json_doc doc;
    void *state = bl_new(1, game->state_size);
    bl_json_put_value(&text, &value);
    j->viewed = !bl_read_view(game, bl_match_setup(j->s.m), text.s, text.len, state, &doc);
    if (j->viewed) {
        struct bl_match *m = bl_match_at(NULL, game, state, 0);
        bl_match_free(j->s.m);
        j->s.m = m;
        j->s.before = j->count;
    }
    free(state);
}

/* When the game is over all of it is known. */
static void put_outcome(struct join *j)
{
    struct bl_text *out = &j->s.page;
    bl_put_char(out, '\n');
    put_table(out, &j->s, j->seat);
    bl_put_char(out, '\n');
    put_result(out, &j->s, j->seat);
}

void join_see_moves(struct join *j, struct bl_json *news)
{
    int reader = (int)bl_json_int(news, "seat", -1, BL_MAX_SEATS - 1);
    if (reader != j->seat)
        return;
    struct bl_json events = bl_json_member(news, "events"), view = bl_json_member(news, "view");
    struct bl_json result = bl_json_member(&view, "result"), to_move = bl_json_member(&view, "to_move");
    size_t n = bl_json_count(&events, 1000000);
    uint32_t from = (uint32_t)bl_json_int(news, "from", 0, UINT32_MAX), was = j->count;
    bool first = !j->begun;
    j->count = (uint32_t)bl_json_int(news, "count", 0, UINT32_MAX);
    j->v = (uint32_t)bl_json_int(news, "v", 0, UINT32_MAX);
    size_t at = first ? first_told(j, &events, n) : was > from && j->count >= was ? was - from : 0;
    if (!first && j->count < was)
        join_tell(j, "Taken back; the next move is number %d.", (int)j->count + 1);
    j->records = j->v;
    if (j->count != was)
        j->undo = -1;
    if (first ? j->seen <= n : j->returns && !join_moves(j))
        tell_meanwhile(j, &events, at, n);
    for (size_t i = at; i < n; i++) {
        struct bl_json event = bl_json_item(&events, i);
        join_tell_event(j, &event);
    }
    bool news_of_turn = first || j->count != was || j->returns;
    j->begun = true;
    j->returns = false;
    j->to_move = bl_json_is_null(&to_move) ? -1 : (int)bl_json_to_int(&to_move, 0, BL_MAX_SEATS - 1);
    bl_text_clear(&j->text);
    bl_put(&j->text, bl_json_string(&view, "text"));
    bl_text_clear(&j->due);
    put_member(&j->due, &view, "due");
    keep_legal(j, &view);
    see_view(j, &view);
    bool over = !bl_json_is_null(&result);
    if (over && !j->over) {
        join_ask(j, join_see_transcript, "ask", false, "'table':%s,'request':{'ask':'transcript'}", j->at.table);
    } else if (!over && news_of_turn && (j->to_move == j->seat || first)) {
        join_put_turn(j);
    } else if (!over && news_of_turn && j->s.screen.typed) {
        join_tell(j, "It is the turn of %s.", join_name(j, j->to_move));
    }
    j->over = over;
}

void join_set_prompt(struct join *j)
{
    struct bl_text out = BL_TEXT_FIXED(j->prompt);
    const char *who = j->seat >= 0 ? j->name : cli_said("watching");
    bl_text_clear(&out);
    if (j->over || j->stage == GIVEN_UP)
        bl_put(&out, cli_said("over"));
    else if (j->lost)
        cli_tell(&out, "%s (no connection)", who);
    else if (j->begun && j->seat >= 0 && j->to_move == j->seat)
        cli_tell(&out, "%s, your turn", who);
    else if (j->begun && j->to_move >= 0)
        cli_tell(&out, "%s (%s to move)", who, join_name(j, j->to_move));
    else
        bl_put(&out, who);
    bl_put(&out, "> ");
}

/* ---- the deal ----------------------------------------------------------------------- */

/* NULL: the line has our own number; or what is wrong. */
static const char *wrong_share(struct join *j, const char *line, size_t size)
{
    struct bl_json_doc doc;
    struct bl_pledge dealt;
    uint8_t number[BL_PLEDGE];
    if (!bl_json_parse(&doc, line, size))
        return FACT("it is not told");
    struct bl_json root = bl_json_root(&doc);
    bl_read_pledge(&root, bl_match_setup(j->s.m)->players, &dealt);
    bl_json_free(&doc);
    if (dealt.bots >> j->seat & 1)
        return FACT("a bot's number stands for yours, which came too late");
    bool same = bl_read_hex(j->number, number, BL_PLEDGE) && memcmp(number, dealt.numbers[j->seat], BL_PLEDGE) == 0;
    return same ? NULL : FACT("it has another number in place of yours");
}

/* Whether the deal follows from what was pledged before, and from our own number. */
static void check_deal(struct join *j)
{
    struct bl_memory memory = {j->transcript.s, j->transcript.s + j->transcript.len};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    const char *wrong = NULL, *dealt = strstr(j->transcript.s, "{\"t\":\"dealt\"");
    if (!verdict.ok)
        wrong = verdict.why;
    else if (!verdict.dealt || !dealt)
        wrong = FACT("it is not told");
    else if (j->hash[0] && strcmp(verdict.pledged, j->hash) != 0)
        wrong = FACT("its secret is not the one that was pledged before the game");
    else if (j->seat >= 0 && j->number[0])
        wrong = wrong_share(j, dealt, strcspn(dealt, "\n"));
    j->cheated = wrong != NULL;
    if (wrong)
        join_tell(j, "The deal cannot be trusted: %w.", wrong);
    else if (!j->hash[0])
        join_tell(j, "The deal follows from its secret and everybody's numbers; but this terminal came too late to know "
                  "what was pledged before the game.");
    else
        join_tell(j, "The deal was checked: it follows from the secret that was pledged before the game and from everybody's numbers.");
}

/* The whole game in place of what this seat knew. */
static void open_game(struct join *j)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct bl_match *m = bl_match_resume(NULL, j->transcript.s, j->transcript.len, &why);
    if (!m)
        return;
    for (int seat = 0; seat < bl_match_setup(m)->players; seat++)
        if (j->bots >> seat & 1)
            bl_match_seat(m, seat, bl_ask_bot("greedy", &why));
    bl_match_free(j->s.m);
    j->s.m = m;
    j->s.before = 0;
    j->opened = true;
}

void join_see_transcript(struct join *j, struct bl_json *answer)
{
    if (j->error) {
        put_outcome(j);
        join_tell(j, "%s", j->error);
        return;
    }
    bl_text_clear(&j->transcript);
    bl_put(&j->transcript, bl_json_to_string(answer));
    open_game(j);
    put_outcome(j);
    if (!j->checked)
        check_deal(j);
    j->checked = true;
    join_tell(j, j->opened ? FACT("`review` looks at this game again, `save FILE` keeps it, `again` plays another, Enter leaves.")
                           : FACT("`save FILE` keeps the game, `again` plays another, Enter leaves."));
}
