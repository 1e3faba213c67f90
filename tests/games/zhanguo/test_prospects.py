"""What a judge that learns is told of deeds to come."""

import random
from collections.abc import Iterator

import pytest

from tianxia.engine.compact import many_more, set_of
from tianxia.engine.features import Features
from tianxia.games.zhanguo import GAME
from tianxia.games.zhanguo.components import COURT, REGIONS, SECTIONS
from tianxia.games.zhanguo.rules import ZhanGuo
from tianxia.games.zhanguo.table import TASKS, USE

Told = dict[str, int]


def told(state: ZhanGuo, player: int) -> Told:
    """The prospects by name."""
    found = Features(GAME.judged_widths[state.players])
    GAME.show_judge(state, player, found)
    behind = GAME.widths[state.players]
    return dict(zip(GAME.prospect_names, list(found.counts)[behind:], strict=True))


def positions(players: int, games: int, seed: int) -> Iterator[ZhanGuo]:
    """Whenever a card is to be used in random games."""
    dice = random.Random(seed)
    for number in range(games):
        state = GAME.new(players, seed + number)
        while not state.over():
            assert isinstance(state, ZhanGuo)
            player = state.next_actor()
            if state.question == USE:
                yield state
            state.play(player, dice.choice(state.legal(player)))


def points(state: ZhanGuo, player: int) -> int:
    """Governors, tasks and what was scored at once: as if the game ended now."""
    final = state.final_points(player)
    return state.seats[player].vp() + final[0] + final[2] + final[3]


def after(state: ZhanGuo, player: int, text: str) -> ZhanGuo:
    """The deed alone, without what the cards add to it: they are taken away."""
    tried = state.copy()
    p = tried.seats[player]
    p.triggers = 0  # no card is woken, but all of them count for palaces and walls
    tried.play(player, GAME.space.parse(text))
    while tried.next_actor() == player and tried.question != USE and tried.turn == state.turn:
        texts = {GAME.space.text(action): action for action in tried.legal(player)}
        square = "square vp" if "square vp" in texts else ""
        tried.play(player, texts[square] if square else list(texts.values())[-1])
    return tried


@pytest.mark.parametrize("players", [2, 4])
def test_a_gain_is_what_the_deed_brings(players: int) -> None:
    looked = {"governor": 0, "palace": 0, "wall": 0}
    for state in positions(players, 12, 40):
        player = state.mover
        found, before = told(state, player), points(state, player)
        texts = [GAME.space.text(action) for action in state.legal(player)]
        for text in texts:
            deed, _, where = text.partition(" ")
            if deed not in looked:
                continue
            ended = after(state, player, text)
            brought = points(ended, player) - before
            if deed == "wall":
                section = where[:2]
                # A wall on fewer rods may bring less.
                assert brought <= found[f"{section} gain"]
                best = max(
                    points(after(state, player, other), player) - before
                    for other in texts
                    if other.startswith(f"wall {section}")
                )
                assert found[f"{section} gain ready"] == best
            elif deed == "palace":
                assert found[f"region {where} palace gain ready"] == brought
            else:
                gain = found[f"region {where} governor gain ready"]
                assert gain == found[f"region {where} governor gain"]
                walls = state.wall_points(player) != ended.wall_points(player)
                assert gain == brought or walls, "officials that leave may be missed on a wall"
            looked[deed] += 1
    assert all(count > 10 for count in looked.values()), looked


def test_nothing_is_ready_that_cannot_be_done() -> None:
    for state in positions(3, 4, 7):
        player = state.mover
        found = told(state, player)
        texts = [GAME.space.text(action) for action in state.legal(player)]
        for region in range(1, REGIONS + 1):
            for deed in ("governor", "palace"):
                if found[f"region {region} {deed} gain ready"]:
                    assert f"{deed} {region}" in texts
        for section in SECTIONS:
            if found[f"{section} gain ready"]:
                assert any(text.startswith(f"wall {section}") for text in texts)


def in_a_row(found: Told) -> Iterator[int]:
    """The points of one turn, of two and of three."""
    return (found[f"points of {turns}"] for turns in ("one turn", "two turns", "three turns"))


