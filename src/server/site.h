/* site.h - the page's files, read once: what is asked for is looked up, no path reaches the disk. */
#ifndef BYLAW_SERVER_SITE_H
#define BYLAW_SERVER_SITE_H

#include "server/http.h"

struct srv_site;
/* A folder as web/make.sh makes it; beside a file may lie its compressed copies, .br and .gz. NULL:
 * `why` has the fault. */
struct srv_site *srv_site_read(const char *folder, struct bl_text *why);
void srv_site_free(struct srv_site *site);
/* What stands at the path of a request: 200, 304 or 404. It is good as long as the site is. */
struct srv_reply srv_site_reply(const struct srv_site *site, const struct srv_request *request);

#endif
