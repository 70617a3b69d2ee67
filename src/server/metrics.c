/* metrics.c - the figures of a server, as Prometheus reads them. */
#include "server/metrics.h"

#include <sys/resource.h>

#include "bylaw/fact.h"

static void put_metric(struct bl_text *out, const char *name, bool grows, const char *help, double value)
{
    bl_putf(out, "# HELP bylaw_%s %s\n# TYPE bylaw_%s %s\nbylaw_%s ", name, help, name,
            grows ? "counter" : "gauge", name);
    if (value == (double)(int64_t)value)
        bl_put_int(out, (int64_t)value);
    else
        bl_put_real(out, value);
    bl_put_char(out, '\n');
}

void srv_put_metrics(struct bl_text *out, const struct srv_metered *s)
{
    struct srv_figures core;
    struct srv_net_figures net;
    struct srv_store_figures store;
    struct srv_thinking think;
    struct rusage used;
    srv_figures(s->core, &core);
    srv_net_figures(s->net, &net);
    srv_store_figures(s->store, &store);
    srv_thinking(s->thinkers, &think);
    getrusage(RUSAGE_SELF, &used);
#define NOW(name, value, help) put_metric(out, name, false, help, (double)(value))
#define ALL(name, value, help) put_metric(out, name "_total", true, help, (double)(value))
    NOW("connections", net.connections, "connections that are open");
    NOW("sockets", net.sockets, "of those, WebSockets");
    NOW("addresses", net.addresses, "addresses that are counted");
    ALL("accepted", net.accepted, "connections that came in");
    ALL("requests", net.requests, "requests of HTTP");
    ALL("frames", net.frames, "frames that came in on WebSockets");
    ALL("refused_connections", net.refused_connections, "connections beyond a limit");
    ALL("refused_asks", net.refused_asks, "requests and frames beyond the rate of an address");
    ALL("refused_handshakes", net.refused_handshakes, "handshakes that did not come to a WebSocket");
    ALL("bad_requests", net.bad_requests, "requests that could not be read");
    ALL("late", net.late, "connections whose request did not come in time");
    ALL("slow", net.slow, "connections that did not take what was sent");
    ALL("silent", net.silent, "WebSockets that did not answer");
    ALL("sent_bytes", net.sent_bytes, "bytes sent");
    ALL("heard_bytes", net.heard_bytes, "bytes that came in");
    NOW("tables", core.tables, "tables in memory");
    NOW("tables_waiting", core.waiting, "of those, waiting for people");
    NOW("tables_running", core.running, "of those, with a game that goes on");
    NOW("tables_known", core.known, "tables that go on, in memory or not");
    ALL("moves", core.moves, "moves that were made");
    ALL("refused_moves", core.refused, "moves that the rules refused");
    ALL("replaced_moves", core.replaced, "moves of bots that the rules refused, and another was made");
    ALL("said", core.said, "words said at tables");
    ALL("messages_sent", core.sent, "messages to people");
    ALL("dropped", core.dropped, "connections that were dropped for what they said");
    ALL("records", store.records, "records that were stored");
    ALL("commits", store.commits, "transactions they were stored in");
    ALL("loads", store.loads, "tables that were loaded");
    ALL("lost", store.lost, "records that could not be stored");
    ALL("fenced", store.fenced, "records that came too late, since another server owns the table");
    NOW("store_waiting", store.waiting, "orders that the store has not answered");
    NOW("store_up", store.up, "whether the store works");
    NOW("thoughts_waiting", think.now, "bots that think or wait to");
    ALL("thoughts", think.done, "moves that bots thought of");
    ALL("thoughts_cut", think.cut, "of those, ended by their budget");
    ALL("thoughts_late", think.late, "thoughts that nobody waited for any more");
    ALL("thinking_seconds", think.seconds, "seconds that bots have thought");
    ALL("engine_faults", s->engine_faults, "moves that programs failed to choose");
    NOW("resident_bytes_most", (double)used.ru_maxrss * 1024, "memory, at most so far");
    NOW("draining", s->draining, "whether it is about to stop");
#undef NOW
#undef ALL
}