def test_turns_in_a_row_bring_more_and_more_but_no_piece_twice() -> None:
    grown = 0
    for state in positions(2, 6, 90):
        player = state.mover
        found = told(state, player)
        one, two, three = in_a_row(found)
        assert one == max(found[f"best {deed} ready"] for deed in ("governor", "palace", "wall"))
        assert one <= two <= three <= found["points of all turns"]
        assert found["points of the hand"] <= found["points of all turns"]
        grown += two > one
        # Where no task is left, nothing brings more than what came before it.
        done = state.copy()
        done.seats[player].claimed = set_of(list(range(TASKS)))
        found = told(done, player)
        one, two, three = in_a_row(found)
        assert one >= two - one >= three - two >= 0
    assert grown > 20


def test_two_pieces_of_one_task_count_as_such_only_together() -> None:
    together = 0
    for state in positions(2, 40, 300):
        player = state.mover
        found = told(state, player)
        one, two, three = in_a_row(found)
        together += two - one > one or three - two > two - one
    assert together > 5


def test_what_a_preparation_is_good_for() -> None:
    """A recruit that completes a triple makes a governor ready, a hire a palace or a wall."""
    looked = {"recruit": 0, "hire": 0}
    for state in positions(2, 14, 500):
        player = state.mover
        found = told(state, player)
        texts = {GAME.space.text(action): action for action in state.legal(player)}
        for deed in looked:
            options = [text for text in texts if text.startswith(f"{deed} ")]
            if not options:
                continue
            best = {"governor": 0, "palace": 0, "wall": 0}
            for text in options:
                tried = state.copy()
                p = tried.seats[player]
                p.triggers = 0
                tried.play(player, texts[text])
                while tried.turn == state.turn and tried.next_actor() == player:
                    tried.play(player, tried.legal(player)[-1])  # as many officials as may go down
                then = told(tried, player)
                for piece in best:
                    best[piece] = max(best[piece], then[f"best {piece} ready"])
            if deed == "recruit":
                foreseen = max(found["governor after a recruit"], found["best governor ready"])
                assert foreseen == best["governor"]
                looked[deed] += found["governor after a recruit"] > 0
            else:
                foreseen = max(found["wall after a hire"], found["best wall ready"])
                assert foreseen >= best["wall"], "unrest may be asked for on a wall"
                looked[deed] += found["wall after a hire"] > found["best wall ready"]
    assert all(count > 10 for count in looked.values()), looked


def test_workers_pay_only_once() -> None:
    state = GAME.new(2, 3)
    assert isinstance(state, ZhanGuo)
    player = state.mover
    p = state.seats[player]
    while state.question != USE:
        state.play(player, state.legal(player)[0])
    p = state.seats[player]
    p.in_g = 0
    p.workers = 0
    assert told(state, player)["points of all turns"] == 0
    p.workers = many_more(many_more(p.workers, 0, 1), 1, 1)
    found = told(state, player)
    assert found["best wall ready"] > 0
    assert found["points of all turns"] <= 2 * found["best wall ready"]
    ready = [found[f"{section} gain ready"] for section in SECTIONS]
    assert found["points of three turns"] <= sum(sorted(ready)[-2:]), (
        "two workers, two walls at most"
    )


def test_what_a_card_wakes_depends_on_the_hand_and_the_pile() -> None:
    woken = slept = 0
    for state in positions(2, 6, 20):
        player = state.mover
        p, found = state.seats[player], told(state, player)
        pile = state.pile[-1] if state.pile else 0
        assert found["hand below the pile"] == sum(card < pile or not pile for card in p.hand)
        assert found["hand above the pile"] == sum(card > pile for card in p.hand)
        for deed in COURT[:5]:
            where = "below" if deed in ("recruit", "governor") else "above"
            fits = found[f"hand {where} the pile"] > 0
            assert found[f"{deed} wakes"] == (found[f"{deed} would wake"] if fits else 0)
            woken += found[f"{deed} wakes"] > 0
            slept += found[f"{deed} wakes"] < found[f"{deed} would wake"]
    assert woken > 50
    assert slept > 10
