/* pledge.c - a deal that nobody need trust: what the seed comes of, as a line of a transcript. */
#include "pledge.h"

#include <sodium/crypto_generichash.h>
#include <string.h>

#include "base/hex.h"

void bl_pledge_hash(const void *bytes, size_t size, uint8_t out[BL_PLEDGE])
{
    crypto_generichash(out, BL_PLEDGE, bytes, size, NULL, 0);
}

/* Some words and the secret, which every hash but that of the secret begins with. */
static size_t begin(uint8_t *room, const char *words, const struct bl_pledge *p)
{
    size_t n = strlen(words);
    memcpy(room, words, n);
    memcpy(room + n, p->secret, BL_PLEDGE);
    return n + BL_PLEDGE;
}

void bl_pledge_number(const struct bl_pledge *p, int seat, uint8_t out[BL_PLEDGE])
{
    uint8_t room[64];
    size_t n = begin(room, "bylaw bot", p);
    room[n++] = (uint8_t)seat;
    bl_pledge_hash(room, n, out);
}

uint64_t bl_pledge_seed(const struct bl_pledge *p)
{
    uint8_t room[64 + sizeof p->table + sizeof p->numbers], hash[BL_PLEDGE];
    size_t n = begin(room, "bylaw deal", p), length = strlen(p->table);
    memcpy(room + n, p->table, length);
    n += length;
    memcpy(room + n, p->numbers, (size_t)p->players * BL_PLEDGE);
    bl_pledge_hash(room, n + (size_t)p->players * BL_PLEDGE, hash);
    uint64_t seed = 0;
    for (int i = 0; i < 8; i++)
        seed = seed << 8 | hash[i];
    return seed;
}

const char *bl_pledge_wrong(const struct bl_pledge *p, uint64_t seed)
{
    uint8_t right[BL_PLEDGE];
    bl_pledge_hash(p->secret, BL_PLEDGE, right);
    if (memcmp(right, p->hash, BL_PLEDGE) != 0)
        return "hash: this is not the hash of the secret";
    for (int seat = 0; seat < p->players; seat++) {
        bl_pledge_number(p, seat, right);
        if ((p->bots >> seat & 1) && memcmp(right, p->numbers[seat], BL_PLEDGE) != 0)
            return "numbers: a bot's number does not come of the secret";
    }
    return bl_pledge_seed(p) == seed ? NULL : "the seed of the header does not come of this";
}

/* ---- as a line --------------------------------------------------------------- */

static void put_bytes(struct bl_text *out, const uint8_t bytes[BL_PLEDGE])
{
    char room[2 * BL_PLEDGE + 1];
    struct bl_text hex = BL_TEXT_FIXED(room);
    bl_put_hex(&hex, bytes, BL_PLEDGE);
    bl_json_put_string(out, room);
}

static void read_bytes(struct bl_json value, uint8_t out[BL_PLEDGE])
{
    if (!bl_read_hex(bl_json_to_string(&value), out, BL_PLEDGE))
        bl_json_fault(&value, "must be %d hexadecimal digits", 2 * BL_PLEDGE);
}

void bl_put_pledge(struct bl_text *out, const struct bl_pledge *p)
{
    bl_json_putf(out, "{'t':'dealt','table':%s,'hash':", p->table);
    put_bytes(out, p->hash);
    bl_json_key(out, "secret");
    put_bytes(out, p->secret);
    bl_json_putf(out, "'numbers':[");
    for (int seat = 0; seat < p->players; seat++)
        put_bytes(out, p->numbers[seat]);
    bl_json_putf(out, "],'bots':[");
    for (int seat = 0; seat < p->players; seat++)
        if (p->bots >> seat & 1)
            bl_json_put_int(out, seat);
    bl_put(out, "]}\n");
}

void bl_read_pledge(struct bl_json *line, int players, struct bl_pledge *out)
{
    *out = (struct bl_pledge){.players = players};
    struct bl_json table = bl_json_member(line, "table");
    const char *name = bl_json_to_string(&table);
    struct bl_text room = BL_TEXT_FIXED(out->table);
    if (strlen(name) >= sizeof out->table)
        bl_json_fault(&table, "a table's name has at most %d bytes", (int)sizeof out->table - 1);
    bl_put(&room, name);
    read_bytes(bl_json_member(line, "hash"), out->hash);
    read_bytes(bl_json_member(line, "secret"), out->secret);
    struct bl_json numbers = bl_json_member(line, "numbers"), bots = bl_json_member(line, "bots");
    if (bl_json_count(&numbers, (size_t)players) < (size_t)players)
        bl_json_fault(&numbers, "there must be one for each of %d seats", players);
    for (int seat = 0; seat < players && !line->doc->failed; seat++)
        read_bytes(bl_json_item(&numbers, (size_t)seat), out->numbers[seat]);
    size_t count = bl_json_count(&bots, (size_t)players);
    for (size_t i = 0; i < count; i++) {
        struct bl_json item = bl_json_item(&bots, i);
        out->bots |= 1u << bl_json_to_int(&item, 0, players - 1);
    }
}

void bl_put_pledged(struct bl_text *out, const char *transcript, const struct bl_pledge *p)
{
    static const char header[] = "{\"bylaw\":";
    for (const char *end; *transcript; transcript = end) {
        end = transcript + strcspn(transcript, "\n");
        end += *end == '\n';
        bl_put_bytes(out, transcript, (size_t)(end - transcript));
        if (strncmp(transcript, header, sizeof header - 1) == 0)
            bl_put_pledge(out, p);
    }
}
