"""The rules and rulings, by their numbers, where no worked example covers them."""

from typing import Any

import pytest

import tianxia
from tianxia.engine.compact import held, items, size, things
from tianxia.games.xiang_chi.rules import XiangChi, title
from tianxia.games.xiang_chi.table import (
    COURT,
    FIRST_PRINCE,
    GENERAL_FIGHTS,
    GENERALS_FIGHT,
    IDS,
    NONE,
    TAXING,
)

from .scenario import GAME, court, ids, options, play, position, row, told


def new(seed: int, **chosen: Any) -> XiangChi:
    state = GAME.new(seed=seed, **chosen)
    assert isinstance(state, XiangChi)
    return state


def test_xc_1_princes_met_in_setup_are_set_aside() -> None:
    met = 0
    for seed in range(60):
        state = new(seed)
        assert all(NONE < card < FIRST_PRINCE for card in things(state.row, 4))
        assert size(state.deck) == 54 - 4 - len(state.pile(state.aside))
        assert state.drawn() == 0
        assert told(state) == ["aside"] * len(state.pile(state.aside)) + ["dealt"]
        met += len(state.pile(state.aside))
    # Four cards of 45 among 54: 4 * 9 / 46 Princes are met on average.
    assert 0.4 < met / 60 < 1.2


def test_xc_2_one_card_stays_and_three_open_the_court() -> None:
    state = new(3)
    first = row(state)
    assert options(state) == ["leave r1", "leave r2", "leave r3", "leave r4"]
    play(state, "leave r3")
    assert court(state) == [[first[0]], [first[1]], [first[3]]]
    assert row(state)[0] == first[2]
    assert (state.vp(), state.turn) == (0, 1)
    assert state.cp == 10


def test_xc_3_the_princes_set_aside_return() -> None:
    state = next(state for state in map(new, range(100)) if len(state.pile(state.aside)) == 2)
    play(state, "leave r1")
    assert state.aside == NONE
    assert size(state.deck) == 54 - 3 - 4
    unseen = sum(1 for card in items(state.deck) if card >= FIRST_PRINCE)
    assert state.drawn() == 9 - unseen == state.princes_in_row()
    assert "return" in told(state)


def test_xc_3_princes_dealt_then_count_as_drawn() -> None:
    counts = []
    for seed in range(100):
        state = new(seed)
        play(state, "leave r1")
        counts.append(state.drawn())
        assert state.drawn() == state.princes_in_row()
        assert held(state.row, 0) < FIRST_PRINCE
    assert max(counts) >= 2


def test_xc_2_starting_courtesans_may_go_in_the_first_turn() -> None:
    found = 0
    for seed in range(40):
        state = new(seed)
        play(state, "leave r4")
        found += sum(text.startswith("exchange") for text in options(state))
    assert found > 5


def test_xc_4_any_occupied_space_and_the_first_empty_one() -> None:
    state = position(
        ["courtesan-sun-1", "poet-sun-1", "poet-sun-2", "poet-sun-3"],
        ["minister-sun-1", [], "minister-moon-1"],
    )
    play(state, "buy r1")
    assert options(state) == ["place s1", "place s2", "place s3"]


def test_xc_4_a_card_that_comes_back_does_not_act_again() -> None:
    state = position(
        ["tax-collector-sun-1", "poet-moon-1", "poet-moon-2", "poet-moon-3"],
        [["minister-sun-3", "courtesan-sun-2"], "tax-collector-moon-3"],
        cp=30,
    )
    play(state, "buy r1", "place s3", "tax-vp s1")
    assert state.cp == 25  # the Minister that came back collects nothing
    assert ids(state.pile(state.top(0))) == ["minister-sun-3"]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("r1", ["poet-earth-3", "prince-1", "courtesan-moon-1", "courtesan-earth-1"]),
        ("r3", ["poet-earth-3", "courtesan-sun-1", "prince-1", "courtesan-earth-1"]),
        ("r4", ["poet-earth-3", "courtesan-sun-1", "prince-1", "courtesan-moon-1"]),
    ],
)
def test_xc_5_cards_left_of_the_gap_slide_princes_too(place: str, expected: list[str]) -> None:
    state = position(
        ["courtesan-sun-1", "prince-1", "courtesan-moon-1", "courtesan-earth-1"],
        ["poet-earth-1"],
        cp=9,
        draws=["poet-earth-3"],
    )
    play(state, f"buy {place}")
    assert row(state) == expected


