/* game.c - Predicate Wars as the program knows it: clauses, options, rulings, and its tables. */
#include "predicate-wars.h"

#include "core/guide.h"

static const struct bl_guide guide[] = {
#include "guide.def"
    GUIDE_END,
};

static const struct bl_clause clauses[] = {
    BL_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
#undef CLAUSE
};

static const char *const base_names[] = {"author", "none", NULL};
static const struct bl_option options[PW_OPTIONS] = {
    [OPTION_DECK] = {"deck", "blank cards in the deck", 0, PW_CARDS, NULL},
    [OPTION_OWNED] = {"owned", "blank cards that each player owns at the start", 0, 80, NULL},
    [OPTION_DEALT] = {"dealt", "blank cards that each player is dealt from the deck", 0, 80, NULL},
    [OPTION_HEALTH] = {"health", "health at the start; by default 50 for each player", 1, 1000000,
                       NULL},
    [OPTION_POWER] = {"power", "power at the start", 0, 1000000, NULL},
    [OPTION_POTENCY] = {"potency", "proving potency at the start", 0, 1000000, NULL},
    [OPTION_RULES] = {"rules", "slots for rules", 0, PW_RULES, NULL},
    [OPTION_BASE_RULES] = {"base_rules", "the built-in rules: the author's, or none", 0, 1,
                           base_names},
};

static const char *const logic_values[] = {"as-written", "sound", NULL};
static const char *const evaluation_values[] = {"yes", "no", NULL};
static const char *const cost_values[] = {"points", "lines", "both", NULL};
static const struct bl_ruling rulings[PW_RULINGS] = {
    [RULING_LOGIC] = {"logic", "whether the inference rules are taken literally, or made sound",
                      logic_values, PW_INFERRED},
    [RULING_EVALUATION] = {"evaluation", "whether proofs may use the values of game functions",
                           evaluation_values, PW_RULE_27},
    [RULING_PROOF_COST] = {"proof-cost", "what a proof uses: its points, its lines, or both",
                           cost_values, PW_PROOF_COST},
};

static const struct bl_preset presets[] = {
    {"letter", {LOGIC_AS_WRITTEN, EVALUATION_YES, COST_POINTS}},
    {"table", {LOGIC_SOUND, EVALUATION_YES, COST_POINTS}},
};

static const struct bl_chance_kind chances[PW_CHANCES] = {
    [CHANCE_TAKER] = {"taker", "seat", BL_ITEMS_SEAT},
    [CHANCE_FIRST] = {"first", "seat", BL_ITEMS_SEAT},
    [CHANCE_RAND_PLAYERS] = {"rand-players", "seats", BL_ITEMS_SEATS},
    [CHANCE_RAND_CARDS] = {"rand-cards", "cards", BL_ITEMS_IDS},
    [CHANCE_SHUFFLE] = {"shuffle", "cards", BL_ITEMS_IDS},
};

extern const struct bl_rules pw_rules, pw_rules_traced;

static const struct bl_notation notations = {
    .action_count = pw_action_count, .action_move = pw_action_move,
    .action_of = pw_action_of, .is_written = pw_is_written,
    .read_move = pw_read_move, .put_move = pw_put_move,
    .put_parts = pw_put_parts, .hide = pw_hide_play,
    .put_card = pw_put_card, .read_card = pw_read_card, .put_table = pw_put_table,
};

const struct bl_game bl_game_predicate_wars = {
    .id = "predicate-wars", .title = "Predicate Wars", .guide = guide, .code = 5,
    .min_players = 2, .max_players = PW_SEATS, .usual_players = 4,
    .first_players = 2, .first_preset = "table", .minutes = 30, .hides = true,
    .state_size = sizeof(struct pw), .extent = pw_extent,
    /* Every ordered pair of cards, a discard and a claim of each, and leaving. */
    .max_moves = PW_CARDS * PW_CARDS + 2 * PW_CARDS,
    .clauses = clauses, .clause_count = PW_CLAUSES, .turn = PW_CIRCLE, .options = options,
    .option_count = PW_OPTIONS, .rulings = rulings, .ruling_count = PW_RULINGS,
    .presets = presets, .preset_count = 2, .chances = chances, .chance_count = PW_CHANCES,
    .rules = &pw_rules, .traced = &pw_rules_traced, .telling = &pw_telling,
    .notation = &notations, .advice = &pw_advice, .teaching = &pw_teaching,
    .fields = &pw_fields, .scratch_new = pw_scratch_new, .scratch_free = pw_scratch_free,
};
