/* tutorial.c - the first round with comments: what the phase is for, and something to type. The
 * other seat plays by a script too, as long as its moves are accepted. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

struct tutor {
    unsigned at;               /* the step that is next */
    unsigned shown;            /* comments before this step have been shown */
    unsigned played[PW_PHASES];   /* moves of the other seat, phase by phase */
    bool over;
};

/* What to say before a line is asked for, and what might be typed. */
struct step {
    enum pw_phase phase;
    bool at_table;             /* or in the editor, the assistant */
    const char *comment;
    const char *type;
};

static const struct step steps[] = {
    {PHASE_SETUP, true,
     "Welcome to Predicate Wars. You are seat 0; the other player is seat 1. You begin with ten "
     "blank cards, and write on them what they do, as a statement of logic. Whoever is left with "
     "health at the end wins.\n"
     "In the set-up, writing a card costs twice the points of its statement in power, so write "
     "little now. Let us write an attack. (You may always type something else: these are only "
     "suggestions. `skip` leaves one out, `help` lists the commands.)", "edit #0"},
    {PHASE_SETUP, false,
     "This is the editor. Any statement may be typed; the list has useful ones. Number 8 says: if "
     "WHO is a player, then WHO is attacked. It is no effect by itself: you will have to prove one "
     "from it.", "8"},
    {PHASE_SETUP, false,
     "[chosenPlayer](1) is the first of the players that you will name when you prove.", "1"},
    {PHASE_SETUP, false, "An attack takes at most 20 health.", "20"},
    {PHASE_SETUP, false,
     "The tag matters in Phase IV: a main card must not be beaten by the one played before it, "
     "unless that one has more points.", "paper"},
    {PHASE_SETUP, false,
     "The power cost is what another player pays to claim this card from you: 0 would give it "
     "away.", "10"},
    {PHASE_SETUP, false, "Look at the move as it will be made, and make it.", "yes"},
    {PHASE_SETUP, true,
     "A move can also be typed on one line. Two cards are always played together, so you need "
     "another. tT is a statement with 0 points: writing it is free.", "edit #1 rock 0 tT"},
    {PHASE_SETUP, true, "That is enough for now.", "done"},
    {PHASE_CREATION, true,
     "Seat 1 has written two cards. You see their tags, their costs, and which functions stand in "
     "them, but not what they say.\n"
     "A round has five phases. In Phase I everybody may take a blank card.", "take"},
    {PHASE_EDITING, true,
     "In Phase II you write one card. A blank one is free of charge, whatever it says: this is the "
     "time for long statements. This attack is an effect as it stands.",
     "edit #4 paper 5 [ATK]([chosenPlayer](1),20)"},
    {PHASE_CLAIMING, true,
     "In Phase III you may claim cards of the others, for their cost. The [ATK] in #2 tells you "
     "that it is an attack. Keep your power for now. At the end of the phase you pay half the "
     "cost of the card that you have just written: 3.", "pass"},
    {PHASE_REFUTING, true,
     "Phase IV. Seat 1 began: it played two cards and proves that you are attacked: statement 2 is "
     "an axiom, so there was nothing to derive. You may refute the proof, by deriving a "
     "contradiction from its statements. (1>2) looks promising.", "refute"},
    {PHASE_REFUTING, false,
     "This is the assistant. It numbers all statements that you may use: the two cards, the rules, "
     "the base rules. It can look for a proof itself.", "search"},
    {PHASE_REFUTING, false,
     "`comparison` replaces (1>2) by its truth value. tF has 0 points: the refutation is free.",
     "use"},
    {PHASE_REFUTING, false, "A statement that is tF ends a refutation.", "submit"},
    {PHASE_PLAYING, true,
     "The attack did not happen. Now it is your turn. The main card must not have more points than "
     "the second. The last main card is scissors, which does not beat rock, so #1 may follow it. "
     "`cards` shows everybody's cards.", "play #1 #0"},
    {PHASE_PROVING, true,
     "Both cards are on the table. Now prove an effect from them. The points of the lines that you "
     "write are paid with proving power, 128 in each round of this game so far.", "prove"},
    {PHASE_PROVING, false,
     "Statement 2 says: if [chosenPlayer](1) is a player, then they are attacked. First name the "
     "player.", "players 1"},
    {PHASE_PROVING, false,
     "`evaluation` looks a game function up: seat 1 is a player, so the left part of statement 2 "
     "is true.", "by evaluation with [PLAYER]([chosenPlayer](1))"},
    {PHASE_PROVING, false,
     "Now there are an implication and its left part. What follows from the two?",
     "conclusions 2 7"},
    {PHASE_PROVING, false,
     "The list has more than you need. Modus ponens gives the right part of the implication.",
     "by modus-ponens 2 7"},
    {PHASE_PROVING, false, "The star says that statement 8 is a game effect.", "cost"},
    {PHASE_PROVING, false, "That can be paid. Hand it in.", "submit 8"},
    {PHASE_PROOFS, true,
     "Seat 1 accepted, lost 20 health, and left: Phase IV ends when one player remains. You "
     "remained to the last, which gives 8 potency: the proving power of later rounds.\n"
     "In Phase V potency buys subproofs, which only you may use.", "pass"},
    {PHASE_RULES, true,
     "It also buys rules, which become axioms of everybody's proofs, at three times their points. This "
     "one denies every attack of 20: whoever proves one can be refuted with it. (The others may "
     "refute a rule before it counts.)", "buy-rule (∀(x)(¬[ATK](x,20)))"},
    {PHASE_DROPS, true,
     "The rule is in force. Rules can be removed, for the price that was paid.", "pass"},
};
enum { STEPS = sizeof steps / sizeof *steps };

