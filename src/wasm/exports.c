/* exports.c - all that the page calls: memory for a request, and the answer of one service. */
#include <stdlib.h>

#include "bylaw/service.h"

#define ENTRY(name) __attribute__((export_name(#name))) name

void *ENTRY(bw_take)(size_t size);
void ENTRY(bw_give)(void *memory);
const char *ENTRY(bw_ask)(const char *request, size_t size);
size_t ENTRY(bw_size)(void);
int ENTRY(bw_speak)(const void *catalogue, size_t size);
int ENTRY(bw_learn)(const void *weights, size_t size);

static const struct bl_text *answer;

void *bw_take(size_t size)
{
    return malloc(size);
}

void bw_give(void *memory)
{
    free(memory);
}

static struct bl_service *the_service(void)
{
    static struct bl_service *service;
    if (!service)
        service = bl_service_new();
    return service;
}

int bw_speak(const void *catalogue, size_t size)
{
    return bl_service_speak(the_service(), catalogue, size);
}

int bw_learn(const void *weights, size_t size)
{
    return bl_service_learn(weights, size);
}

/* The answer is bw_size() long, and good until the next request. */
const char *bw_ask(const char *request, size_t size)
{
    answer = bl_service_ask(the_service(), request, size);
    return answer->s;
}

size_t bw_size(void)
{
    return answer->len;
}
