/* fuzz_checkpoint.c - any checkpoint of a lab or a tournament: a line that a block gives, changed as
 * the bytes say and sealed again with a checksum that is right. It is taken, and then all reports
 * can be written; or refused with the file and the reason. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "lab/report.h"
#include "lab/series.h"

enum { GAMES = 16, NUMBERS = 4096 };

static const struct bl_bot *any;

static void plan_lab(struct lab_plan *plan, const struct bl_game *game)
{
    *plan = (struct lab_plan){.game = game, .setting_count = 1, .seed = 1, .games = 12, .cap = 30,
                              .playouts = 2, .asked = 2, .ladder = {any, any}, .ladder_count = 2, .player = any};
    for (int i = 0; i < BL_MAX_SEATS; i++)
        plan->bots[i] = any;
    bl_setup_init(&plan->settings[0].setup, game);
    bl_resolve(game, &plan->settings[0].setup);
}

static void plan_tournament(struct bl_tournament *t, const struct bl_game *game)
{
    *t = (struct bl_tournament){.game = game, .bots = {any, any}, .bot_count = 2, .seed = 1,
                                .deals = 20, .cap = game->advice->propose ? 4 : 30, .sprt = true, .elo1 = 10};
    bl_setup_init(&t->setup, game);
    bl_resolve(game, &t->setup);
}

/* The numbers of the line that block 0 gives, the checksum left out; they are played once. */
static const char *true_line(const struct lab_task *task, const struct bl_game *game, bool lab)
{
    static char *lines[GAMES][2];
    char **line = &lines[game->code % GAMES][lab];
    if (*line)
        return *line;
    struct bl_text text = bl_text_heap();
    atomic_bool stop = false;
    void *worker = task->worker_new(task->user, &stop);
    lab_task_play(task, worker, 0, &text);
    task->worker_free(worker);
    *strrchr(text.s, ' ') = '\0';
    return *line = text.s;
}

/* Five bytes are a change: which number, and what is done with it. */
static void put_changed(struct bl_text *out, const char *line, const uint8_t *data, size_t size)
{
    static const char *const odd[] = {"", "-", "-1", "9223372036854775807", "9223372036854775808",
                                      "-9223372036854775807", "1x", "block"};
    static const uint8_t *changes[NUMBERS];
    memset(changes, 0, sizeof changes);
    for (; size >= 5; data += 5, size -= 5)
        changes[(data[0] | data[1] << 8) % NUMBERS] = data;
    unsigned at = 0;
    for (const char *word = line; word; at++) {
        const uint8_t *c = at < NUMBERS ? changes[at] : NULL;
        int kind = c ? c[2] % 8 : -1, number = c ? c[3] | c[4] << 8 : 0;
        size_t length = strcspn(word, " ");
        if (at > 0 && kind != 0)                      /* 0: it is left out */
            bl_put_char(out, ' ');
        if (kind == 1)
            bl_put(out, odd[number % 8]);
        else if (kind == 2)
            bl_put_int(out, -number);
        else if (kind > 2)
            bl_put_int(out, (int64_t)number << (kind > 5 ? 8 * (kind - 5) : 0));
        else if (kind < 0)
            bl_put_bytes(out, word, length);
        word = word[length] ? word + length + 1 : NULL;
    }
    for (; size > 0; size--)                          /* and more at its end */
        bl_put(out, " 0");
}

/* False: refused. */
static bool read_back(struct lab_task *task, const struct bl_game *game, bool lab,
                      const uint8_t *data, size_t size)
{
    struct bl_text text = bl_text_heap(), why = bl_text_heap();
    bl_put_bytes(&text, task->plan.s, task->plan.len);
    bl_put_char(&text, '\n');
    size_t began = text.len;
    put_changed(&text, true_line(task, game, lab), data, size);
    uint64_t sum = lab_checksum(text.s + began, text.len - began);
    lab_say(&text, " %ju\n", (uintmax_t)sum);
    FILE *file = fmemopen(text.s, text.len, "r");
    bool good = lab_store_read(file, "r.part", task, &why);
    assert(good || strncmp(why.s, "r.part: line 2: ", 16) == 0);
    fclose(file);
    bl_text_free(&text);
    bl_text_free(&why);
    return good;
}

static void report(const struct lab *lab)
{
    static struct lab_report r;
    struct bl_text out = bl_text_heap();
    r = (struct lab_report){.lab = lab, .explore_words = ""};
    lab_report_init(&r);
    lab_put_json(&out, &r);
    lab_put_html(&out, &r);
    lab_put_findings(&out, &r);
    lab_report_free(&r);
    bl_text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    any = bl_find_bot("random");
    const struct bl_game *game = fuzz_game(&data, &size);
    if (size == 0)
        return 0;
    bool is_lab = data[0] & 1 && !game->advice->propose;   /* there a block takes half a minute */
    if (is_lab) {
        static struct lab_plan plan;
        static struct lab lab;
        plan_lab(&plan, game);
        lab_init(&lab, &plan);
        if (read_back(&lab.task, game, true, data + 1, size - 1))
            report(&lab);
        lab_free(&lab);
    } else {
        struct bl_tournament t;
        struct bl_standings standings;
        struct contest contest;
        plan_tournament(&t, game);
        contest_open(&contest, &t, &standings);
        if (read_back(&contest.task, game, false, data + 1, size - 1))
            contest_sum_up(&contest);
        contest_close(&contest);
    }
    return 0;
}
