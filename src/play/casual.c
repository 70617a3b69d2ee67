/* casual.c - games in which any move of a person goes back, and whose transcript shows that.
 *
 * A transcript has no room for marks; but a file may hold several games. That of a casual game has,
 * before the game, every course of it that was left: the same header and the same start again. The
 * first has no moves where none was left: the game is marked before anything is taken back. Where
 * moves go back by everybody's consent, it is marked by the first that does. */
#include "line.h"
#include "room.h"

void bl_match_be_casual(struct bl_match *m)
{
    m->casual = true;
}

void bl_match_by_consent(struct bl_match *m)
{
    m->consent = true;
}

bool bl_match_is_casual(const struct bl_match *m)
{
    return m->casual;
}

uint32_t bl_match_taken_back(const struct bl_match *m)
{
    return m->taken;
}

void match_put_left(const struct bl_match *m, struct bl_text *out)
{
    if (m->left.len > 0) {
        bl_put_bytes(out, m->left.s, m->left.len);
    } else if (m->casual) {
        bl_put_start_lines(out, m->game, m->chance.seed, m->start);
        bl_put_end_line(out, m->game, m->start);
    }
}

/* What several steps back leave is one course: the first of them saw all of it. */
void match_leave(struct bl_match *m)
{
    if (m->went_on) {
        match_put_course(m, &m->left);
        if (bl_match_to_move(m) >= 0)
            bl_match_put_cap(m, &m->left);
    }
    m->went_on = false;
}

void match_take_after(struct bl_match *m, struct bl_match *before)
{
    struct bl_text none = m->left;
    m->casual = true;
    match_leave(before);
    m->left = before->left;
    before->left = none;
}
