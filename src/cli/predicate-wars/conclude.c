/* conclude.c - what follows: by one rule, or by all of them, from statements of the proof. */
#include "wars.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"

/* With a star before game effects, and the points of each. */
static void put_options(struct session *s, const char *last)
{
    const struct bl_draft *d = wars_of(s)->draft;
    for (unsigned i = 0; i < d->options.count; i++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        const struct bl_draft_step *step = &d->options.step[i];
        bool effect = d->kind == MOVE_PROVE &&
                      pw_effect_action(d->l, step->line.s.term, NULL);
        bl_putf(&text, "%s, %d", step->text.s, step->line.s.points);
        bl_putf(&s->page, i < 9 ? "  (%d)" : " (%d)", (int)i + 1);
        bl_put(&s->page, effect ? " * " : "   ");
        wars_put_wrapped(&s->page, s, text.s, 8, 10);
    }
    cli_put_wrapped(&s->page, cli_said(last), 0, 2, s->screen.look.columns);
}

/* ---- by RULE -------------------------------------------------------------- */

static bool begins(unsigned rule, const char *name, size_t size)
{
    return size > 1 && strncasecmp(bl_rule_name((enum bl_rule)rule), name, size) == 0;
}

/* A rule by its name, the beginning of it, or its initials; *near counts those that begin so. */
static enum bl_rule find_rule(const char *name, size_t size, unsigned *near)
{
    static const struct {
        const char *name;
        enum bl_rule rule;
    } initials[] = {
        {"mp", BL_MODUS_PONENS}, {"ui", BL_UNIVERSAL_INSTANTIATION},
        {"ug", BL_UNIVERSAL_GENERALIZATION}, {"ugr", BL_UNIVERSAL_GENERALIZATION_REF},
        {"ei", BL_EXISTENTIAL_INSTANTIATION}, {"eg", BL_EXISTENTIAL_GENERALIZATION},
        {"cp", BL_CONDITIONAL_PROOF}, {"ip", BL_INDIRECT_PROOF},
        {"ump", BL_UNIVERSAL_MODUS_PONENS}, {"emp", BL_EXISTENTIAL_MODUS_PONENS},
        {"eval", BL_EVALUATION}, {"op", BL_OPERATOR},
    };
    enum bl_rule found = bl_rule_find(name, size), last = 0;
    *near = 0;
    for (size_t i = 0; !found && i < sizeof initials / sizeof *initials; i++)
        if (strlen(initials[i].name) == size && strncasecmp(initials[i].name, name, size) == 0)
            found = initials[i].rule;
    for (unsigned r = 1; !found && r < BL_RULES; r++)
        if (begins(r, name, size)) {
            ++*near;
            last = (enum bl_rule)r;
            if (strlen(bl_rule_name(last)) == size)
                return last;
        }
    return found ? found : *near == 1 ? last : 0;
}

static void show_near(const char *name, size_t size)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    BL_LOCAL struct bl_text typed = bl_text_heap();
    bl_put_bytes(&typed, name, size);
    for (unsigned r = 1, shown = 0; r < BL_RULES; r++)
        if (begins(r, name, size))
            bl_putf(&out, shown++ > 0 ? ", %s" : "%s", bl_rule_name((enum bl_rule)r));
    play_say("%s may be %s: say more of it.", typed.s, out.s);
}

static bool read_rule(const char **text, enum bl_rule *rule)
{
    size_t n = strcspn(*text, " \t");
    unsigned begun;
    char name[64] = "";
    memcpy(name, *text, n < sizeof name ? n : 0);
    *rule = find_rule(*text, n, &begun);
    if (begun > 1 && !*rule) {
        show_near(*text, n);
        return false;
    }
    if (!*rule) {
        const char *near = *name ? cli_nearest(name, logic_rule_name) : NULL;
        if (near)
            play_say("There is no rule %s; did you mean %s?", name, near);
        else
            play_say("There is no rule %s; `rules` lists them.", name);
        return false;
    }
    *text += n + strspn(*text + n, " \t");
    return true;
}

bool wars_spell_rule(struct bl_text *out, const char *lemma)
{
    const char *by = bl_draft_by(lemma), *rule = by + strspn(by, " \t"), *rest = rule;
    enum bl_rule found;
    if (*rule && !read_rule(&rest, &found))
        return false;
    bl_put_bytes(out, lemma, (size_t)(rule - lemma));
    if (*rule)
        bl_putf(out, *rest ? "%s %s" : "%s", bl_rule_name(found), rest);
    return true;
}

/* Numbers of statements, as far as they go. */
static bool read_premises(const struct bl_draft *d, const char **text, struct bl_draft_question *a)
{
    for (uint64_t number = 0; **text >= '0' && **text <= '9';) {
        if (a->premises == 2 || !bl_take_number(text, bl_proof_lines(d->proof.proof), &number) ||
            number < 1) {
            BL_LOCAL struct bl_text digits = bl_text_heap();
            bl_put_bytes(&digits, *text, strspn(*text, "0123456789"));
            if (a->premises == 2)
                play_say("No rule has more than two premises.");
            else
                play_say("There is no statement %s.", digits.s);
            return false;
        }
        a->premise[a->premises++] = (uint32_t)number;
        *text += strspn(*text, " \t,");
    }
    return true;
}

