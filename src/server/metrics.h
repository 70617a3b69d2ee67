/* metrics.h - the figures of a server, as Prometheus reads them. */
#ifndef BYLAW_SERVER_METRICS_H
#define BYLAW_SERVER_METRICS_H

#include "server/net.h"
#include "server/store.h"
#include "server/think.h"

struct srv_metered {
    const struct srv_core *core;
    const struct srv_net *net;
    struct srv_store *store;
    const struct srv_thinkers *thinkers;
    bool draining;
    uint64_t engine_faults;
};
void srv_put_metrics(struct bl_text *out, const struct srv_metered *of);

#endif
