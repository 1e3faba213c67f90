"""The server on PostgreSQL: what matters of the other tests again, and several processes."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from .postgres import Postgres
from .running import PATIENCE, Player, Server, good, refused

# The same tests, here on this module's servers.
from .test_play import (  # noqa: F401
    duel,
    first,
    test_a_killed_server_goes_on_with_nothing_lost,
    test_a_whole_game_against_bots_and_its_record,
    test_all_who_want_a_rematch_come_to_the_same_table,
    test_an_answer_given_twice_counts_once,
    test_one_answer_of_a_double_click_wins,
    test_two_people_answering_at_once_both_count,
    test_undo_takes_back_ones_own_secret_and_nothing_else,
    test_undone_decisions_stay_written_down,
    test_wrong_answers_get_a_reason_and_change_nothing,
)
from .test_schema import test_nothing_sent_to_the_api_breaks_the_server  # noqa: F401
from .test_tables import (  # noqa: F401
    test_a_name_is_cleaned_and_changes_at_the_table_too,
    test_a_private_table_needs_its_link,
    test_a_public_table_is_listed_until_it_begins,
    test_chat_is_heard_at_the_table_only,
    test_the_hand_over_link_works_once,
    test_the_host_gives_seats_to_bots_and_begins,
    test_who_leaves_is_played_by_a_bot_and_can_come_back,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), database=postgres.new_database())
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path, postgres: Postgres) -> Iterator[Callable[..., Server]]:
    """Servers with settings of their own, all on one database of their own."""
    started: list[Server] = []
    database = postgres.new_database()

    def start(**settings: str) -> Server:
        started.append(Server(tmp_path, **{"database": database, **settings}))
        return started[-1]

    yield start
    for each in started:
        each.stop()


def elsewhere(player: Player, server: Server) -> Player:
    """The same guest, at another process."""
    there = Player(server)
    there.token = player.token
    there.http.headers["authorization"] = f"Bearer {player.token}"
    return there


def test_word_of_a_decision_reaches_the_pages_of_another_process(
    own_server: Callable[..., Server],
) -> None:
    here, there = own_server(), own_server()
    ann, bo = Player(here, "Ann"), Player(there, "Bo")
    table = ann.table(["me", "open"])
    bo.come(table, elsewhere(ann, there), 1)
    with connect(
        f"ws://127.0.0.1:{there.port}/api/tables/{table}/live",
        additional_headers={"Authorization": f"Bearer {bo.token}"},
    ) as socket:
        before = json.loads(socket.recv(timeout=PATIENCE))
        assert before["view"]["actors"] == [0, 1]
        seen = ann.view(table)
        good(ann.decide(table, seen["question"], first(seen)))
        assert json.loads(socket.recv(timeout=PATIENCE))["view"]["actors"] == [1]
        ann.post(f"/api/tables/{table}/chat", text="your turn")
        assert bo.get(f"/api/tables/{table}/chat")[0]["text"] == "your turn"


def test_answers_at_two_processes_at_once_count_once_each(
    own_server: Callable[..., Server],
) -> None:
    servers = [own_server(), own_server()]
    people = [Player(servers[seat % 2], f"P{seat}") for seat in range(5)]
    host = people[0]
    table = host.table(["me", "open", "open", "open", "open"])
    for seat, person in enumerate(people[1:], 1):
        person.come(table, host, seat)
    tries = [each for person in people for each in (person, elsewhere(person, servers[0]))]
    asked = {person.token: person.view(table) for person in people}

    def answer(person: Player) -> int:
        seen = asked[person.token]
        return person.decide(table, seen["question"], first(seen)).status_code

    with ThreadPoolExecutor(len(tries)) as pool:
        codes = list(pool.map(answer, tries))
    assert [sorted(codes[n : n + 2]) for n in range(0, len(codes), 2)] == [[200, 409]] * 5
    views = [elsewhere(host, server).view(table)["view"] for server in servers]
    assert views[0] == views[1]
    assert views[0]["decisions"] >= 5


def test_a_game_goes_on_at_another_process_when_one_is_killed(
    own_server: Callable[..., Server],
) -> None:
    one, other = own_server(), own_server()
    ann = Player(one, "Ann")
    table = ann.table(["me", "adept", "novice"])
    ann.play_on(table, decisions=4)
    seen = ann.asked(table)
    good(ann.decide(table, seen["question"], first(seen)))
    one.kill()
    there = elsewhere(ann, other)
    again = there.decide(table, seen["question"], first(seen))
    assert again.status_code == 409, "it is known here that this was answered"
    assert there.play_on(table)["view"]["over"], "its bots think on there, without being started"
    assert there.get(f"/api/tables/{table}")["state"] == "finished"
    refused(there.decide(table, 0, "bid 1"), 409, "game-over")


def test_bots_think_once_however_many_processes_there_are(
    own_server: Callable[..., Server],
) -> None:
    servers = [own_server(), own_server()]
    ann = Player(servers[0], "Ann")
    table = ann.table(["me", "novice", "novice", "novice"])
    assert ann.play_on(table, decisions=8)["question"] is not None

    def numbers(name: str) -> float:
        texts = [httpx.get(f"{server.url}/metrics").text for server in servers]
        lines = [line for text in texts for line in text.splitlines() if line.startswith(name)]
        return sum(float(line.split()[-1]) for line in lines)

    until = time.monotonic() + PATIENCE
    while numbers("tianxia_jobs{"):
        assert time.monotonic() < until
    assert numbers("tianxia_bot_seconds_count") == numbers('tianxia_decisions_total{by="bot"') > 0
