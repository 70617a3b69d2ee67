/* exports.c - all that the page calls: memory for a request, and the answer of one service. */
#include <stdlib.h>

#include "bylaw/service.h"

#define ENTRY(name) __attribute__((export_name(#name))) name

void *ENTRY(bw_take)(size_t size);
void ENTRY(bw_give)(void *memory);
const char *ENTRY(bw_ask)(const char *request, size_t size);
size_t ENTRY(bw_size)(void);

static const struct bl_text *answer;

void *bw_take(size_t size)
{
    return malloc(size);
}

void bw_give(void *memory)
{
    free(memory);
}

/* The answer is bw_size() long, and good until the next request. */
const char *bw_ask(const char *request, size_t size)
{
    static struct bl_service *service;
    if (!service)
        service = bl_service_new();
    answer = bl_service_ask(service, request, size);
    return answer->s;
}

size_t bw_size(void)
{
    return answer->len;
}
