/* storekeeper.c - a store at a pipe: orders and answers, a line of JSON each. The tests start several
 * of them, stop them and kill them.
 *
 *     storekeeper WHERE [ADDRESS [HINTS]] */
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bylaw/fact.h"
#include "server/store.h"

static int bell[2];

static void wake(void *with)
{
    (void)with;
    ssize_t rung = write(bell[1], "", 1);
    (void)rung;   /* full: it has been rung */
}

static void order(struct srv_store *store, const char *line)
{
    json_t *j = json_loads(line, 0, NULL);
    const char *kind = "", *table = "", *text = "", *lobby = "";
    json_int_t number = 0, fence = 0, due = 0, changed = 0;
    int stage = 0, open = 0;
    if (json_unpack(j, "{s:s,s?s,s?s,s?I,s?I,s?i,s?b,s?I,s?I,s?s}", "order", &kind, "table", &table,
                    "text", &text, "number", &number, "fence", &fence, "stage", &stage, "open",
                    &open, "due", &due, "changed", &changed, "lobby", &lobby)) {
        fprintf(stderr, "storekeeper: no order: %s\n", line);
        exit(2);
    }
    struct srv_order o = {
        .kind = strcmp(kind, "load") == 0 ? SRV_LOAD : strcmp(kind, "store") == 0 ? SRV_STORE
                                                                                  : SRV_RELEASE,
        .text = text, .size = strlen(text), .number = (uint32_t)number, .fence = (uint64_t)fence,
        .standing = {(enum srv_stage)stage, open, (uint64_t)due, (uint64_t)changed, lobby},
    };
    strncpy(o.table.s, table, SRV_NAME);
    if (strcmp(kind, "figures") == 0) {
        struct srv_store_figures f;
        srv_store_figures(store, &f);
        BL_LOCAL struct bl_text out = bl_text_heap();
        bl_json_putf(&out, "{'answer':'figures','waiting':%u,'held':%u,'records':%u,'loads':%u,"
                           "'commits':%u,'lost':%u,'fenced':%u,'up':%t}", f.waiting, f.held,
                     f.records, f.loads, f.commits, f.lost, f.fenced, f.up);
        puts(out.s);
    } else
        srv_store_order(store, &o);
    json_decref(j);
}

static void answer(const struct srv_answer *a)
{
    static const char *const kinds[] = {"stored", "loaded", "stands", "taken", "noted"};
    static const char *const fates[] = {"done", "lost", "fenced", "none", "elsewhere"};
    const struct srv_standing *t = &a->standing;
    if (a->kind == SRV_NOTED) {
        puts(a->text);
        return;
    }
    BL_LOCAL struct bl_text out = bl_text_heap();
    bl_json_putf(&out, "{'answer':%s,'table':%s", kinds[a->kind], a->table.s);
    if (a->kind == SRV_STANDS)
        bl_json_putf(&out, "'stage':%d,'open':%t,'due':%u,'changed':%u,'lobby':%s", (int)t->stage,
                     t->open, t->due, t->changed, t->lobby);
    else if (a->kind != SRV_TAKEN)
        bl_json_putf(&out, "'fate':%s,'fence':%u,'number':%d", fates[a->fate], a->fence,
                     (int)a->number);
    if (a->kind == SRV_LOADED) {
        bl_json_putf(&out, "'where':%s,'records':[", a->where);
        for (uint32_t i = 0; i < a->count; i++)
            bl_json_put_string(&out, a->records[i].text);
        bl_json_close(&out, ']');
    }
    bl_json_close(&out, '}');
    puts(out.s);
}

/* Reads orders as they come; false at their end. */
static bool read_orders(struct srv_store *store, struct bl_text *in)
{
    char piece[65536];
    ssize_t size = read(0, piece, sizeof piece);
    if (size <= 0)
        return false;
    bl_put_bytes(in, piece, (size_t)size);
    char *at = in->s, *line_end;
    for (; (line_end = strchr(at, '\n')); at = line_end + 1) {
        *line_end = '\0';
        order(store, at);
    }
    BL_LOCAL struct bl_text rest = bl_text_heap();
    bl_put(&rest, at);
    bl_text_clear(in);
    bl_put(in, rest.s);
    return true;
}

int main(int argc, char **argv)
{
    BL_LOCAL struct bl_text why = bl_text_heap(), in = bl_text_heap();
    struct srv_store_settings settings = {
        .where = argc > 1 ? argv[1] : "", .address = argc > 2 ? argv[2] : "",
        .hints = argc > 3 ? argv[3] : NULL, .wake = wake,
    };
    signal(SIGXFSZ, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (pipe(bell) || fcntl(bell[0], F_SETFL, O_NONBLOCK) || fcntl(bell[1], F_SETFL, O_NONBLOCK))
        return 2;
    struct srv_store *store = srv_store_open(&settings, &why);
    if (!store) {
        fprintf(stderr, "%s\n", why.s);
        return 1;
    }
    puts("{\"answer\":\"open\"}");
    struct pollfd ears[2] = {{.fd = 0, .events = POLLIN}, {.fd = bell[0], .events = POLLIN}};
    for (bool more = true; more && poll(ears, 2, -1) > 0;) {
        char rung[64];
        while (read(bell[0], rung, sizeof rung) > 0)
            ;
        struct srv_answer a;
        while (srv_store_next(store, &a))
            answer(&a);
        if (ears[0].revents)
            more = read_orders(store, &in);
    }
    srv_store_close(store);
    return 0;
}
