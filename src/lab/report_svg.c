/* report_svg.c - charts as SVG that takes its colours from the page. */
#include <math.h>
#include <stdio.h>

#include "report.h"

#define WIDTH 360       /* of a chart, about that of a phone */
#define HEIGHT 180
#define FLOOR 38        /* below the bars, for their labels and what these are of */
#define CEILING 30      /* above them, for what they are of */
#define SCALE 32        /* left of them, for the shares that they are to be read by */
#define ROW 26          /* of a bar that lies */
#define NAMES 84        /* left of bars that lie */
#define FIGURES 52      /* right of them */
#define SQUARE 12

void lab_put_escaped(struct bl_text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': bl_put(out, "&amp;"); break;
        case '<': bl_put(out, "&lt;"); break;
        case '>': bl_put(out, "&gt;"); break;
        case '"': bl_put(out, "&quot;"); break;
        case ' ': bl_put(out, text[1] == '%' ? "&#160;" : " "); break;   /* kept together */
        default: bl_put_char(out, *text);
        }
    }
}

static void open_svg(struct bl_text *out, int width, int height, const char *about)
{
    lab_say(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
    lab_put_escaped(out, about);
    bl_put(out, "\">");
}

/* ---- axes ------------------------------------------------------------------------- */

/* From one mark of a scale to the next: no more than five lie above 0. */
static double mark_step(double most)
{
    static const double steps[] = {0.01, 0.02, 0.05, 0.1, 0.2};
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps && most > 5.001 * steps[i])
        i++;
    return steps[i];
}

/* The shares along the left side of bars, up to that of the highest. */
static void put_upright(struct bl_text *out, double most, double room)
{
    const double step = mark_step(most);
    lab_say(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>", SCALE, CEILING, HEIGHT - FLOOR, WIDTH);
    for (int i = 0; i * step <= most * 1.001; i++) {
        double y = HEIGHT - FLOOR - room * i * step / most;
        lab_say(out, "<path class=\"axis\" d=\"M%d %.1fh-4\"/><text class=\"small mark\" x=\"%d\" y=\"%.1f\" "
                     "text-anchor=\"end\">%.0f %%</text>", SCALE, y, SCALE - 5, y + 4, 100 * i * step);
    }
}

/* The same below bars that lie. */
static void put_lying(struct bl_text *out, double most, double scale, int y)
{
    const double step = mark_step(most);
    lab_say(out, "<path class=\"axis\" d=\"M%d 0V%dH%.1f\"/>", NAMES, y, NAMES + scale * most);
    for (int i = 0; i * step <= most * 1.001; i++) {
        double x = NAMES + scale * i * step;
        lab_say(out, "<path class=\"axis\" d=\"M%.1f %dv4\"/><text class=\"small mark\" x=\"%.1f\" y=\"%d\" "
                     "text-anchor=\"middle\">%.0f %%</text>", x, y, x, y + 15, 100 * i * step);
    }
}

/* ---- bars ------------------------------------------------------------------------- */

static void put_label(struct bl_text *out, const struct lab_bars *b, uint32_t i)
{
    int64_t from = b->from + b->step * i;
    if (from < 0)
        bl_put(out, "&lt;0");
    else
        lab_say(out, "%jd%s", from, b->more && i == b->count - 1 ? "+" : "");
}

void lab_put_bars(struct bl_text *out, const struct lab_bars *b)
{
    uint64_t most = 1, sum = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        sum += b->counts[i];
        most = b->counts[i] > most ? b->counts[i] : most;
    }
    double step = (double)(WIDTH - SCALE - 8) / (b->count > 0 ? b->count : 1);
    double room = HEIGHT - FLOOR - CEILING;
    uint32_t pace = (b->count + 5) / 6;   /* labels that fit side by side */
    lab_say(out, "<figure><figcaption>%s</figcaption>\n", b->title);
    open_svg(out, WIDTH, HEIGHT, b->about);
    put_upright(out, sum ? (double)most / (double)sum : 1, room);
    lab_say(out, "<text class=\"small\" x=\"0\" y=\"11\">share of the %s</text>"
                 "<text class=\"small\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", b->of, WIDTH,
            HEIGHT - 6, b->across);
    if (b->marked_as)
        lab_say(out, "<rect class=\"bar marked\" x=\"%d\" y=\"2\" width=\"10\" height=\"10\"/>"
                     "<text class=\"small\" x=\"%d\" y=\"11\">%s</text>", WIDTH / 2, WIDTH / 2 + 15, b->marked_as);
    for (uint32_t i = 0; i < b->count; i++) {
        double height = room * (double)b->counts[i] / (double)most, x = SCALE + 4 + step * i;
        if (b->counts[i] > 0 && height < 1)
            height = 1;
        lab_say(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
                     "<title>",
                i >= b->marked ? "bar marked" : "bar", x + step * 0.08,
                HEIGHT - FLOOR - height, step * 0.84, height);
        put_label(out, b, i);
        lab_say(out, ": %ju (%.1f %%)</title></rect>", b->counts[i],
                sum ? 100.0 * (double)b->counts[i] / (double)sum : 0);
        if (b->counts[i] == most)
            lab_say(out, "<text class=\"small\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">"
                         "%.0f %%</text>",
                    fmin(fmax(x + step / 2, SCALE + 16), WIDTH - 16), HEIGHT - FLOOR - height - 3,
                    sum ? 100.0 * (double)b->counts[i] / (double)sum : 0);
        if (i % pace == 0) {
            lab_say(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
                    fmin(fmax(x + step / 2, SCALE + 8), WIDTH - 14), HEIGHT - 22);
            put_label(out, b, i);
            bl_put(out, "</text>");
        }
    }
    bl_put(out, "</svg>\n</figure>\n");
}

