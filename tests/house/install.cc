// install.cc - a program in C++ of somebody who uses the installed library: a move refused, a move
// made, and a run of games that is stopped from outside.
#include <bylaw/bylaw.h>

#include <cstdio>
#include <memory>
#include <string>

struct heap_text : bl_text {
    heap_text() : bl_text(bl_text_heap()) {}
    ~heap_text() { bl_text_free(this); }
};

static bool stop_at_once(void *asked)
{
    ++*static_cast<int *>(asked);
    return true;
}

int main()
{
    const bl_game *game = bl_find_game("pharaoh");
    bl_setup setup;
    bl_setup_init(&setup, game);
    if (bl_resolve(game, &setup))
        return 1;
    const bl_bot *persons[BL_MAX_SEATS] = {};
    std::unique_ptr<bl_match, decltype(&bl_match_free)> match(
        bl_match_new(nullptr, game, &setup, 7, persons), bl_match_free);

    bl_reply reply;
    bl_match_submit(match.get(), (bl_match_to_move(match.get()) + 1) % setup.players, "draw", &reply);
    std::printf("out of turn: %s\n",
                reply.answer == BL_FORBIDDEN ? game->clauses[reply.clause].id : "not refused");

    const bl_move *moves;
    int seat = bl_match_to_move(match.get());
    if (bl_match_moves(match.get(), &moves) == 0)
        return 1;
    bl_play play = {moves[0], static_cast<int8_t>(seat), 0, nullptr};
    heap_text words;
    bl_match_put_move(match.get(), seat, &play, &words);
    bl_match_submit(match.get(), seat, words.s, &reply);
    std::printf("%s: %s, then seat %d\n", std::string(words.s, words.len).c_str(),
                reply.answer == BL_ACCEPTED ? "made" : "refused", bl_match_to_move(match.get()));

    int asked = 0;
    bl_run run = {};
    run.game = game;
    run.setup = setup;
    run.games = 100000000;
    run.cap = 1000;
    run.jobs = 1;
    for (const bl_bot *&bot : run.bots)
        bot = bl_find_bot("random");
    run.stop = stop_at_once;
    run.user = &asked;
    bl_tally tally;
    bool whole = bl_run_games(&run, &tally);
    bl_tally_free(&tally);
    std::printf("%s\n", !whole && asked > 0 ? "stopped" : "not stopped");
    return 0;
}
