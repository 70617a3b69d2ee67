/* observe.c - what seats see as bits: nothing hidden moves a bit, and all that is seen does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/observe.h"
#include "bylaw/position.h"
#include "positions.h"
#include "registry.h"
#include "setup.h"

/* For each row the bits that were seen, and what the row said then: the same bits say the same. */
struct lore {
    int seat;
    uint32_t size;
    uint8_t *row_of;                     /* of each bit the row, and whether it is about a seat */
    struct { char *bits, *text; } *met;
    uint32_t count, room;
    struct bl_stream rng;
};

static void name_rows(const struct bl_game *game, const struct bl_setup *setup, struct lore *lore)
{
    lore->size = bl_observation_size(game, setup);
    assert_true(lore->size > 0 && lore->size <= BL_MAX_OBSERVATION);
    lore->row_of = calloc(lore->size, 1);
    struct bl_text name = bl_text_heap(), before = bl_text_heap();
    for (uint32_t bit = 0; bit < lore->size; bit++) {
        bl_text_clear(&name);
        bl_observation_name(game, setup, bit, &name);
        assert_true(name.len > 0);
        assert_string_not_equal(name.s, before.s ? before.s : "");
        bl_text_clear(&before);
        bl_put(&before, name.s);
        const char *row = strncmp(name.s, "seat +", 6) == 0 ? strchr(name.s + 6, ' ') + 1 : name.s;
        size_t length = strcspn(row, ":");
        lore->row_of[bit] = 255;
        for (uint8_t i = 0; i < game->fields->count; i++)
            if (strlen(game->fields->rows[i].name) == length &&
                strncmp(game->fields->rows[i].name, row, length) == 0)
                lore->row_of[bit] = i;
        assert_int_not_equal(lore->row_of[bit], 255);
    }
    bl_text_clear(&name);
    bl_observation_name(game, setup, lore->size, &name);
    assert_int_equal(name.len, 0);
    bl_text_free(&name);
    bl_text_free(&before);
}

/* What a row says in a view of what matters. */
static void put_row(const struct bl_game *game, const void *view, const char *row, struct bl_text *out)
{
    struct bl_json_doc doc;
    struct bl_text text = bl_text_heap();
    bl_put_state(game, view, &text);
    assert_true(bl_json_parse(&doc, text.s, text.len));
    struct bl_json root = bl_json_root(&doc), value = bl_json_member(&root, row);
    bl_json_put_value(out, &value);
    bl_json_free(&doc);
    bl_text_free(&text);
}

static void compare_rows(const struct bl_game *game, const void *state, void *with)
{
    struct lore *lore = with;
    uint8_t *bits = calloc(lore->size, 1);
    char *view = calloc(1, game->state_size);
    bl_view(game, state, lore->seat, view);
    bl_forget(game, view);
    bl_observe(game, view, lore->seat, bits);
    for (uint8_t row = 0; row < game->fields->count; row++) {
        struct bl_text key = bl_text_heap(), said = bl_text_heap();
        bl_putf(&key, "%s ", game->fields->rows[row].name);
        for (uint32_t i = 0; i < lore->size; i++)
            if (lore->row_of[i] == row)
                bl_put_char(&key, bits[i] ? '1' : '0');
        put_row(game, view, game->fields->rows[row].name, &said);
        uint32_t at = 0;
        while (at < lore->count && strcmp(lore->met[at].bits, key.s) != 0)
            at++;
        if (at < lore->count) {
            assert_string_equal(lore->met[at].text, said.s);
            bl_text_free(&key);
            bl_text_free(&said);
            continue;
        }
        if (lore->count == lore->room)
            lore->met = realloc(lore->met, (lore->room = 2 * lore->room + 64) * sizeof *lore->met);
        lore->met[lore->count].bits = key.s;
        lore->met[lore->count++].text = said.s;
    }
    free(bits);
    free(view);
}

/* Row by row: what a row says can be told from its bits. */
static void test_bits_say_all(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        for (int players = game->min_players; players <= game->max_players; players += 3) {
            struct bl_setup setup = setup_for(game, players);
            struct lore lore = {.seat = players - 1};
            name_rows(game, &setup, &lore);
            each_position(game, &setup, 5, compare_rows, &lore);
            assert_true(lore.count > 20);
            for (uint32_t k = 0; k < lore.count; k++) {
                free(lore.met[k].bits);
                free(lore.met[k].text);
            }
            free(lore.met);
            free(lore.row_of);
        }
    }
}

/* Where a card is written in a list, as it was printed; those first that lie as another ("8H>8S"), from the top. */
static uint32_t find_cards(const char *text, size_t size, uint32_t *spots, uint32_t most, uint32_t *altered)
{
    uint32_t n = *altered = 0;
    for (size_t at = size - 3; at > 1 && n < most; at--) {
        bool other = text[at + 2] == '>';
        if (text[at - 1] != '"' || (!other && (text[at + 2] != '"' || (text[at + 3] != ',' && text[at + 3] != ']'))))
            continue;
        spots[n++] = (uint32_t)at;
        if (other) {
            spots[n - 1] = spots[*altered];
            spots[(*altered)++] = (uint32_t)at;
        }
    }
    return n;
}

static void swap(char *a, char *b)
{
    char kept[2] = {a[0], a[1]};
    memcpy(a, b, 2);
    memcpy(b, kept, 2);
}

