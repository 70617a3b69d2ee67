/* wrong-formats.c - never built: tools/check-formats.py must find what is wrong here, and no more. */
#include "bylaw/json.h"
#include "core/cite.h"

static void note(struct bl_text *out, const char *format, ...);

#define NOTE(...) note(&out, __VA_ARGS__)

static const char *why(int n)
{
    return n > 3 ? FACT("%d is too many, %w") : FACT("%d");
}

bl_cite wrong_formats(struct bl_context *cx, struct bl_json *in, int n, const char *word);
bl_cite wrong_formats(struct bl_context *cx, struct bl_json *in, int n, const char *word)
{
    struct bl_text out = bl_text_heap();
    bl_putf(&out, "%F on %G of %p: %w, %l, %t, %f %g %i %% %s", n, n, n, word, word, n, n, n, n, word);
    bl_putf(&out, "%d", word);                            /* wrong: text for a number */
    bl_putf(&out, "%d", "seven");                         /* wrong */
    bl_putf(&out, "%w", n);                               /* wrong: a number for text */
    bl_putf(&out, "%F and %F", n);                        /* wrong: one is missing */
    bl_putf(&out, "%F", n, n);                            /* wrong: one too many */
    bl_putf(&out, "%F", (int64_t)n);                      /* wrong: too wide */
    bl_putf(&out, n > 3 ? "%d" : "%w", n);                /* wrong in one case */
    bl_putf(&out, "%x", n);                               /* wrong: no letter of ours */
    bl_putf(&out, "100%", n);                             /* wrong: no letter */
    bl_putf(&out, word, n);                               /* wrong: cannot be seen */
    bl_json_fault(in, "%s is there twice", n);            /* wrong */
    note(&out, "%G", word);                               /* wrong */
    NOTE("%d of %d", n, n);
    NOTE("%d of %d", n);                                  /* wrong */
    APPLIES(1, "%p draws %d", n, n);
    APPLIES(1, "%p draws %d", n);                         /* wrong */
    REQUIRE(1, n > 3, why(n), n, word);
    REQUIRE(1, n > 3, why(n), n);                         /* wrong: what why gives may take two */
    REFUSE(1, "%w", n);                                   /* wrong */
}
