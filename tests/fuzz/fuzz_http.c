/* fuzz_http.c - any bytes as requests on one connection: heads are read, and answered. The same bytes
 * in two pieces come to the same. A request that is taken says nothing of a body. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/socket.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct srv_request *r, const char *head, size_t size)
{
    if (r->path[0] != '/' || r->fields[SRV_CODING].s || memmem(head, size, "\n ", 2))
        abort();
    for (int i = 0; i < SRV_FIELD_COUNT; i++)
        if (r->fields[i].s && (r->fields[i].s < head || r->fields[i].s + r->fields[i].size > head + size))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    const char *at = (const char *)data;
    size_t left = size, end, before;
    while (left > 0) {
        struct srv_request r;
        int status = srv_head_end(at, left, &end);
        if (!status && srv_head_end(at, left / 2, &before))
            abort();
        if (status || !end)
            break;
        status = srv_head_read(at, end, &r);
        struct srv_reply a = srv_reply_of(status ? status : 404, NULL);
        srv_put_reply(&out, &r, &a);
        if (!status) {
            check(&r, at, end);
            bl_text_clear(&out);
            if (srv_handshake(&r, "https://cards.example", &out) != atoi(out.s + 9))
                abort();
        }
        at += end;
        left -= end;
    }
    return 0;
}
