"""What has happened goes with a state: into copies that are kept, and into states that are guessed from it."""
import copy
import pickle
import random

import pytest

import bylaw
from bylaw import spiel

GAMES = bylaw.games()
CARDS = spiel.registered_names()


def played(game, moves, players=0, seed=1, record=False):
    state = bylaw.deal(game, players, seed=seed, record=record)
    for number in range(moves):
        if state.to_move is not None:
            state.apply(state.ask("random", seed=number))
    return state


# ---- kept ----------------------------------------------------------------------------

@pytest.mark.parametrize("game", GAMES)
def test_a_pickled_state_has_its_past(game):
    """It is what it was, and goes on as it would have gone on; also one that was kept before, or read, or guessed."""
    dealt = played(game, 15, record=True)
    twin = dealt.resample(0, seed=3)
    twin.apply(twin.ask("random", seed=5))
    later = bylaw.read(dealt.position(), seed=9)
    later.apply(later.ask("random", seed=5))
    for state in (dealt, twin, later, bylaw.deal(game)):
        here, there = state, pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(state))))
        for _ in range(3):
            assert there == here and there.made == here.made
            for seat in (*range(state.players), None):
                assert there._past(seat) == here._past(seat)
            assert there.ask("greedy", seed=4) == here.ask("greedy", seed=4)
            if here.to_move is not None:
                move = here.ask("random", seed=2)
                here, there = here.clone(), there
                here.apply(move)
                there.apply(move)
    assert len(dealt._past(0)) == 16 == len(pickle.loads(pickle.dumps(dealt))._past(0))


@pytest.mark.parametrize("game", GAMES)
def test_a_pickled_state_has_its_transcript(game):
    state = played(game, 12, record=True)
    again = pickle.loads(pickle.dumps(state))
    assert again.transcript() == state.transcript() and bylaw.verify(again.transcript())["ok"]
    move = state.ask("random")
    for one in state, again:
        one.apply(move)
    assert again.transcript() == state.transcript()
    with pytest.raises(bylaw.Fault, match="not recorded"):
        pickle.loads(pickle.dumps(played(game, 3))).transcript()
    with pytest.raises(TypeError):
        pickle.dumps(state.view(0))


# ---- guessed ---------------------------------------------------------------------------

def test_who_held_cards_when_the_stock_was_empty_still_holds_them():
    """When Pharaoh's stock was empty and the pile became the new one, all other cards out of sight were in others'
    hands; there they are until they are played."""
    counted = 0
    for seed in range(6):
        state, me, held, pick = bylaw.deal("pharaoh", 3, seed=seed), 0, set(), random.Random(seed)
        whole = state.data()["state"]
        every = {card for pile in (whole["pile"], whole["stock"], *whole["hands"]) for card in pile}
        while state.to_move is not None and state.made < 150:
            before = state.view(me).data()["state"]
            state.apply(pick.choice(state.legal()))
            now = state.view(me).data()["state"]
            if len(now["pile"]) < len(before["pile"]) and not before["stock"]:
                held |= every - set(before["pile"]) - set(before["hands"][me])
            held -= set(now["pile"]) | set(now["hands"][me])
            for number in range(2 if held else 0):
                twin = state.resample(me, seed=number)
                assert twin.view(me) == state.view(me) == state.view(me).resample(me, seed=number).view(me)
                hands = twin.data()["state"]["hands"]
                assert held <= {card for seat, hand in enumerate(hands) if seat != me for card in hand}
                counted += 1
    assert counted > 50


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", CARDS)
def test_a_twin_has_the_information_state(game, players):
    """After 20 moves and more, of every seat, and of a twin's twin; and they stay alike as long as they are told alike."""
    loaded = spiel.load_game(game, {"players": players})
    pick = random.Random(players)
    for seed in range(2):
        state, other_hands = loaded.new_initial_state(seed), 0
        for number in range(41):
            if state.is_terminal():
                break
            for seat in range(players) if number in (0, 20, 40) else ():
                twin = state.resample_from_infostate(seat, pick.random)
                again = twin.resample_from_infostate(seat, pick.random)
                kept = pickle.loads(pickle.dumps(again))
                told = state.information_state_string(seat)
                assert told.count("\n") == number
                assert all(one.information_state_string(seat) == told for one in (twin, again, kept))
                assert twin.history() == state.history() == kept.history() and kept.bylaw == again.bylaw
                assert twin.move_number() == number and twin.observation_tensor(seat) == state.observation_tensor(seat)
                other_hands += twin.bylaw != state.bylaw
                if state.current_player() == seat:
                    assert twin.legal_actions() == state.legal_actions()
                    twin.apply_action(twin.legal_actions()[0])
                    assert twin.information_state_string(seat).startswith(told + "\n")
                with pytest.raises(bylaw.Fault):
                    twin.serialize()
            state.apply_action(pick.choice(state.legal_actions()))
        assert other_hands > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_guess_has_the_past_of_its_seat(game):
    state = played(game, 20, players=3)
    for seat in (0, 1, 2, None):
        twin = state.resample(seat, seed=8)
        assert twin.view(seat) == state.view(seat) and twin._past(seat) == state._past(seat)
        assert twin.made == state.made and copy.deepcopy(twin)._past(seat) == state._past(seat)
        assert state.resample(seat, seed=8) == twin
        assert len(twin._past(1 if seat == 0 else 0)) == 1
