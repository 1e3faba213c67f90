import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianxia import (
    Game,
    Match,
    Record,
    RecordError,
    all_games,
    new_match,
    read_record,
    state_hash,
)
from tianxia.engine.errors import UnknownGame
from tianxia.engine.record import FORMAT, FORMAT_1

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


def test_the_hash_covers_the_whole_history() -> None:
    """What leads to the same end by another way is another game."""
    state = GAME.new(2, 3)
    assert len(state.actors()) > 1, (
        "both answer at once, so the order changes nothing but the record"
    )
    swapped = [*LINES[:6], LINES[7], LINES[6], *LINES[8:]]
    with pytest.raises(RecordError, match="expected 'hash") as refused:
        read_record(resealed(swapped), find)
    assert refused.value.line == len(LINES)
    for number in range(2, len(LINES)):  # neither can a line be left out
        with pytest.raises(RecordError):
            read_record(resealed(LINES[: number - 1] + LINES[number:]), find)


def test_records_of_the_first_format_are_still_read() -> None:
    record = read_record(TEXT, find)
    bare = [line.rpartition(" ~")[0] for line in LINES]
    bare[-1] = "hash " + state_hash(record.replay())
    check = zlib.crc32(FORMAT_1.encode())
    old = [FORMAT_1]
    for line in bare[1:]:
        check = zlib.crc32(line.encode(), check)
        old.append(f"{line} ~{check & 0xFFFF:04x}")
    assert read_record("\n".join(old), find).decisions == record.decisions
    with pytest.raises(RecordError, match="expected 'hash"):
        read_record(resealed([FORMAT, *(f"{line} ~" for line in bare[1:])]), find)


def test_a_house_knows_the_records_it_has_signed() -> None:
    record = read_record(TEXT, find)
    assert not record.signature_is(b"a key")
    signed = record.signed(b"a key")
    assert signed.startswith(TEXT.rstrip("\n") + "\nsigned ")
    again = read_record(signed, find)
    assert again.signature_is(b"a key")
    assert not again.signature_is(b"another key")
    assert again.text() == TEXT
    # The signature of one game does not do for another.
    other = played(seed=4).record.text().splitlines()
    forged = read_record(resealed([*other, signed.splitlines()[-1]]), find)
    assert not forged.signature_is(b"a key")
    # Nor for one that went on.
    half = played(decisions=4)
    match = Match(read_record(half.record.signed(b"a key"), find))
    assert match.record.signature_is(b"a key")
    player = match.state.actors()[0]
    match.play(player, match.state.legal(player)[0])
    assert not match.record.signature_is(b"a key")


@pytest.mark.parametrize("line", ["signed", "signed 00", "sealed 00", f"signed {'é' * 64}"])
def test_what_is_no_signature_is_refused(line: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(resealed([*LINES, f"{line} ~"]), find)
    assert refused.value.line == len(LINES) + 1


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
    with pytest.raises(RecordError, match="nothing may follow here"):
        read_record(resealed([*LINES, "0 bid 1 ~"]), find)


@pytest.mark.parametrize("text", ["", "\n", "hello", "\0" * 50, "tianxia-record 3\n"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="line 1: expected 'tianxia-record 2'"):
        read_record(text, find)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_record_of_an_older_version_is_refused_clearly(game: Game) -> None:
    lines = Record(game, game.default_players, 1, {}).text().splitlines()
    lines[2] = f"version {game.version - 1} ~"
    said = f"made by version {game.version - 1} of {game.id}; this is version {game.version}"
    with pytest.raises(RecordError, match=said) as refused:
        read_record(resealed(lines))
    assert refused.value.line == 3


def test_too_long_records_are_refused_early() -> None:
    with pytest.raises(RecordError, match="no game has more"):
        read_record(FORMAT + "\n" * 200_000 + "x", find)


def test_options_are_checked_when_a_record_is_made() -> None:
    with pytest.raises(ValueError, match="no option"):
        Record(GAME, 2, 0, {"colour": "red"})


KEY = "3f" * 32


def test_a_key_is_part_of_the_record() -> None:
    match = Match(Record(GAME, 2, 3, {}, key=KEY))
    dice = random.Random(3)
    while not match.state.over():
        player = dice.choice(match.state.actors())
        match.play(player, dice.choice(match.state.legal(player)))
    text = match.record.text()
    read = read_record(text, find)
    assert (read.key, state_hash(read.replay())) == (KEY, state_hash(match.state))
    assert state_hash(Record(GAME, 2, 3, {}).start()) != state_hash(
        Record(GAME, 2, 3, {}, key=KEY).start()
    )
    lines = text.splitlines()
    assert lines[5].startswith(f"key {KEY} ~")
    for other in (f"key {KEY[:-1]}e ~", f"key {KEY[:-1]} ~", f"key {KEY[:-1]}g ~", "key  ~"):
        with pytest.raises(RecordError):
            read_record(resealed([*lines[:5], other, *lines[6:]]), find)
    with pytest.raises(RecordError):
        read_record(resealed([*lines[:5], *lines[6:]]), find)


def test_taking_back_keeps_what_was_drawn() -> None:
    match = Match(Record(GAME, 2, 3, {}, key=KEY))
    start = state_hash(match.state)
    match.play(0, match.state.legal(0)[0])
    match.undo(0)
    assert (match.record.key, state_hash(match.state)) == (KEY, start)
