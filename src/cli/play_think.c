/* play_think.c - while a bot thinks: a sign of it, and how it is stopped. */
#include "base/clock.h"
#include "play.h"

#define AFTER 0.4   /* seconds until there is a sign */
#define LOOK 0.02   /* seconds between two looks for a signal */

struct thought {
    const struct screen *screen;
    const char *who;
    double since, looked;
    bool shown, over;
};

static bool is_over(void *of)
{
    struct thought *t = of;
    double now = bl_now();
    if (t->over || now < t->looked + LOOK)
        return t->over;
    t->looked = now;
    if (!t->shown && t->screen->terminal && now > t->since + AFTER) {
        BL_LOCAL struct bl_text sign = bl_text_heap();
        cli_tell(&sign, "%s … (Ctrl-C stops)", t->who);
        show(&sign);
        t->shown = true;
    }
    return t->over = play_signal(0) != 0;
}

bool play_think(struct session *s, const char *who, play_thought *about, void *of)
{
    struct thought t = {&s->screen, who, bl_now(), 0, false, false};
    struct bl_patience patience = {is_over, &t};
    play_end_at_once(true);
    about(s, &patience, of);
    play_end_at_once(false);
    if (t.shown || (t.over && s->screen.terminal)) {   /* the sign, or the ^C that a terminal shows */
        printf("\r\033[K");
        cli_flush();
    }
    return play_signal(0) == 0;
}