def test_xc_5_with_an_empty_deck_the_first_place_stays_empty() -> None:
    state = position(
        ["courtesan-sun-1", "prince-1", "courtesan-moon-1", "courtesan-earth-1"],
        ["poet-earth-1"],
        defeated=[f"prince-{number}" for number in range(2, 10)],
        cp=9,
        draws=[],
    )
    play(state, "buy r3")
    assert row(state) == [None, "courtesan-sun-1", "prince-1", "courtesan-earth-1"]
    play(state, "place s1")
    assert state.over()
    assert row(state) == [None, None, "courtesan-sun-1", "prince-1"]


def test_xc_6_phases_in_order() -> None:
    state = position(
        ["courtesan-sun-1", "prince-1", "poet-moon-1", "poet-moon-3"],
        ["general-sun-3", "courtesan-moon-3"],
        cp=9,
        draws=["minister-sun-1"],
    )
    play(state, "buy r1", "place s3")
    assert options(state) == ["exchange s2 r4", "done"]
    play(state, "done")
    assert state.question == GENERALS_FIGHT
    assert options(state) == ["fight r2", "no-fight"]
    assert state.princes_court == NONE
    play(state, "no-fight")
    assert ids(state.pile(state.princes_court)) == ["poet-moon-3"]
    assert state.turn == 6


def test_xc_7_one_purchase_a_turn_and_only_what_can_be_paid() -> None:
    state = position(
        ["poet-sun-3", "general-sun-2", "general-sun-1", "minister-sun-1"],
        ["courtesan-moon-1"],
        cp=3,
    )
    assert [text for text in options(state) if text.startswith("buy")] == ["buy r2", "buy r3"]
    play(state, "buy r3", "place s2")
    assert state.bought
    assert not [text for text in options(state) if text.startswith("buy")]


def test_ruling_the_gap_of_a_purchase_is_filled_before_the_power() -> None:
    state = position(
        ["general-sun-3", "poet-moon-1", "poet-moon-2", "poet-moon-3"],
        ["general-moon-1"],
        cp=3,
        draws=["prince-1", "courtesan-sun-1"],
    )
    play(state, "buy r1")
    assert row(state)[0] == "prince-1"
    play(state, "place s2")
    assert state.question == GENERAL_FIGHTS
    assert options(state) == ["fight r1", "no-fight"]
    play(state, "fight r1")
    assert ids(state.pile(state.defeated)) == ["prince-1"]
    assert row(state)[0] == "courtesan-sun-1"
    assert state.turn == 6


def test_ruling_the_gap_of_an_exchange_is_filled_after_the_power() -> None:
    state = position(
        ["poet-sun-3", "tax-collector-sun-2", "poet-moon-2", "poet-moon-3"],
        ["courtesan-sun-2", "poet-sun-1"],
        draws=["prince-1"],
        cp=20,
    )
    play(state, "exchange s1 r2")
    assert state.question == TAXING
    assert row(state) == ["poet-sun-3", None, "poet-moon-2", "poet-moon-3"]
    assert state.view(None)["row"][1]["card"] is None
    assert options(state) == ["tax-vp s2", "tax-cp s2", "tax-none"]
    play(state, "tax-none")
    assert row(state) == ["prince-1", "poet-sun-3", "poet-moon-2", "poet-moon-3"]


