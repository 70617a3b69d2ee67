/* line.c - one connection: what is written to it, and its end. */
#include "server/line.h"

#include <stdlib.h>

#include "base/alloc.h"

uint64_t line_now(const struct srv_net *net)
{
    return uv_now(net->loop) + 1;
}

void line_stage(struct client *c, enum stage stage)
{
    c->stage = stage;
    c->since = line_now(c->net);
}

/* ---- the end of a connection ------------------------------------------------ */

static void on_closed(uv_handle_t *handle)
{
    struct client *c = handle->data;
    srv_socket_free(c->socket);
    bl_text_free(&c->in);
    free(c);
}

void line_leave(struct client *c)
{
    if (c->guest)
        c->guest->connections--;
    c->guest = NULL;
}

void line_closed(struct client *c)
{
    struct srv_net *net = c->net;
    bool told = c->stage == OPEN || c->stage == ASKED;
    if (c->stage == OPEN)
        net->figures.sockets--;
    line_stage(c, ENDING);
    if (told && !net->over)
        net->settings.closed(net->settings.with, c->id);
}

void line_cut(struct client *c)
{
    struct srv_net *net = c->net;
    uint32_t slot = (uint32_t)(c->id & ((1u << SLOT_BITS) - 1));
    if (c->stage == GONE)
        return;
    line_closed(c);
    c->stage = GONE;
    line_leave(c);
    net->slots[slot] = NULL;
    net->free_slots = bl_grow(net->free_slots, net->free_count + 1, &net->free_room, sizeof slot);
    net->free_slots[net->free_count++] = slot;
    net->figures.connections--;
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void on_shut(uv_shutdown_t *shut, int status)
{
    struct client *c = shut->data;
    free(shut);
    if (status < 0 || c->deaf)
        line_cut(c);
}

/* Once all is written: says that there is no more, and waits for the other side to say the same, so
 * that what was said last is not thrown away with what they still send. */
void line_end(struct client *c)
{
    if (c->stage == GONE || c->shut)
        return;
    line_closed(c);
    c->ends = c->shut = true;
    uv_shutdown_t *shut = bl_new(1, sizeof *shut);
    shut->data = c;
    if (uv_shutdown(shut, (uv_stream_t *)&c->tcp, on_shut)) {
        free(shut);
        line_cut(c);
        return;
    }
    line_pace(c);
}

/* ---- writing ---------------------------------------------------------------- */

struct writing {
    uv_write_t write;
    struct client *client;
    struct bl_text text;
};

size_t line_unsent(const struct client *c)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&c->tcp);
}

static void on_written(uv_write_t *write, int status)
{
    struct writing *w = write->data;
    struct client *c = w->client;
    bl_text_free(&w->text);
    free(w);
    if (status < 0)
        line_cut(c);
    else if (c->stage == HEAD)
        line_pace(c);
}

void line_write(struct client *c, struct bl_text *text, const char *body, size_t size)
{
    struct writing *w = bl_new(1, sizeof *w);
    uv_buf_t bufs[2];
    w->client = c;
    w->text = *text;
    w->write.data = w;
    bufs[0] = uv_buf_init(w->text.s, (unsigned)w->text.len);
    bufs[1] = uv_buf_init((char *)(uintptr_t)body, (unsigned)size);
    c->queued += text->len + size;
    c->net->figures.sent_bytes += text->len + size;
    if (uv_write(&w->write, (uv_stream_t *)&c->tcp, bufs, size ? 2 : 1, on_written)) {
        bl_text_free(&w->text);
        free(w);
        line_cut(c);
    }
}

void line_soil(struct client *c)
{
    struct srv_net *net = c->net;
    if (c->dirty || !srv_socket_out(c->socket)->len)
        return;
    c->dirty = true;
    net->dirty = bl_grow(net->dirty, net->dirty_count + 1, &net->dirty_room, sizeof *net->dirty);
    net->dirty[net->dirty_count++] = (uint32_t)(c->id & ((1u << SLOT_BITS) - 1));
}

void line_flush(struct client *c)
{
    struct bl_text *out = srv_socket_out(c->socket), text = *out;
    c->dirty = false;
    if (c->stage == GONE || c->shut || !text.len)
        return;
    *out = bl_text_heap();
    size_t waited = line_unsent(c);   /* who reads is not cut off because something is long */
    line_write(c, &text, NULL, 0);
    if (c->stage != GONE && srv_socket_over(c->socket))
        line_end(c);
    else if (c->stage == OPEN && waited > c->net->settings.limits.queue_bytes) {
        c->net->figures.slow++;
        line_cut(c);
    }
}