/* The bits of a row, as text, and what it says to the seat of what matters. */
static void put_seen(const struct bl_game *game, const void *state, const struct lore *lore, uint8_t row,
                     struct bl_text *bits, struct bl_text *said)
{
    uint8_t *seen = calloc(lore->size, 1);
    char *view = calloc(1, game->state_size);
    bl_view(game, state, lore->seat, view);
    bl_observe(game, view, lore->seat, seen);
    bl_forget(game, view);
    for (uint32_t i = 0; i < lore->size; i++)
        if (lore->row_of[i] == row)
            bl_put_char(bits, seen[i] ? '1' : '0');
    put_row(game, view, game->fields->rows[row].name, said);
    free(seen);
    free(view);
}

/* Two cards of a position change places: a row that then says something else to a seat has other bits. */
static void swap_cards(const struct bl_game *game, const void *state, void *with)
{
    enum { MOST_SPOTS = 512, SWAPS = 6, EVERY = 5 };
    struct lore *lore = with;
    struct bl_json_doc doc;
    struct bl_text text = bl_text_heap();
    char *other = calloc(1, game->state_size);
    uint32_t spots[MOST_SPOTS], altered;
    bl_put_position(&text, game, state);
    uint32_t n = find_cards(text.s, text.len, spots, MOST_SPOTS, &altered);
    assert_true(n > 1);
    if (lore->room++ % EVERY == 0)
        for (uint32_t k = 0; k < (altered ? n : SWAPS); k++) {   /* an altered one with each other */
            char *a = text.s + spots[altered ? 0 : bl_below(&lore->rng, n)];
            char *b = text.s + spots[altered ? k : bl_below(&lore->rng, n)];
            if (memcmp(a, b, 2) == 0)
                continue;
            swap(a, b);
            bool can_be = !bl_read_position(game, text.s, text.len, other, &doc);
            for (uint8_t row = 0; can_be && row < game->fields->count; row++) {
                if (strcmp(game->fields->rows[row].name, "collected") == 0)
                    continue;            /* in which order a seat collected its cards nobody looks at again */
                struct bl_text bits[2] = {bl_text_heap(), bl_text_heap()}, said[2] = {bl_text_heap(), bl_text_heap()};
                put_seen(game, state, lore, row, &bits[0], &said[0]);
                put_seen(game, other, lore, row, &bits[1], &said[1]);
                if (strcmp(said[0].s, said[1].s) != 0) {
                    lore->count++;
                    assert_string_not_equal(bits[0].s ? bits[0].s : "", bits[1].s ? bits[1].s : "");
                }
                for (int i = 0; i < 2; i++) {
                    bl_text_free(&bits[i]);
                    bl_text_free(&said[i]);
                }
            }
            swap(a, b);
        }
    bl_text_free(&text);
    free(other);
}

static void test_bits_tell_cards_apart(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        for (int players = game->min_players; players <= game->max_players; players += 3) {
            struct bl_setup setup = setup_for(game, players);
            struct lore lore = {.seat = players - 1, .rng = bl_stream(7, game->code, BL_FOR_TEST, (uint32_t)players)};
            name_rows(game, &setup, &lore);
            for (uint64_t seed = 7; seed < 10; seed++)
                each_position(game, &setup, seed, swap_cards, &lore);
            assert_true(lore.count > 20);
            free(lore.row_of);
        }
    }
}

/* Two states that a seat cannot tell apart give it the same bits, and the numbers of the bits are in
 * order; another seat's place at the table does not matter to them. */
static void compare_pair(const struct bl_game *game, const void *state, void *with)
{
    static uint16_t ones[2][BL_MAX_OBSERVATION];
    struct bl_stream *rng = with;
    char *view = calloc(1, game->state_size), *other = calloc(1, game->state_size);
    for (int seat = BL_SPECTATOR; seat < bl_head(state)->setup.players; seat++) {
        bl_view(game, state, seat, view);
        bl_resample(game, view, seat, rng, other);
        uint32_t n = bl_observe_ones(game, view, seat, ones[0]);
        bl_view(game, other, seat, view);
        assert_int_equal(n, bl_observe_ones(game, view, seat, ones[1]));
        assert_memory_equal(ones[0], ones[1], n * sizeof ones[0][0]);
        for (uint32_t i = 1; i < n; i++)
            assert_true(ones[0][i - 1] < ones[0][i]);
        assert_true(n > 0 && ones[0][n - 1] < bl_observation_size(game, &bl_head(state)->setup));
    }
    free(view);
    free(other);
}

static void test_bits_hide(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_setup setup = setup_for(game, game->min_players + 1);
        struct bl_stream rng = bl_stream(3, game->code, BL_FOR_TEST, 1);
        each_position(game, &setup, 6, compare_pair, &rng);
    }
}

/* With fewer players the bits are the first of those with more. */
static void test_bits_of_fewer(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_setup few = setup_for(game, 2), more = setup_for(game, 4);
        struct bl_text a = bl_text_heap(), b = bl_text_heap();
        uint32_t size = bl_observation_size(game, &few);
        assert_true(size < bl_observation_size(game, &more));
        for (uint32_t bit = 0; bit < size; bit++) {
            bl_text_clear(&a);
            bl_text_clear(&b);
            bl_observation_name(game, &few, bit, &a);
            bl_observation_name(game, &more, bit, &b);
            assert_string_equal(a.s, b.s);
        }
        bl_text_free(&a);
        bl_text_free(&b);
    }
    const struct bl_game *const *all = bl_games();
    for (; *all; all++)
        if (!(*all)->fields->pack) {
            struct bl_setup setup = setup_for(*all, (*all)->min_players);
            assert_int_equal(bl_observation_size(*all, &setup), 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits_say_all), cmocka_unit_test(test_bits_tell_cards_apart),
        cmocka_unit_test(test_bits_hide), cmocka_unit_test(test_bits_of_fewer),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