def test_ruling_a_general_called_in_exchange_does_not_see_the_next_card() -> None:
    state = position(
        ["general-sun-3", "poet-moon-1", "poet-moon-2", "poet-sun-3"],
        ["courtesan-sun-3"],
        draws=["prince-1"],
        cp=20,
    )
    play(state, "exchange s1 r1")
    assert state.question == COURT  # nobody to fight when the power was used
    assert row(state)[0] == "prince-1"


def test_xc_8_a_fight_by_exchange_leaves_two_gaps_to_fill() -> None:
    state = position(
        ["prince-1", "general-sun-3", "prince-2", "poet-sun-3"],
        ["courtesan-sun-3"],
        draws=["minister-sun-1", "minister-sun-2"],
        cp=20,
    )
    play(state, "exchange s1 r2")
    assert row(state) == ["prince-1", None, "prince-2", "poet-sun-3"]
    assert options(state) == ["fight r1", "fight r3", "no-fight"]
    play(state, "fight r3")
    assert row(state) == ["minister-sun-2", "minister-sun-1", "prince-1", "poet-sun-3"]
    assert state.question == COURT


def test_xc_8_a_courtesan_taken_in_exchange_is_new() -> None:
    state = position(
        ["courtesan-moon-2", "general-sun-2", "poet-moon-2", "poet-sun-3"],
        ["courtesan-sun-2"],
        draws=["minister-sun-1"],
        cp=20,
    )
    play(state, "exchange s1 r1")
    assert not [text for text in options(state) if text.startswith("exchange")]
    assert state.view(0)["court"][0]["fresh"]


def test_xc_8_a_new_courtesan_stays_new_when_she_is_uncovered() -> None:
    state = position(
        ["courtesan-moon-2", "minister-sun-1", "tax-collector-sun-3", "poet-earth-2"],
        ["courtesan-sun-2", "courtesan-earth-3"],
        draws=["poet-earth-1", "poet-moon-1", "poet-moon-2"],
        cp=20,
    )
    play(state, "exchange s1 r1", "buy r2", "place s1")
    assert ids(state.pile(state.top(0))) == ["courtesan-moon-2", "minister-sun-1"]
    play(state, "exchange s2 r3", "tax-vp s1")
    # The Courtesan of the Moon is in the Court again, but she came this turn.
    assert state.turn == 6
    assert "exchange s1 r4" in options(state)


def test_xc_8_covered_courtesans_cannot_go() -> None:
    state = position(
        ["minister-moon-2", "minister-sun-2", "poet-sun-2", "poet-earth-2"],
        [["courtesan-sun-2", "general-sun-1"]],
        cp=20,
    )
    assert not [text for text in options(state) if text.startswith("exchange")]


def test_xc_8_exchanges_come_before_and_after_the_purchase() -> None:
    state = position(
        ["minister-moon-2", "general-sun-1", "poet-sun-2", "poet-earth-3"],
        ["courtesan-sun-2", "courtesan-earth-3"],
        draws=["minister-sun-1", "minister-earth-1", "minister-moon-1"],
        cp=3,
    )
    play(state, "exchange s2 r4", "buy r3", "place s3")
    assert options(state) == ["exchange s1 r3", "exchange s1 r4", "done"]
    play(state, "exchange s1 r4")
    assert state.poet_vp == 3 + (2 + 1)
    assert state.turn > 5


def test_xc_9_exchanging_is_no_purchase() -> None:
    state = position(
        ["minister-moon-2", "tax-collector-moon-2", "poet-sun-3", "poet-earth-3"],
        ["courtesan-sun-2", "tax-collector-sun-1"],
        draws=["courtesan-moon-1", "minister-earth-1"],
        cp=4,
    )
    play(state, "exchange s1 r1")
    assert state.cp == 5
    assert options(state) == ["buy r1", "skip"]
    play(state, "skip")
    assert state.cp == 5 + 2
    assert "poet-earth-3" in ids(state.pile(state.discard))
    assert state.turn == 6


