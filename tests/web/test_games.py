"""Whole games, by clicking only what a person can see."""

import re

import pytest

import tianxia

from .conftest import NewPerson

GAMES = {game.id: game for game in tianxia.all_games()}


@pytest.mark.parametrize("id", sorted(GAMES))
def test_a_whole_game_against_bots(id: str, person: NewPerson) -> None:
    someone = person()
    page = someone.page
    someone.play_with_novices(GAMES[id])
    someone.play()
    scoring = page.locator(".scroll table")
    assert scoring.is_visible()
    totals = scoring.locator("tfoot tr").first.locator("td").all_inner_texts()
    rows = [
        [number(cell) for cell in row.locator("td").all_inner_texts()]
        for row in scoring.locator("tbody tr").all()
    ]
    assert [sum(column) for column in zip(*rows, strict=True)] == [number(t) for t in totals]
    if GAMES[id].players == range(1, 2):  # nobody to win against: the score and what it is worth
        assert page.locator(".scroll .won").count() == 0
        verdict = page.locator(".verdict").inner_text()
        told = re.fullmatch(r"(−?\d+) points?: \w.*", verdict)
        assert told
        assert number(told[1]) == number(totals[0])
    else:
        assert scoring.locator(".won").count() >= 1
    assert someone.errors == []


def number(text: str) -> int:
    return int(re.sub("−", "-", text))
