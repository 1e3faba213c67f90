import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianxia import Game, Match, Record, RecordError, new_match, read_record, state_hash
from tianxia.engine.errors import UnknownGame
from tianxia.engine.record import FORMAT

from ..tiny import tiny_game

GAME = tiny_game()


def find(id: str) -> Game:
    if id != "tiny":
        raise UnknownGame(f"no game {id!r}")
    return GAME


def played(decisions: int = 1000, seed: int = 3) -> Match:
    match = new_match(GAME, 2, seed=seed)
    dice = random.Random(seed)
    while not match.state.over() and len(match.record.decisions) < decisions:
        player = dice.choice(match.state.actors())
        match.play(player, dice.choice(match.state.legal(player)))
    return match


TEXT = played().record.text()
LINES = TEXT.splitlines()


def resealed(lines: list[str]) -> str:
    """The lines with check digits that fit: what a forger would write."""
    check = zlib.crc32(FORMAT.encode())
    sealed = [FORMAT]
    for line in lines[1:]:
        bare = line.rpartition(" ~")[0]
        check = zlib.crc32(bare.encode(), check)
        sealed.append(f"{bare} ~{check & 0xFFFF:04x}")
    return "\n".join(sealed)


def test_a_record_reads_as_a_person_would_write_it() -> None:
    assert [line.rpartition(" ~")[0] for line in LINES[1:6]] == [
        "game tiny",
        "version 1",
        "players 2",
        "seed 3",
        "option rounds 3",
    ]
    assert LINES[6].startswith(("0 bid", "1 bid"))
    assert [line.split()[0] for line in LINES[-3:]] == ["scores", "winners", "hash"]


def test_a_running_game_is_recorded_too() -> None:
    match = played(decisions=4)
    text = match.record.text()
    assert "scores" not in text
    again = read_record(text, find)
    assert state_hash(again.replay()) == state_hash(match.state)


def test_replay_to_any_decision() -> None:
    record = read_record(TEXT, find)
    state = record.start()
    for number, (player, action) in enumerate(record.decisions):
        assert state_hash(record.replay(number)) == state_hash(state)
        state.play(player, action)


@given(st.integers(0, len(TEXT) - 2), st.characters(codec="ascii", exclude_categories=["Cc"]))
def test_any_damaged_character_is_refused_with_its_line(place: int, other: str) -> None:
    if TEXT[place] == other or TEXT[place] == "\n":
        return
    damaged = TEXT[:place] + other + TEXT[place + 1 :]
    with pytest.raises(RecordError) as refused:
        read_record(damaged, find)
    assert refused.value.line == TEXT[:place].count("\n") + 1


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        (2, "game chess", "no game 'chess'"),
        (2, "gam tiny", "expected 'game ...'"),
        (3, "version 7", "made by version 7 of tiny; this is version 1"),
        (4, "players 9", "2 to 3 players"),
        (4, "players two", "expected a whole number"),
        (5, "seed -1", "expected a whole number"),
        (6, "option colour red", "expected an option of tiny"),
        (6, "option rounds 9", "rounds takes 1 or 3 or 4"),
        (7, "0 sing", "names no action"),
        (7, "0 share half", "cannot choose 'share half'"),
        (7, "5 bid 1", "player 5 is not asked"),
        (len(LINES) - 2, "scores 99 0", "expected 'scores"),
        (len(LINES), "hash 0", "expected 'hash"),
    ],
)
def test_a_forged_line_is_refused(line: int, text: str, expected: str) -> None:
    lines = LINES[:]
    lines[line - 1] = f"{text} ~"
    with pytest.raises(RecordError, match=expected) as refused:
        read_record(resealed(lines), find)
    assert refused.value.line == line


def test_a_forged_but_legal_decision_is_found_by_the_end() -> None:
    lines = LINES[:]
    other = next(f"0 bid {coin}" for coin in (1, 2) if f"0 bid {coin}" not in lines[6])
    lines[6] = f"{other} ~"
    with pytest.raises(RecordError):
        read_record(resealed(lines), find)


@pytest.mark.parametrize("lines", range(len(LINES)))
def test_a_cut_off_record_is_refused(lines: int) -> None:
    with pytest.raises(RecordError):
        read_record("\n".join(LINES[:lines]), find)


def test_nothing_may_follow() -> None:
    with pytest.raises(RecordError, match="nothing may follow"):
        read_record(resealed([*LINES, "0 bid 1 ~"]), find)


@pytest.mark.parametrize("text", ["", "\n", "hello", "\0" * 50, "tianxia-record 2\n"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="line 1: expected 'tianxia-record 1'"):
        read_record(text, find)


def test_too_long_records_are_refused_early() -> None:
    with pytest.raises(RecordError, match="no game has more"):
        read_record(FORMAT + "\n" * 200_000 + "x", find)


def test_options_are_checked_when_a_record_is_made() -> None:
    with pytest.raises(ValueError, match="no option"):
        Record(GAME, 2, 0, {"colour": "red"})
