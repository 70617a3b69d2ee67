/* service.h - games through JSON: what a page, a server or a binding asks.
 *
 * A service holds tables, and names them by numbers. A request is a JSON object, and so is its
 * answer: docs/service.md has them all. Services know nothing of each other; one answers one
 * request at a time. */
#ifndef BYLAW_SERVICE_H
#define BYLAW_SERVICE_H

#include <stdbool.h>

#include "bylaw/catalogue.h"
#include "bylaw/text.h"

BL_BEGIN
struct bl_match;
struct bl_service;

struct bl_service *bl_service_new(void);
void bl_service_free(struct bl_service *service);

/* From now on the service says what people read in the language of a catalogue (catalogue.h), of
 * which it keeps a copy; of no bytes: in English. False: these bytes are none, and nothing changes. */
bool bl_service_speak(struct bl_service *service, const void *catalogue, size_t size);
/* What nets have learned, for all services, as files have it (bl_give_weights in bylaw/bot.h); false: it is none. */
bool bl_service_learn(const void *weights, size_t size);

/* {"answer":…}, or {"error":"…"} if what was asked cannot be answered; good until the next
 * request. Whatever is asked, it is answered. */
const struct bl_text *bl_service_ask(struct bl_service *service, const char *request, size_t size);

/* Who asks, where not everybody at the tables is one: a server asks for each of its people what is
 * theirs, in their language. */
struct bl_asker {
    uint32_t seats;                         /* theirs at the table that is asked about, as a set */
    const struct bl_catalogue *catalogue;   /* NULL: English */
};
const struct bl_text *bl_service_ask_as(struct bl_service *service, const struct bl_asker *asker,
                                        const char *request, size_t size);
/* The match at a table, which stays the service's; NULL: there is no such table. */
struct bl_match *bl_service_match(const struct bl_service *service, int table);

BL_END
#endif
