/* commands.c - the commands that show what a turn's picture leaves out. */
#include "wars.h"

/* Shows lines in full, wrapped. */
static void show_lines(struct session *s, struct bl_text *lines, const char *otherwise)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    if (lines->len == 0)
        bl_putf(lines, "%s\n", cli_said(otherwise));
    wars_put_lines(&out, s, lines, 0, "");
    show_paged(&s->screen, &out);
}

static int read_card(const struct pw *v, const char *text)
{
    BL_LOCAL struct bl_text word = bl_text_heap();
    bl_putf(&word, *text == '#' ? "%s" : "#%s", text);
    int card = pw_read_card(word.s);
    return card >= 0 && (unsigned)card < pw_card_count(&v->head.setup) ? card : -1;
}

static void put_place(struct bl_text *out, const struct session *s, const struct pw *v,
                      unsigned card)
{
    int owner = pw_owner(v, card);
    const char *pile = FACT("in the deck");
    for (unsigned i = 0; i < v->discard_count; i++)
        pile = v->discard[i] == card ? FACT("discarded") : pile;
    for (unsigned i = 0; i < v->drop_count; i++)
        pile = v->drop[i] == card ? FACT("dropped") : pile;
    bl_put(out, "           ");
    bl_put(out, cli_said(owner >= 0 ? FACT("held by ") : pile));
    if (owner >= 0)
        put_seat(out, s, owner);
    bl_put_char(out, '\n');
}

static void run_card(struct session *s)
{
    const struct pw *v = wars_view(s, s->at_keyboard);
    int card = read_card(v, s->rest);
    if (card < 0) {
        play_say("Which card? As in: card #3");
        return;
    }
    struct bl_text lines = bl_text_heap();
    pw_put_card_seen(&lines, v, &s->screen.look, (unsigned)card);
    bl_put_char(&lines, '\n');
    put_place(&lines, s, v, (unsigned)card);
    show_lines(s, &lines, "");
}

/* The seat that is named after the word, `otherwise` if none is; -1: there is no such seat. */
static int read_seat(const struct session *s, const struct pw *v, int otherwise)
{
    const char *at = s->rest;
    if (!*at)
        return otherwise;
    int seat = wars_take_player(s, &at);
    if (seat >= 0 && !*at)
        return seat;
    play_say("There is no player %s: they have names, and numbers from 0 to %d.", s->rest,
             (int)pw_players(v) - 1);
    return -1;
}

static void run_cards(struct session *s)
{
    const struct pw *v = wars_view(s, s->at_keyboard);
    int all = (int)pw_players(v), whose = read_seat(s, v, all);
    if (whose < 0)
        return;
    struct bl_text lines = bl_text_heap();
    for (int i = 0; i < all; i++)
        if (v->seats[i].alive && (whose == all || whose == i))
            pw_put_hand(&lines, v, &s->screen.look, i, i == s->at_keyboard ? FACT("Your cards") : NULL);
    show_lines(s, &lines, FACT("That player is out."));
}

static void run_deck(struct session *s)
{
    const struct pw *v = wars_view(s, s->at_keyboard);
    struct bl_text lines = bl_text_heap();
    pw_put_piles(&lines, v, &s->screen.look);
    pw_put_deck(&lines, v, &s->screen.look, "");
    show_lines(s, &lines, "");
}

static void run_slots(struct session *s)
{
    struct bl_text lines = bl_text_heap();
    pw_put_rules(&lines, wars_view(s, s->at_keyboard), &s->screen.look);
    show_lines(s, &lines, FACT("No rules have been bought. The base rules stand in every proof."));
}

static void run_subproofs(struct session *s)
{
    const struct pw *v = wars_view(s, s->at_keyboard);
    int whose = read_seat(s, v, s->at_keyboard);
    if (whose < 0)
        return;
    struct bl_text lines = bl_text_heap();
    pw_put_subproofs(&lines, v, &s->screen.look, whose);
    show_lines(s, &lines, FACT("There are none."));
}

const struct word wars_words[] = {
    {"edit", "#ID", FACT("the editor, for a card of yours (in set-up and Phase II)"), NULL},
    {"prove", "", FACT("the assistant for a proof; `refute` and `buy-proof` too"), NULL},
    {"card", "#ID", FACT("a card with all that you may see of it"), run_card},
    {"cards", "[SEAT]", FACT("everybody's cards, or those of one seat"), run_cards},
    {"deck", "", FACT("the written cards in the deck"), run_deck},
    {"slots", "", FACT("the rules that were bought and are in force"), run_slots},
    {"subproofs", "[SEAT]", FACT("your subproofs, or those of another seat"), run_subproofs},
    {NULL, NULL, NULL, NULL},
};
