"""Against bots one may go back past their decisions, as long as nothing hidden was revealed."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import tianxia
from tianxia.engine.game import Game
from tianxia.server.errors import Conflict
from tianxia.server.guests import Guest
from tianxia.server.house import House
from tianxia.server.look import look
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.tables import Table

DECISIONS = 80


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(Settings(database=f"sqlite:///{tmp_path / 'tianxia.db'}"))
    yield made
    made.storage.close()


def play_on(house: House, guest: Guest, table: Table, dice: random.Random) -> int:
    """Any decision of whoever must decide; returns the seat."""
    play = table.begun()
    seat = dice.choice(play.state.actors())
    action = play.game.space.text(dice.choice(play.state.legal(seat)))
    question = play.question(seat) or 0
    if seat == 0:
        house.games.decide(table.id, guest, question, [action])
    else:
        house.games.decide_as_bot(table.id, seat, question, action)
    return seat


def test_bots_decisions_go_with_ones_own(house: House) -> None:
    guest = house.guests.create("Ann")
    id = house.seats.create(guest, Plan("year-of-the-dragon", {}, ["me", "novice", "novice"]))
    dice = random.Random(4)
    past = 0
    with house.tables.opened(id) as table:
        for _ in range(DECISIONS):
            play_on(house, guest, table, dice)
            play = table.begun()
            rewinds = table.rewinds(0)
            assert look(table, 0).rewinds == rewinds
            decisions = list(play.match.record.decisions)
            assert all(decisions[number][0] == 0 for number in rewinds)
            assert all(number >= play.state.settled for number in rewinds)
            if rewinds and any(seat != 0 for seat, _ in decisions[rewinds[0] :]):
                past += 1
                house.games.rewind(id, guest, rewinds[0])
                record = table.begun().match.record
                assert record.decisions == decisions[: rewinds[0]]
                assert record.rewound == past, "the record says so"
                assert table.begun().state.actors() == [0]
    assert past > 3
    again = House(house.settings)  # read from storage it is the same
    with house.tables.opened(id) as here, again.tables.opened(id) as there:
        assert there.begun().match.record.decisions == here.begun().match.record.decisions
        assert there.begun().match.record.rewound == past
    again.storage.close()


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_nothing_revealed_is_taken_back(game: Game, house: House) -> None:
    """The same decisions in another deal look the same: whoever goes back has learnt nothing."""
    guest = house.guests.create("Ann")
    seats = ["me"] + ["novice"] * (game.players[0] - 1)
    id = house.seats.create(guest, Plan(game.id, {}, seats))
    dice = random.Random(6)
    with house.tables.opened(id) as table:
        for _ in range(DECISIONS):
            if table.begun().state.over():
                break
            play_on(house, guest, table, dice)
            play = table.begun()
            for number in table.rewinds(0):
                since = play.match.record.decisions[number:]
                for deal in (101, 102, 103):
                    other = play.match.record.replay(number).determinize(0, deal)
                    for seat, action in since:
                        other.play(seat, action)
                    assert other.view(0) == play.state.view(0)


def test_a_card_from_a_hidden_hand_stands(house: House) -> None:
    guest = house.guests.create("Ann")
    id = house.seats.create(guest, Plan("zhanguo", {}, ["me", "novice"]))
    dice = random.Random(6)
    with house.tables.opened(id) as table:
        for _ in range(DECISIONS):
            seat = play_on(house, guest, table, dice)
            play = table.begun()
            shown = [event.kind for event in play.happenings[-1].events]
            if seat != 0 and "card" in shown:
                assert table.rewinds(0) == []
                with pytest.raises(Conflict, match="something hidden was revealed"):
                    house.games.rewind(id, guest, 0)
                return
    raise AssertionError("no bot played a card")


def test_never_past_people(house: House) -> None:
    ann, bo = house.guests.create("Ann"), house.guests.create("Bo")
    id = house.seats.create(
        ann, Plan("year-of-the-dragon", {}, ["me", "open", "novice"], public=True)
    )
    house.seats.sit(id, bo, 1)
    with house.tables.opened(id) as table:
        house.games.decide(id, ann, table.begun().question(0) or 0, [first(table, 0)])
        assert table.rewinds(0) == []


def first(table: Table, seat: int) -> str:
    play = table.begun()
    return play.game.space.text(play.state.legal(seat)[0])