/* What seat 1 plays, phase by phase. */
static const struct {
    enum pw_phase phase;
    const char *move;
} script[] = {
    {PHASE_SETUP, "edit #2 paper 12 [ATK]([chosenPlayer](1),15)"},
    {PHASE_SETUP, "edit #3 scissors 2 (1>2)"},
    {PHASE_SETUP, "done"},
    {PHASE_CREATION, "pass"},
    {PHASE_EDITING, "pass"},
    {PHASE_CLAIMING, "pass"},
    {PHASE_PLAYING, "play #3 #2"},
    {PHASE_PROVING, "prove players=0 : => 2"},
    {PHASE_REFUTING, "accept"},
    {PHASE_PLAYING, "leave"},
    {PHASE_PROOFS, "pass"},
    {PHASE_RULES, "pass"},
    {PHASE_RULE_REFUTING, "accept"},
    {PHASE_DROPS, "pass"},
};

void desk_begin_tutorial(struct session *s)
{
    struct desk *d = desk_of(s);
    d->tutor = cli_alloc(1, sizeof *d->tutor);
}

/* Paragraphs with a bar before each line. */
static void put_comment(struct bl_text *out, const struct session *s, const char *comment)
{
    struct bl_text text = bl_text_heap(), wrapped = bl_text_heap();
    desk_put_text(&text, s, comment);
    for (char *p = text.s, *next; p; p = next) {
        next = strchr(p, '\n');
        if (next)
            *next++ = '\0';
        bl_text_clear(&wrapped);
        cli_put_wrapped(&wrapped, p, 0, 0, s->screen.look.columns - 2);
        for (char *line = wrapped.s, *end; *line; line = end + 1) {
            end = strchr(line, '\n');
            *end = '\0';
            bl_put(out, "| ");
            put_styled(out, &s->screen, STYLE_GOOD, line);
            bl_put_char(out, '\n');
        }
    }
    bl_text_free(&text);
    bl_text_free(&wrapped);
}

static void end_tutorial(struct session *s, struct tutor *t)
{
    struct bl_text out = bl_text_heap();
    put_comment(&out, s,
                "That was a whole round; the next one begins. The tutorial ends here, but the game "
                "goes on: play it against a bot that follows no script, or type `quit`. "
                "docs/predicate-wars.md has the rules and what they suggest.");
    show(&out);
    bl_text_free(&out);
    t->over = true;
}

/* The next step for this phase, if the person has gone another way. */
static void catch_up(struct tutor *t, unsigned phase, bool at_table)
{
    unsigned at = t->at;
    while (at < STEPS && (steps[at].phase != phase || steps[at].at_table != at_table))
        at++;
    if (at_table && at < STEPS)
        t->at = at;
}

void desk_tutor_prompt(struct session *s, bool at_table)
{
    struct desk *d = s->desk;
    struct tutor *t = d ? d->tutor : NULL;
    int seat = bl_match_to_move(s->m);
    if (!t || t->over || seat != 0)
        return;
    const struct pw *v = desk_view(s, seat);
    if (v->round > 1) {
        end_tutorial(s, t);
        return;
    }
    catch_up(t, v->phase, at_table);
    if (t->at == STEPS || steps[t->at].phase != v->phase || steps[t->at].at_table != at_table)
        return;
    struct bl_text out = bl_text_heap(), type = bl_text_heap();
    if (t->shown <= t->at)
        put_comment(&out, s, steps[t->at].comment);
    t->shown = t->at + 1;
    desk_put_text(&type, s, steps[t->at].type);
    bl_put(&out, "| Type: ");
    put_styled(&out, &s->screen, STYLE_STRONG, type.s);
    bl_put_char(&out, '\n');
    show(&out);
    bl_text_free(&out);
    bl_text_free(&type);
}

static bool is_step(const struct session *s, const struct step *step, const char *line)
{
    struct bl_text type = bl_text_heap();
    desk_put_text(&type, s, step->type);
    bool same = strcmp(line, step->type) == 0 || strcmp(line, type.s) == 0;
    bl_text_free(&type);
    return same;
}

void desk_tutor_heard(struct session *s, const char *line)
{
    struct desk *d = s->desk;
    struct tutor *t = d ? d->tutor : NULL;
    if (t && t->at < STEPS && !t->over &&
        (is_step(s, &steps[t->at], line) || strcmp(line, "skip") == 0))
        t->at++;
}

bool desk_tutor_move(struct session *s, int seat)
{
    struct desk *d = s->desk;
    struct tutor *t = d ? d->tutor : NULL;
    if (!t || seat != 1 || desk_view(s, seat)->round > 1)
        return false;
    unsigned phase = d->view->phase, n = t->played[phase]++;
    for (size_t i = 0; i < sizeof script / sizeof *script; i++) {
        if (script[i].phase != phase || n-- != 0)
            continue;
        struct bl_reply reply;
        bl_match_submit(s->m, seat, script[i].move, &reply);
        return reply.answer == BL_ACCEPTED;
    }
    return false;
}
