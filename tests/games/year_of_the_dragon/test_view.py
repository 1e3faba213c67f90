"""What the view says beyond the pieces: yields, forecasts and previews."""

import random
from typing import Any

from tianxia.server.look import choices
from tianxia.web.boards import Board

from ...positions import laid_out
from .scene import GAME, court, palace, play, scene

RICH = court(
    palace(2, "tax-collector", "craftsman"),
    palace(2, "farmer-old", "warrior-young"),
    palace(1),
    yuan=3,
    rice=1,
    fireworks=2,
    privileges={"small": 1, "large": 1},
)
POOR = court(palace(2, "monk-young"), fireworks=3)


def own(view: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = view["provinces"][0]
    return found


def test_everybody_sees_the_same_but_previews() -> None:
    state = scene(RICH, POOR, turn=0, queue=[1])
    views = [state.view(viewer) for viewer in (None, 0, 1)]
    for view in views:
        del view["viewer"]
    assert views[0] == views[2]
    assert views[1]["previews"]
    del views[0]["previews"], views[1]["previews"]
    assert views[0] == views[1]


def test_yields_and_next_scoring() -> None:
    view = scene(RICH, POOR, turn=0, queue=[1]).view(None)
    assert own(view)["yields"] == {
        "taxes": 5,
        "build": 2,
        "harvest": 3,
        "fireworks": 1,
        "parade": 2,
        "research": 1,
    }
    assert own(view)["next_scoring"] == {"palaces": 2, "court-ladies": 0, "privileges": 3}
    assert own(view)["decaying"] == [3]
    assert own(view)["at_end"] == {"persons": 8, "monks": 0, "money": 3}
    assert own(view)["free"] == 1


def test_forecast_of_the_events_still_to_come() -> None:
    state = scene(RICH, POOR, turn=0, queue=[1])
    saved = state.to_dict()
    kinds = ["tribute", "drought", "festival", "mongols", "contagion"]
    saved["row"] = ["peace", "peace", *kinds, *kinds]
    view = laid_out(GAME, saved).view(None)
    assert own(view)["forecast"] == {
        "tribute": {"pays": 3, "releases": 1},
        "drought": {"pays": 1, "releases": 1},
        "festival": {"points": 3},
        "mongols": {"points": 1, "releases": 0},
        "contagion": {"releases": 3},
    }
    assert view["provinces"][1]["forecast"]["mongols"] == {"points": 0, "releases": 1}
    assert view["provinces"][1]["forecast"]["contagion"] == {"releases": 1}
    saved["row"] = ["peace"] * 12
    assert own(laid_out(GAME, saved).view(None))["forecast"] == {}


def test_previews_of_actions() -> None:
    state = scene(RICH, POOR, turn=0, queue=[1], groups=[["taxes", "parade"], ["research"]])
    saved = state.to_dict()
    saved["provinces"][1]["dragon"] = 0
    previews = laid_out(GAME, saved).view(0)["previews"]
    assert previews["action taxes"] == {"yuan": 2}  # 5 less the fee of 3
    assert previews["action parade"] == {"yuan": -3, "final": -1, "space": 2, "order": [0, 1]}
    assert previews["action research"] == {"score": 1}
    assert previews["pass"] == {}


def test_previews_of_releases_and_places() -> None:
    released = scene(
        court(palace(1, "court-lady"), palace(2, "monk-old", "farmer-old")),
        POOR,
        event="mongols",
        phase="event",
        question="release",
        turn=0,
        due=1,
    ).view(0)["previews"]
    assert released["release 1.1"] == {"month": -2, "final": -2}
    assert released["release 2.1"] == {"final": -6}
    assert released["release 2.2"] == {"final": -2}
    placed = scene(
        court(palace(1), palace(3, "farmer-old")),
        POOR,
        phase="persons",
        question="place",
        tile="monk-young",
        turn=0,
        queue=[1],
    ).view(0)["previews"]
    assert placed["place 1"] == {"month": 1, "final": 3, "space": 6, "order": [0, 1]}
    assert placed["place 2"] == {"final": 5, "space": 6, "order": [0, 1]}
    taken = scene(
        court(), POOR, phase="persons", question="take", card="warrior", turn=0, queue=[1]
    ).view(0)["previews"]
    assert [taken[f"take warrior-{age}"]["space"] for age in ("young", "old")] == [5, 3]


def test_previews_of_month_12_say_the_total() -> None:
    state = scene(court(palace(2, "monk-young"), yuan=2), POOR, month=12, turn=0, queue=[1])
    previews = state.view(0)["previews"]
    assert previews["pass"]["total"] == 1 + 2 + 2 + 1
    assert previews["action research"]["total"] == 1 + 1 + 2 + 2
    assert previews["action harvest"]["total"] == 1 + 2 + 2 + 1


def test_palaces_say_which_one_stands_for_them() -> None:
    state = scene(
        court(palace(2, "monk-old"), palace(1), palace(2, "monk-old"), palace(2, "monk-old")),
        POOR,
        event="drought",
        order=[0, 1],
    )
    assert [p["same_as"] for p in own(state.view(None))["palaces"]] == [1, 2, 1, 1]
    state = scene(
        court(
            palace(2, "monk-old", "farmer-old"),
            palace(2, "farmer-old", "monk-old"),
            palace(2, "monk-old"),
        ),
        POOR,
        event="drought",
        order=[0, 1],
    )
    play(state, "action research", "release 1.2")
    assert [p["same_as"] for p in own(state.view(None))["palaces"]] == [1, 2, 3]


def test_the_wall_says_who_would_lose() -> None:
    state = scene(
        court(), court(), month=4, event="mongols", wall=[0, 0], options={"great_wall": True}
    )
    wall = state.view(None)["great_wall"]
    assert wall["tiles"] == [0, 0]
    assert wall["built"] == [2, 0]
    assert wall["scorings"][0] == 4
    assert not wall["holds"]
    assert wall["losing"] == [1]


def test_in_the_last_month_the_page_says_whether_the_event_is_counted() -> None:
    """A tribute to come takes what the end is told without."""
    state = GAME.new(2, 3)
    dice = random.Random(3)
    seen = set()
    while not state.over():
        seat = state.next_actor()
        view = state.view(seat)
        if view["month"] == 12:
            board = Board(GAME, view, ["Ann", "Bo"], choices(state, seat))
            told = str(board.board()) + str(board.hand())
            ahead = bool(view["provinces"][seat]["forecast"])
            assert ("before what this month&#39;s event" in told) <= ahead
            assert ("you would end with" in told) <= (not ahead)
            seen.add((ahead, "at the end, before" in told or "you would end with" in told))
        state.play(seat, dice.choice(state.legal(seat)))
    assert (True, True) in seen
