/* fuzz_socket.c - any bytes as the frames of a client, whole and cut into pieces: the same messages,
 * all of them UTF-8 and none too long, and the same bytes to send. The first byte is how they are
 * cut; where the next is odd, the rest is masked first, so that more of it is taken. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "server/socket.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 300 };

static void hear(void *with, const char *text, size_t size)
{
    struct bl_text *heard = with;
    if (size > MOST)
        abort();
    for (size_t at = 0, n; at < size; at += n)
        if ((n = bl_utf8_length(text + at, size - at)) == 0)
            abort();
    bl_put_bytes(heard, text, size);
    bl_put_char(heard, '\n');
}

struct heard {
    struct bl_text in, out;
    int ending;
    bool over;
};

static struct heard taken(const char *bytes, size_t size, size_t piece)
{
    struct heard h = {bl_text_heap(), bl_text_heap(), 0, false};
    struct srv_socket *s = srv_socket_new(MOST, hear, &h.in);
    for (size_t at = 0; at < size; at += piece)
        srv_socket_take(s, bytes + at, size - at < piece ? size - at : piece);
    h.ending = srv_socket_ending(s);
    h.over = srv_socket_over(s);
    bl_put_bytes(&h.out, srv_socket_out(s)->s, srv_socket_out(s)->len);
    srv_socket_free(s);
    return h;
}

static bool same(const struct bl_text *a, const struct bl_text *b)
{
    return a->len == b->len && (!a->len || !memcmp(a->s, b->s, a->len));
}

/* Sets the masks of frames that have none: a client's frames do. */
static void mask(struct bl_text *out, const uint8_t *data, size_t size)
{
    while (size >= 2) {
        size_t n = data[1] & 0x7f;
        n = n > 125 ? 125 : n;
        n = n > size - 2 ? size - 2 : n;
        bl_put_char(out, (char)data[0]);
        bl_put_char(out, (char)(0x80 | (data[1] & 0x7f ? (int)n : 0)));
        bl_put_bytes(out, "\0\0\0\0", 4);
        bl_put_bytes(out, (const char *)data + 2, n);
        data += 2 + n;
        size -= 2 + n;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    BL_LOCAL struct bl_text in = bl_text_heap();
    if (size < 2)
        return 0;
    size_t piece = data[0] ? data[0] : 256;
    if (data[1] % 2)
        mask(&in, data + 2, size - 2);
    else
        bl_put_bytes(&in, (const char *)data + 2, size - 2);
    struct heard whole = taken(in.s, in.len, in.len + 1), cut = taken(in.s, in.len, piece);
    /* The words in a client's last frame, which nobody reads, wslay takes for wrong, or not, by how
     * they are cut. */
    bool words = whole.ending == SRV_END_UTF8 || cut.ending == SRV_END_UTF8;
    if (!same(&whole.in, &cut.in) ||
        (!words && (!same(&whole.out, &cut.out) || whole.ending != cut.ending || whole.over != cut.over)))
        abort();
    bl_text_free(&whole.in);
    bl_text_free(&whole.out);
    bl_text_free(&cut.in);
    bl_text_free(&cut.out);
    return 0;
}