/* ---- shares ------------------------------------------------------------------------- */

void lab_put_shares(struct bl_text *out, const char *title, const struct lab_share *shares,
                    const char *const *names, int count, double fair)
{
    double most = fair;
    for (int i = 0; i < count; i++)
        most = fmax(most, shares[i].high);
    double scale = (WIDTH - NAMES - FIGURES) / most;
    lab_say(out, "<figure><figcaption>%s</figcaption>\n", title);
    open_svg(out, WIDTH, ROW * count + 54, title);
    put_lying(out, most, scale, ROW * count + 2);
    for (int i = 0; i < count; i++) {
        double y = ROW * i + 4, low = NAMES + scale * shares[i].low,
               high = NAMES + scale * shares[i].high, middle = y + 9;
        lab_say(out, "<text x=\"0\" y=\"%.1f\">", y + 14);
        lab_put_escaped(out, names[i]);
        lab_say(out, "</text><rect class=\"bar\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"18\"/>", NAMES, y, scale * shares[i].share);
        lab_say(out, "<path class=\"whisker\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8\"/>", low,
                middle, high, low, middle - 4, high, middle - 4);
        lab_say(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f %%</text>", WIDTH, y + 14,
                100 * shares[i].share);
    }
    lab_say(out, "<line class=\"fair\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>"
                 "<text class=\"small\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">equal: %.1f %%"
                 "</text>",
            NAMES + scale * fair, NAMES + scale * fair, ROW * count + 2, NAMES + scale * fair,
            ROW * count + 34, 100 * fair);
    lab_say(out, "<text class=\"small\" x=\"0\" y=\"%d\">share of the games; &#9500;&#9472;&#9508; its interval of "
                 "95 %%</text>", ROW * count + 50);
    bl_put(out, "</svg>\n</figure>\n");
}

/* ---- the strip of clauses -------------------------------------------------------------- */

void lab_put_strip(struct bl_text *out, const struct lab_report *r)
{
    static const char *const classes[] = {"reached", "prose",  "dead",
                                          "builtin", "cannot", "unseen"};
    const struct bl_game *game = r->lab->plan->game;
    int columns = WIDTH / SQUARE, rows = (game->clause_count - 2) / columns + 1;
    int at = 0;
    open_svg(out, WIDTH, rows * SQUARE,
             "One square a clause, in the order of the rulebook; the tables below say the same");
    for (uint16_t c = 1; c < game->clause_count; c++, at++) {
        enum lab_reach reach = lab_reach_of(r, 0, c);
        const struct lab_cover *cover = &r->lab->cover[0][c];
        /* The rarer, the paler: by powers of ten of the games. */
        double games = 2 * (double)r->lab->task.games_done;
        double share = games > 0 ? (double)cover->games / games : 0;
        double shade = reach != LAB_REACHED ? 1 : fmin(1, fmax(0.3, 1 + log10(share + 1e-9) / 4));
        lab_say(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                     "opacity=\"%.2f\"><title>",
                classes[reach], at % columns * SQUARE + 1, at / columns * SQUARE + 1, SQUARE - 2,
                SQUARE - 2, shade);
        lab_put_escaped(out, game->clauses[c].id);
        lab_say(out, ": %s</title></rect>", lab_reach_name(reach));
    }
    bl_put(out, "</svg>\n");
}
