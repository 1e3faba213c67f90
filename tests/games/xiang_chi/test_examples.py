"""The worked examples of the specification, by their numbers."""

import pytest

from .scenario import court, ids, options, play, position, row, told


def test_ex_1_costs() -> None:
    state = position(["poet-sun-1", "prince-1", "general-moon-2", "courtesan-sun-3"], cp=20)
    shown = state.view(0)["row"]
    assert [place.get("cost") for place in shown] == [2, None, 3, 4]
    assert options(state) == ["buy r1", "buy r3", "buy r4", "skip"]
    play(state, "buy r3")
    assert state.cp == 17


def test_ex_1_a_negative_cost_counts_as_nothing() -> None:
    state = position(["courtesan-sun-1", "poet-sun-1", "poet-sun-2", "poet-sun-3"], cp=0)
    assert [place["cost"] for place in state.view(0)["row"]] == [0, 3, 5, 7]
    assert options(state) == ["buy r1", "skip"]
    play(state, "buy r1")
    assert state.cp == 0


def test_ex_2_minister() -> None:
    state = position(
        ["minister-moon-1", "poet-sun-1", "poet-sun-2", "poet-sun-3"],
        ["tax-collector-sun-2", "tax-collector-moon-3"],
        cp=3,
        draws=["general-earth-1"],
    )
    play(state, "buy r1")
    assert state.cp == 0
    play(state, "place s3")
    assert state.cp == 2 + 3 + 1


def test_ex_3_poet() -> None:
    state = position(
        ["poet-sun-2", "poet-moon-1", "poet-moon-2", "poet-moon-3"],
        ["general-sun-3", ["poet-sun-3", "minister-sun-1"]],
        cp=5,
        draws=["general-earth-1"],
    )
    play(state, "buy r1", "place s3")
    assert state.vp() == 3 + 1 + 2
    assert state.poet_vp == 6