def test_xc_9_with_four_princes_only_the_income_comes() -> None:
    state = position(
        ["poet-sun-3", "prince-1", "prince-2", "prince-3"],
        ["courtesan-sun-3", "tax-collector-sun-1"],
        draws=["prince-4"],
        cp=4,
    )
    play(state, "exchange s1 r1")
    # Only Princes are left to look at: the turn ended by itself, and the game with it.
    assert state.over()
    assert state.cp == 4 + 2
    assert state.princes_court == NONE
    assert told(state)[-4:] == ["prince", "income", "four", "end"]


def test_xc_10_minister_without_tax_collectors() -> None:
    state = position(
        ["minister-moon-3", "poet-moon-1", "poet-sun-3", "poet-earth-3"], ["general-sun-1"], cp=25
    )
    play(state, "buy r1", "place s1")
    assert state.cp == 20


def test_xc_11_the_poet_counts_itself_and_not_what_it_covers() -> None:
    state = position(
        ["poet-moon-3", "poet-moon-1", "poet-sun-3", "poet-earth-3"],
        ["courtesan-moon-3", "general-moon-2", "poet-earth-2"],
        cp=26,
    )
    play(state, "buy r1", "place s1")
    assert state.poet_vp == 3 + 2


def test_xc_12_only_other_cards_of_the_clan_and_not_mandatory() -> None:
    state = position(
        ["tax-collector-sun-3", "poet-moon-1", "poet-sun-3", "poet-earth-3"],
        ["general-moon-3", "minister-sun-2", ["poet-sun-1", "poet-earth-1"]],
        cp=26,
    )
    play(state, "buy r1", "place s4")
    assert options(state) == ["tax-vp s2", "tax-cp s2", "tax-none"]
    play(state, "tax-none")
    assert (state.vp(), state.cp) == (0, 19)


def test_xc_13_the_power_of_a_general_and_phase_2_are_two_fights() -> None:
    state = position(
        ["general-sun-3", "prince-3", "prince-4", "poet-earth-3"],
        ["poet-earth-1"],
        draws=["minister-sun-1", "minister-sun-2", "minister-sun-3"],
        cp=16,
    )
    play(state, "buy r1", "place s2", "fight r2")
    assert state.question == GENERALS_FIGHT
    play(state, "fight r3")
    assert state.vp() == 3 + 4
    assert ids(state.pile(state.defeated)) == ["prince-3", "prince-4"]
    assert state.cp == 16 - 2 - (8 - 5) - (11 - 5)
    assert state.princes_court == NONE


def test_xc_15_copper_alone_beats_nobody() -> None:
    state = position(["prince-1", "poet-moon-1", "poet-sun-3", "poet-earth-3"], cp=20)
    play(state, "skip")
    assert state.turn == 6
    assert state.defeated == NONE


def test_xc_15_exactly_the_missing_amount_is_paid() -> None:
    state = position(
        ["prince-3", "courtesan-moon-1", "poet-sun-3", "prince-2"],
        ["general-sun-2"],
        cp=9,
        draws=["minister-sun-1", "minister-sun-2"],
        question="fight",
    )
    assert options(state) == ["fight r1", "fight r4", "no-fight"]
    play(state, "fight r1")
    assert state.cp == 9 - (8 - 4)
    assert state.vp() == 3


def test_xc_15_an_easy_prince_costs_nothing() -> None:
    state = position(
        ["prince-1", "courtesan-moon-1", "poet-sun-3", "poet-sun-2"],
        ["general-sun-3", "general-sun-1"],
        question="fight",
    )
    play(state, "fight r1")
    assert "fight" in told(state)
    assert state.pile(state.defeated) == [FIRST_PRINCE]


def test_xc_15_three_generals_of_two_clans_have_no_bonus() -> None:
    state = position(
        ["prince-1", "poet-moon-1", "poet-sun-3", "poet-sun-2"],
        ["general-sun-3", "general-sun-2", "general-moon-1", "poet-earth-3"],
    )
    assert state.strength() == 5 + 4 + 3
    assert state.view(0)["generals"]["missing"] == ["earth"]


