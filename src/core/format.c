/* format.c - the small format of facts and messages; see text.h. */
#include "bylaw/card.h"
#include "bylaw/text.h"

void bl_putfv(struct bl_text *t, const char *format, va_list args)
{
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            bl_put_char(t, *p);
            continue;
        }
        switch (*++p) {
        case 'd': bl_put_int(t, va_arg(args, int)); break;
        case 's': bl_put(t, va_arg(args, const char *)); break;
        case 'F': bl_french_put(t, (uint8_t)va_arg(args, int)); break;
        case 'G': bl_german_put(t, (uint8_t)va_arg(args, int)); break;
        default: bl_put_char(t, *p); break;
        }
    }
}

void bl_putf(struct bl_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bl_putfv(t, format, args);
    va_end(args);
}