@pytest.mark.parametrize(("way", "vp", "cp", "minus"), [("tax-vp", 3, 0, 0), ("tax-cp", 0, 3, 3)])
def test_ex_4_tax_collector(way: str, vp: int, cp: int, minus: int) -> None:
    state = position(
        ["tax-collector-earth-1", "poet-moon-1", "poet-moon-2", "poet-moon-3"],
        ["poet-earth-3"],
        cp=5,
        draws=["courtesan-sun-1"],
    )
    play(state, "buy r1", "place s2")
    assert state.cp == 0
    assert options(state) == ["tax-vp s1", "tax-cp s1", "tax-none"]
    play(state, f"{way} s1")
    assert (state.vp(), state.cp, state.lost()) == (vp, cp, minus)
    assert state.scores() == [vp + cp // 3 - minus]
    assert court(state) == [["tax-collector-earth-1"]]
    assert ids(state.pile(state.princes_court)) == (["poet-earth-3"] if minus else [])
    assert ("poet-earth-3" in ids(state.pile(state.discard))) == (not minus)


def test_ex_5_strength_of_three_clans() -> None:
    generals: list[str | list[str]] = ["general-sun-1", "general-moon-2", "general-earth-3"]
    state = position(
        ["poet-sun-1", "prince-5", "poet-sun-2", "poet-sun-3"],
        generals,
        cp=1,
        question="fight",
        draws=["courtesan-sun-1"],
    )
    assert state.strength() == 3 + 4 + 5 + 2 == 14
    assert state.view(0)["row"][1]["missing"] == 1
    assert options(state) == ["fight r2", "no-fight"]
    play(state, "fight r2")
    assert state.cp == 0
    assert state.vp() == 5
    assert ids(state.pile(state.defeated)) == ["prince-5"]


@pytest.mark.parametrize(("cp", "enough"), [(7, False), (8, True)])
def test_ex_5_without_the_third_clan(cp: int, enough: bool) -> None:
    state = position(
        ["courtesan-sun-1", "prince-5", "poet-sun-2", "poet-sun-3"],
        ["general-sun-1", "general-moon-2"],
        cp=cp,
        draws=["poet-moon-1", "poet-moon-2", "poet-moon-3"],
    )
    assert state.strength() == 3 + 4
    assert state.view(0)["row"][1]["missing"] == 8
    play(state, "buy r1", "place s3")
    assert ("fight r2" in options(state)) is enough
    assert state.turn == (5 if enough else 6)  # without enough, phase 2 had nothing to ask


def test_ex_6_a_courtesan_must_wait_a_turn() -> None:
    state = position(
        ["courtesan-moon-2", "general-sun-2", "poet-sun-1", "poet-sun-2"],
        ["poet-sun-3"],
        cp=0,
        draws=["minister-moon-1", "minister-earth-1"],
    )
    play(state, "buy r1", "place s2")
    # Nothing could be exchanged in the turn of the purchase: it went on by itself.
    assert state.turn == 6
    assert row(state)[1:] == ["general-sun-2", "poet-sun-1", "poet-sun-2"]
    exchanges = [text for text in options(state) if text.startswith("exchange")]
    assert exchanges == ["exchange s2 r2", "exchange s2 r4"]
    assert state.view(0)["court"][1]["exchangeable"]
    play(state, "exchange s2 r4")
    assert state.vp() == 3 + 2
    assert court(state) == [["poet-sun-3"], ["poet-sun-2"]]
    assert "courtesan-moon-2" in ids(state.pile(state.discard))


def test_ex_6_princes_cannot_be_had_for_a_courtesan() -> None:
    state = position(
        ["prince-1", "general-sun-2", "prince-2", "poet-sun-1"], ["courtesan-moon-2"], cp=0
    )
    assert options(state) == ["exchange s1 r2", "skip"]


def test_ex_7_two_exchanges_and_a_purchase() -> None:
    state = position(
        ["general-sun-1", "poet-moon-2", "minister-sun-1", "poet-earth-3"],
        ["courtesan-moon-2", "courtesan-earth-3", "courtesan-sun-1"],
        cp=3,
        draws=["minister-moon-1", "minister-earth-1", "tax-collector-sun-1"],
    )
    play(state, "exchange s1 r2")
    assert state.poet_vp == 2
    play(state, "exchange s2 r4")
    assert state.poet_vp == 2 + 3
    assert row(state)[2:] == ["general-sun-1", "minister-sun-1"]
    assert options(state)[-1] == "skip"
    play(state, "buy r3", "place s4")
    # A third Courtesan is left: all that may still be done is exchanging her.
    assert state.turn == 5
    assert options(state) == [f"exchange s3 r{place}" for place in (1, 2, 3, 4)] + ["done"]
    play(state, "done")
    assert state.turn == 6


def test_ex_8_skip() -> None:
    state = position(
        ["poet-sun-1", "poet-sun-2", "general-sun-3", "prince-9"],
        ["tax-collector-sun-1", "tax-collector-moon-1", ["tax-collector-earth-1", "poet-earth-1"]],
        cp=9,
        draws=["minister-sun-1", "minister-sun-2"],
    )
    play(state, "skip")
    assert state.cp == 9 + 3
    assert "general-sun-3" in ids(state.pile(state.discard))
    assert told(state)[:2] == ["discard", "draw"]
    assert "income" in told(state)


def test_ex_9_four_princes_end_the_game() -> None:
    state = position(
        ["prince-1", "prince-2", "poet-sun-3", "prince-3"],
        bought=True,
        draws=["prince-4"],
        question="fight",
    )
    # No General, so no fight: phase 3 takes the Poet, a Prince comes, four are in the row.
    assert state.over()
    assert ids(state.pile(state.princes_court)) == ["poet-sun-3"]
    assert row(state) == ["prince-4", "prince-1", "prince-2", "prince-3"]
    assert state.scores() == [-3]
    assert state.view(0)["projected"]["title"] == "title-commoner"


def test_ex_9_the_game_goes_on_with_three() -> None:
    state = position(
        ["prince-1", "prince-2", "poet-sun-3", "prince-3"],
        bought=True,
        draws=["poet-sun-1"],
        question="fight",
        cp=7,
    )
    assert not state.over()
    assert state.turn == 6
    assert row(state) == ["poet-sun-1", "prince-1", "prince-2", "prince-3"]


def test_ex_10_covering_and_coming_back() -> None:
    full: list[str | list[str]] = [f"courtesan-{clan}-1" for clan in ("sun", "moon", "earth")]
    full += ["minister-sun-1", "minister-moon-1", "minister-earth-1"]
    full += ["general-sun-1", "general-earth-2"]
    state = position(
        ["poet-moon-3", "tax-collector-moon-1", "poet-earth-3", "poet-earth-2"],
        full,
        cp=6,
        draws=["minister-sun-2", "minister-sun-3", "general-moon-3", "poet-sun-3"],
    )
    play(state, "buy r1")
    assert options(state) == [f"place s{space}" for space in range(1, 9)]
    play(state, "place s8")
    assert state.poet_vp == 3 + 1 + 1  # the Poet, the Courtesan and the Minister of the Moon
    assert ids(state.pile(state.top(7))) == ["general-earth-2", "poet-moon-3"]
    assert state.strength() == 3  # the covered General does not count
    # Next turn a Courtesan calls the Tax Collector, who dismisses the cover.
    assert options(state)[0] == "exchange s1 r2"
    play(state, "exchange s1 r2")
    assert options(state) == [
        *("tax-vp s2", "tax-vp s5", "tax-vp s8"),
        *("tax-cp s2", "tax-cp s5", "tax-cp s8"),
        "tax-none",
    ]
    play(state, "tax-vp s8")
    assert state.tax_vp == 3
    assert ids(state.pile(state.top(7))) == ["general-earth-2"]
    assert state.strength() == 3 + 4
    assert "uncovered" in told(state)


def test_ex_11_score_and_title() -> None:
    state = position(
        ["prince-1", "prince-2", "prince-3", "prince-4"],
        cp=8,
        points=40,
        princes_court=["poet-sun-3", "poet-moon-2"],
        question="fight",
        draws=[],
    )
    assert state.over()
    assert state.scores() == [40 + 2 - 5] == [37]
    assert state.view(0)["projected"]["title"] == "title-bureaucrat"
    assert state.returns() == [pytest.approx(-3 / 40)]
    assert state.winners() == [0]


def test_ex_12_all_nine_princes() -> None:
    defeated = [f"prince-{number}" for number in range(3, 10)]
    state = position(
        ["prince-1", "poet-sun-1", "prince-2", "poet-sun-2"],
        defeated=defeated,
        draws=["minister-sun-1", "minister-moon-1", "minister-earth-1"],
    )
    assert state.drawn() == 9
    assert state.over()  # nothing could be bought; the turn ran to its end by itself
    assert state.turn == 5
    assert ids(state.pile(state.princes_court)) == ["poet-sun-1"]
    assert state.princes_in_row() == 2
    assert len(state.pile(state.defeated)) == 7