def test_xc_16_one_card_a_turn_however_many_princes() -> None:
    state = position(
        ["courtesan-moon-1", "prince-1", "poet-sun-3", "prince-2"],
        question="fight",
        draws=["minister-sun-1"],
    )
    assert ids(state.pile(state.princes_court)) == ["poet-sun-3"]
    assert row(state) == ["minister-sun-1", "courtesan-moon-1", "prince-1", "prince-2"]


def test_xc_16_without_princes_nothing_is_taken() -> None:
    before: list[str | None] = ["courtesan-moon-1", "poet-sun-1", "poet-sun-3", "poet-sun-2"]
    state = position(before, question="fight")
    assert row(state) == before
    assert state.turn == 6


def test_xc_17_four_princes_end_the_game_only_after_phase_3() -> None:
    state = position(
        ["courtesan-sun-1", "prince-1", "prince-2", "prince-3"],
        ["general-sun-3"],
        cp=5,
        draws=["prince-4", "courtesan-sun-2", "courtesan-sun-3"],
    )
    play(state, "buy r1", "place s2")
    assert state.princes_in_row() == 4
    assert not state.over()
    play(state, "fight r2")
    assert not state.over()
    assert ids(state.pile(state.princes_court)) == ["courtesan-sun-2"]


def test_xc_17_the_ninth_prince_drawn_in_phase_3_ends_the_game() -> None:
    state = position(
        ["courtesan-sun-1", "poet-sun-1", "poet-sun-2", "prince-1"],
        defeated=[f"prince-{number}" for number in range(3, 10)],
        question="fight",
        draws=["prince-2"],
    )
    assert state.over()
    assert told(state) == []  # told to nobody: it happened while the position was set up
    assert row(state) == ["prince-2", "courtesan-sun-1", "poet-sun-1", "prince-1"]


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (-20, "commoner"),
        (0, "commoner"),
        (15, "commoner"),
        (16, "yeoman"),
        (25, "yeoman"),
        (26, "bureaucrat"),
        (40, "bureaucrat"),
        (41, "minister"),
        (55, "minister"),
        (56, "noble"),
        (70, "noble"),
        (71, "emperor"),
        (120, "emperor"),
    ],
)
def test_xc_18_titles(score: int, expected: str) -> None:
    assert title(score) == f"title-{expected}"


@pytest.mark.parametrize(
    ("points", "expected"), [(0, -1.0), (20, -0.5), (40, 0.0), (60, 0.5), (80, 1.0), (99, 1.0)]
)
def test_xc_18_returns(points: int, expected: float) -> None:
    row_of_princes: list[str | None] = ["prince-1", "prince-2", "prince-3", "prince-4"]
    state = position(row_of_princes, points=points, question="fight", draws=[])
    assert state.scores() == [points]
    assert state.returns() == [pytest.approx(expected)]


def test_returns_are_nothing_before_the_end() -> None:
    assert new(1).returns() == [0.0]


def test_the_action_space_is_that_of_the_specification() -> None:
    counts = {family.name: len(family) for family in GAME.space.families}
    assert counts == {
        "leave": 4,
        "buy": 4,
        "exchange": 32,
        "skip": 1,
        "done": 1,
        "place": 8,
        "tax-vp": 8,
        "tax-cp": 8,
        "tax-none": 1,
        "fight": 4,
        "no-fight": 1,
    }
    assert len(GAME.space) == 72
    assert GAME.space.text(8 + 4 * 4 + 1) == "exchange s5 r2"
    assert GAME.space.text(71) == "no-fight"


def test_the_advanced_court_has_six_spaces() -> None:
    state = position(
        ["courtesan-sun-1", "poet-sun-1", "poet-sun-2", "prince-1"],
        [f"minister-{clan}-{worth}" for clan in ("sun", "moon") for worth in (1, 2, 3)],
        advanced=True,
    )
    play(state, "buy r1")
    assert options(state) == [f"place s{space}" for space in range(1, 7)]


