"""Middle Kingdom's board: where bids lie face down."""

import pytest

from tests.games.middle_kingdom.table import GAME, Table, seat
from tianxia.server.look import choices
from tianxia.web.boards import Board

NAMES = ["Ann", "Bo"]
ROW = "farmer merchant noble-2"
BACK = "bid-card back"
LOOSE = '<span class="bid">'


def face_down(table: Table, viewer: int) -> tuple[list[bool], bool]:
    """As a viewer sees the bids of seat 0: is there a back in A, in B; is there one for either?"""
    state = table.state
    drawn = str(Board(GAME, state.view(viewer), NAMES, choices(state, viewer)).board())
    place = drawn.split('class="place seat-0')[1].split('class="before"')[0]
    slots = [part.split(LOOSE)[0] for part in place.split('class="slot"')[1:]]
    assert place.count(BACK) == sum(BACK in slot for slot in slots) + (LOOSE in place)
    return [BACK in slot for slot in slots], LOOSE in place


@pytest.mark.parametrize(("bid", "mine"), [("bid R", [True, False]), ("bid -/R", [False, True])])
def test_one_reset_on_two_tied_cards_is_one_card(bid: str, mine: list[bool]) -> None:
    table = Table(ROW, seat(tied="5 3", hand="R"), seat(tied="5 3", hand="R 1 2 7"))
    table.play(f"0 {bid}")
    assert face_down(table, 0) == (mine, False)
    assert face_down(table, 1) == ([False, False], True), "on which of them is a secret"


def test_the_last_reset_lies_on_the_only_tied_card() -> None:
    table = Table(ROW, seat(tied="4", hand="R"), seat(tied="4"))
    assert face_down(table, 1) == ([True, False], False)


def test_the_palace_plays_one_card_in_secret_and_everybody_else_two() -> None:
    palace = Table(ROW, seat(tied="4", bureaucrat=2), seat(tied="4"), palace=0)
    palace.play("0 bid -/6")
    assert face_down(palace, 0) == ([False, True], False)
    assert face_down(palace, 1) == ([False, False], True)
    first = Table(ROW, seat(bureaucrat=2), seat(), palace=0).play("0 bid 6")
    assert face_down(first, 1) == ([True, False], False), "nothing to be secret about"
    plain = Table(ROW, seat(), seat()).play("0 bid 6/3")
    assert face_down(plain, 0) == face_down(plain, 1) == ([True, True], False)