static bool read_with(struct session *s, const char *text, size_t size, struct bl_draft_question *a)
{
    struct bl_fault fault;
    if (bl_draft_read_with(wars_of(s)->draft, text, size, a->rule, &a->with, &fault))
        return true;
    BL_LOCAL struct bl_text shown = bl_text_heap();
    bl_put_bytes(&shown, text, size);
    wars_put_fault(s, shown.s, &fault);
    return false;
}

static bool read_using(const struct bl_draft *d, const char *name, struct bl_draft_question *a)
{
    size_t n = strcspn(name, " \t");
    a->subproof = pw_find_named(&d->proof, name, n);
    BL_LOCAL struct bl_text only = bl_text_heap();
    bl_put_bytes(&only, name, n);
    if (!a->subproof)
        play_say("There is no subproof %s to use.", only.s);
    return a->subproof != NULL;
}

static bool read_asked(struct session *s, const char *text, struct bl_draft_question *a)
{
    struct bl_draft *d = wars_of(s)->draft;
    const char *rest;
    if (!read_rule(&text, &a->rule) || !read_premises(d, &text, a))
        return false;
    if (text_begins(text, "with", &rest)) {
        const char *using = strstr(rest, " using ");
        if (!read_with(s, rest, using ? (size_t)(using - rest) : strlen(rest), a))
            return false;
        text = using ? using + 1 : "";
    }
    if (text_begins(text, "using", &rest)) {
        if (!read_using(d, rest, a))
            return false;
        text = rest + strcspn(rest, " \t");
    }
    if (*text) {
        play_say("What is `%s`? As in: by modus-ponens 1 2, by ui 3 with x, by cp 1 using z", text);
        return false;
    }
    return true;
}

static bool has_right_form(const struct bl_draft_question *a)
{
    uint32_t least, most;
    bl_rule_premises(a->rule, &least, &most);
    const char *name = bl_rule_name(a->rule);
    if (!bl_draft_takes(a->rule, a->premises))
        play_say("%s takes %d {premise|premises}, not %d.", name, (int)most, (int)a->premises);
    else if (bl_rule_uses_subproof(a->rule) != (a->subproof != NULL))
        play_say(a->subproof ? FACT("%s takes no subproof.") : FACT("%s needs a subproof: `using NAME`."),
                 name);
    else
        return true;
    return false;
}

void wars_by(struct session *s)
{
    struct bl_draft *d = wars_of(s)->draft;
    struct bl_draft_question a = {0};
    if (!read_asked(s, s->rest, &a) || !has_right_form(&a))
        return;
    bl_draft_clear_steps(&d->options);
    bl_draft_infer(d, &a, BL_TOKENS_MAX);
    if (d->answer.count == 0 && d->answer.needs_with) {
        play_say(a.rule == BL_EVALUATION
                     ? FACT("%s leaves something free: say `with TERM`, as `with [PLAYER]([chosenPlayer](1))`.")
                     : FACT("%s leaves something free: say `with TERM`."), bl_rule_name(a.rule));
    } else if (d->options.count == 1) {
        wars_add_option(s, 0);
    } else if (d->options.count > 0) {
        put_options(s, FACT("Which one? Its number adds it."));
    } else if (d->answer.why) {
        wars_put_failure(s, "", &(struct pw_failure){.rule = a.rule, .why = d->answer.why});
    } else {
        bl_put(&s->page, cli_said("Nothing follows by "));
        put_clause(&s->page, s, (bl_cite)(PW_RULE_1 + a.rule - 1));
    }
}

/* ---- a line that does not follow ------------------------------------------ */

void wars_suggest(struct session *s, const char *item)
{
    struct bl_draft *d = wars_of(s)->draft;
    struct bl_item read;
    struct bl_fault fault;
    if (!bl_draft_by(item) || !bl_item_parse(d->l, item, strlen(item), 0, &read, &fault) || read.axiom)
        return;
    struct bl_draft_question a = {.rule = read.i.rule, .premises = read.i.premises,
                      .premise = {read.i.premise[0], read.i.premise[1]}};
    uint32_t lines = bl_proof_lines(d->proof.proof);
    if (bl_rule_uses_subproof(a.rule) || !bl_draft_takes(a.rule, a.premises) ||
        (a.premises > 0 && (a.premise[0] < 1 || a.premise[0] > lines)) ||
        (a.premises > 1 && (a.premise[1] < 1 || a.premise[1] > lines)))
        return;
    bl_draft_clear_steps(&d->options);
    bl_draft_infer(d, &a, 5);
    if (d->options.count > 0)
        put_options(s, FACT("These follow by that rule; a number adds one."));
}

void wars_conclusions(struct session *s)
{
    struct bl_draft *d = wars_of(s)->draft;
    struct bl_draft_question a = {0};
    if (!read_premises(d, &s->rest, &a))
        return;
    if (*s->rest) {
        play_say("Of which statements? As in: conclusions 1 2");
        return;
    }
    bl_draft_conclude(d, &a);
    if (d->options.count == 0)
        play_say("Nothing follows without a term or statement of your choice (`with`).");
    else
        put_options(s, a.premises == 1 ? FACT("A number adds one. Besides: `by addition n with "
                                              "STATEMENT`, `by ui n with TERM`.")
                                       : FACT("A number adds one."));
}