def test_the_deck_is_known_but_not_its_order() -> None:
    state = new(5)
    play(state, "leave r2")
    nexts = set()
    for seed in range(40):
        dealt = state.determinize(0, seed)
        assert isinstance(dealt, XiangChi)
        assert dealt.deck == state.deck
        nexts.add(dealt.draw())
    assert len(nexts) > 15
    assert state.view(None)["deck"]["cards"] == ids(items(state.deck))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"row": ["poet-sun-1"]}, "row: expected a list of 4"),
        ({"court": [[]] * 6}, "8 spaces"),
        ({"deck": IDS[:3]}, "exactly one place"),
        ({"row": ["poet-sun-9", None, None, None]}, "poet-sun-9"),
        ({"discard": ["prince-1"]}, "prince-1"),
        ({"question": "supper"}, "supper"),
        ({"question": "court", "aside": ["prince-1"]}, "set aside"),
    ],
)
def test_damaged_states_are_refused(change: dict[str, Any], reason: str) -> None:
    saved = GAME.new(seed=2).to_dict()
    with pytest.raises(tianxia.StateError, match=reason):
        GAME.from_dict({**saved, **change})


def test_previews_tell_what_an_option_brings() -> None:
    state = position(
        ["poet-sun-2", "minister-moon-2", "general-earth-1", "prince-3"],
        ["courtesan-sun-2", "tax-collector-moon-3", "general-sun-3", "general-moon-3"],
        cp=9,
    )
    previews = state.view(0)["previews"]
    assert list(previews) == options(state)
    assert previews["buy r1"] == {"cp": -3, "vp": 2 + 2 + 4 - 1}
    assert previews["buy r2"] == {"cp": -(4 + 1) + 3 + 1}
    assert previews["buy r3"] == {"cp": -2, "strength": 3 + 2}
    assert previews["exchange s1 r1"] == {"vp": 2 + 3}
    assert previews["skip"] == {"cp": 2}
    play(state, "buy r3")
    assert state.view(0)["previews"]["place s3"] == {"strength": 3 - 5}
    play(state, "place s5")
    assert state.view(0)["previews"]["no-fight"] == {}
    fights = [text for text in options(state) if text.startswith("fight")]
    assert state.view(0)["previews"][fights[-1]] == {"vp": 3}


def test_previews_of_taxes() -> None:
    state = position(
        ["tax-collector-sun-3", "poet-moon-1", "poet-sun-3", "poet-earth-3"],
        ["minister-sun-2"],
        cp=26,
    )
    play(state, "buy r1", "place s2")
    assert state.view(0)["previews"] == {
        "tax-vp s1": {"vp": 2},
        "tax-cp s1": {"cp": 2, "minus": -2},
        "tax-none": {},
    }


def test_actions_mean_the_card_wherever_it_lies() -> None:
    court_cards: list[str | list[str]] = ["courtesan-moon-1", "general-sun-3"]
    first = position(["poet-sun-1", "prince-1", "minister-sun-2", "poet-moon-1"], court_cards)
    later = position(["minister-sun-2", "poet-moon-1", "poet-sun-1", "prince-1"], court_cards)

    def meant(state: XiangChi, text: str) -> int:
        return state.meanings([GAME.space.parse(text)])[0]

    assert meant(first, "buy r1") == meant(later, "buy r3")
    assert meant(first, "buy r3") == meant(later, "buy r1")
    assert meant(first, "exchange s1 r1") == meant(later, "exchange s1 r3")
    assert meant(first, "exchange s1 r4") == meant(later, "exchange s1 r2")
    assert meant(first, "fight r2") == meant(later, "fight r4")
    assert meant(first, "skip") == meant(later, "skip") == GAME.space.parse("skip")
    meanings = [meant(first, text) for text in ("buy r1", "exchange s1 r1", "exchange s2 r1")]
    assert len(set(meanings)) == 3
