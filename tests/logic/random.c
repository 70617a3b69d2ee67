/* random.c - random statements, as text. */
#include "random.h"

#include "bylaw/text.h"

uint64_t random_seed = 1;

uint32_t roll(uint32_t n)
{
    random_seed += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = random_seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) % n);
}

static void put_term(struct bl_text *t, int depth)
{
    static const char *const leaves[] = {"x", "y", "z", "x", "y", "x_1", "0", "1", "2", "3", "c()",
                                         "x()", "y()"};
    static const char *const ops[] = {"+", "-", "*", "/", "f/", "c/", "%"};
    uint32_t r = roll(depth > 0 ? 10 : 5);
    if (r < 6) {
        bl_put(t, leaves[roll(13)]);
    } else if (r < 8) {
        static const char *const names[] = {"f", "x", "[health]", "[power]", "f_2"};
        bl_put(t, names[roll(5)]);
        bl_put(t, "(");
        put_term(t, depth - 1);
        bl_put(t, ")");
    } else if (r == 8) {
        bl_put(t, roll(2) ? "g(" : "x(");
        put_term(t, depth - 1);
        bl_put(t, ",");
        put_term(t, depth - 1);
        bl_put(t, ")");
    } else {
        bl_put(t, "(");
        put_term(t, depth - 1);
        bl_put(t, ops[roll(7)]);
        put_term(t, depth - 1);
        bl_put(t, ")");
    }
}

static void put_atom(struct bl_text *t)
{
    static const char *const plain[] = {"A", "B", "tT", "tF", "A()", "P_1"};
    static const char *const one[] = {"P", "Q", "P", "[PLAYER]", "[CARD]", "A"};
    static const char *const two[] = {"R", "P", "[ATK]"};
    static const char *const relation[] = {"=", ">", "<"};
    uint32_t r = roll(8);
    if (r < 2) {
        bl_put(t, plain[roll(6)]);
    } else if (r < 5) {
        bl_put(t, one[roll(6)]);
        bl_put(t, "(");
        put_term(t, 1);
        bl_put(t, ")");
    } else if (r < 7) {
        bl_put(t, two[roll(3)]);
        bl_put(t, "(");
        put_term(t, 1);
        bl_put(t, ",");
        put_term(t, 1);
        bl_put(t, ")");
    } else {
        bl_put(t, "(");
        put_term(t, 1);
        bl_put(t, relation[roll(3)]);
        put_term(t, 1);
        bl_put(t, ")");
    }
}

static void put_wff(struct bl_text *t, int depth)
{
    static const char *const join[] = {"∧", "∨", "→"};
    uint32_t r = depth > 0 ? roll(8) : 0;
    if (r < 3) {
        put_atom(t);
    } else if (r < 4) {
        bl_put(t, "(¬");
        put_wff(t, depth - 1);
        bl_put(t, ")");
    } else if (r < 6) {
        bl_put(t, "(");
        put_wff(t, depth - 1);
        bl_put(t, join[roll(3)]);
        put_wff(t, depth - 1);
        bl_put(t, ")");
    } else {
        bl_put(t, roll(2) ? "(∀(" : "(∃(");
        bl_put_char(t, "xyz"[roll(3)]);
        bl_put(t, ")");
        put_wff(t, depth - 1);
        bl_put(t, ")");
    }
}

void random_wff(char *out, int depth)
{
    struct bl_text t = {out, 0, TEXT, NULL};
    put_wff(&t, depth);
}

void random_term(char *out)
{
    struct bl_text t = {out, 0, TEXT, NULL};
    put_term(&t, 1);
}
