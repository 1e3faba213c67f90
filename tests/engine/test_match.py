import pytest

from tianxia import IllegalAction, Match, UndoError, new_match, read_record

from ..tiny import tiny_game

BID_1, BID_2, BID_3, HALF = 0, 1, 2, 4


@pytest.fixture
def match() -> Match:
    return new_match(tiny_game(), 2, seed=4)


def test_an_answer_to_a_secret_question_can_be_changed_until_all_are_in(match: Match) -> None:
    match.play(0, BID_1)
    assert match.undo(0) == 0
    assert match.state.actors() == [0, 1]
    match.play(0, BID_2)
    match.play(1, BID_3)
    for player in (0, 1):
        assert match.undoable(player) is None


def test_undoing_a_secret_answer_keeps_the_others(match: Match) -> None:
    three = new_match(tiny_game(), 3, seed=4)
    three.play(0, BID_1)
    three.play(1, BID_2)
    assert three.undo(0) == 0
    assert three.record.decisions == [(1, BID_2)]
    assert three.state.actors() == [0, 2]


def test_nothing_is_taken_back_across_a_reveal_or_a_throw(match: Match) -> None:
    match.play(0, BID_1)
    match.play(1, BID_3)
    assert match.state.settled == 2
    before = match.state.to_dict()
    with pytest.raises(UndoError, match="player 1 has nothing to take back"):
        match.undo(1)
    assert match.state.to_dict() == before


def test_nobody_takes_back_anothers_decision(match: Match) -> None:
    match.play(0, BID_1)
    with pytest.raises(UndoError):
        match.undo(1)


def test_an_illegal_action_is_not_recorded(match: Match) -> None:
    with pytest.raises(IllegalAction):
        match.play(0, HALF)
    assert match.record.decisions == []


def test_a_game_goes_back_past_others_and_its_record_says_so(match: Match) -> None:
    match.play(0, BID_1)
    match.play(1, BID_3)
    start = match.state.settled
    first = match.state.to_dict()
    match.play(match.state.actors()[0], HALF)
    with pytest.raises(UndoError, match="cannot go back to before decision 1"):
        match.rewind(1)
    match.rewind(start)
    assert match.state.to_dict() == first
    assert match.record.rewound == 1
    text = match.record.text()
    assert "\nrewound 1 ~" in text
    again = read_record(text, lambda _: match.record.game)
    assert again.rewound == 1
    assert again.text() == text
