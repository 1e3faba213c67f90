"""Whole games, by clicking only what a person can see."""

import re
from collections import Counter
from collections.abc import Callable

import pytest

import tianxia

from .conftest import NewPerson
from .person import MADE, Person
from .test_frame import SCREENS, hidden

#: So many questions of each kind are looked at on every screen; resizing takes long.
ENOUGH = 2
GAMES = {game.id: game for game in tianxia.all_games()}
#: Keeps every line the live region was given.
LISTEN = """
  window.spoken = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target.id === "live") window.spoken.push(...[...addedNodes].map((line) => line.textContent));
    }
  }).observe(document, { subtree: true, childList: true });
"""


@pytest.mark.parametrize("id", sorted(GAMES))
def test_a_whole_game_against_bots(id: str, person: NewPerson) -> None:
    """All that is asked is in view, and all that happens is announced."""
    someone = person(**SCREENS["small"])
    page = someone.page
    page.add_init_script(LISTEN)
    someone.play_with_novices(GAMES[id])
    opening = page.locator(".log .what").count()
    someone.look = on_every_screen(someone)
    asked = []
    while someone.wait_for_turn():
        asked.append(someone.prompt().strip())
        someone.decide()
    scoring_adds_up(someone, GAMES[id].players == range(1, 2))
    spoken = page.evaluate("spoken")
    heard = iter(spoken)
    told = happened(someone)[opening:]
    assert [line for line in told if line not in heard] == [], "each line, in its order"
    assert set(asked) <= set(spoken)
    assert someone.errors == []


def on_every_screen(someone: Person) -> Callable[[], None]:
    """Every question on the smallest screen, the first of each kind on the others too."""
    looks = Counter[tuple[str, str]]()

    def look() -> None:
        question = someone.question
        kind = re.sub(r"\d+", "", someone.prompt()), someone.page.evaluate(MADE)
        looks[kind] += 1
        for name in ("large", "phone", "small") if looks[kind] <= ENOUGH else ("small",):
            someone.page.set_viewport_size(SCREENS[name]["viewport"])
            covered = hidden(someone)
            # The table may move on while one looks; then what was asked is asked no more.
            assert covered == [] or someone.question != question, (name, someone.prompt())

    return look


def happened(someone: Person) -> list[str]:
    """Everything this person, who has the first seat, could know of while it happened."""
    get = someone.page.request.get
    view = get(f"/api/tables/{someone.table}/view").json()
    record = tianxia.read_record(get(f"/api/tables/{someone.table}/record").text())
    state = record.start()
    events = list(state.events or [])
    for player, action in record.decisions:
        state.play(player, action)
        events += state.events or []
    lines = zip(events, view["log"], strict=True)  # now that it is over nothing is secret
    return [line["text"] for event, line in lines if event.seen_by(0)]


def scoring_adds_up(someone: Person, solitaire: bool) -> None:
    page = someone.page
    scoring = page.locator(".scroll table")
    assert scoring.is_visible()
    totals = scoring.locator("tfoot tr").first.locator("td").all_inner_texts()
    rows = [
        [number(cell) for cell in row.locator("td").all_inner_texts()]
        for row in scoring.locator("tbody tr").all()
    ]
    assert [sum(column) for column in zip(*rows, strict=True)] == [number(t) for t in totals]
    if solitaire:  # nobody to win against: the score and what it is worth
        assert page.locator(".scroll .won").count() == 0
        verdict = page.locator(".verdict").inner_text()
        told = re.fullmatch(r"(−?\d+) points?: \w.*", verdict)
        assert told
        assert number(told[1]) == number(totals[0])
    else:
        assert scoring.locator(".won").count() >= 1


def number(text: str) -> int:
    return int(re.sub("−", "-", text))
