"""Deciding, taking back, and secrets, through the API."""

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tianxia import read_record

from .running import PATIENCE, Player, Server, good, refused


@pytest.fixture
def duel(ann: Player, bo: Player) -> str:
    """A table of two people, about to bid in secret."""
    table = ann.table(["me", "open"])
    bo.come(table, ann, 1)
    return table


def first(seen: Any) -> str:
    action = seen["choices"][0]["action"]
    assert isinstance(action, str)
    return action


def test_a_whole_game_against_bots_and_its_record(ann: Player) -> None:
    table = ann.table(["me", "adept", "novice", "adept", "master"])
    refused(ann.http.get(f"/api/tables/{table}/record"), 409, "record-later")
    seen = ann.play_on(table)
    assert seen["view"]["over"]
    after = ann.get(f"/api/tables/{table}")
    assert after["state"] == "finished"
    assert after["scores"] == seen["view"]["scores"]
    text = ann.http.get(f"/api/tables/{table}/record").text
    record = read_record(text)
    assert record.replay().scores() == after["scores"]

    uploaded = good(ann.http.post("/api/records", content=text))["id"]
    last = ann.get(f"/api/tables/{uploaded}/moves/{len(record.decisions)}")
    assert last["view"]["scores"] == after["scores"]
    damaged = ann.http.post("/api/records", content=text.replace("seed ", "seed 1"))
    assert "line 5" in refused(damaged, 422, "invalid")
    refused(ann.http.post("/api/records", content="\xff\xfe not a record"), 422, "invalid")


def test_wrong_answers_get_a_reason_and_change_nothing(
    duel: str, ann: Player, bo: Player, server: Server
) -> None:
    seen = ann.view(duel)
    question = seen["question"]
    before = json.dumps([seen, bo.view(duel)])
    refused(ann.decide(duel, question + 1, first(seen)), 409, "stale")
    assert "did you mean" in refused(ann.decide(duel, question, "bid 7/77"), 422, "illegal")
    refused(ann.decide(duel, question, "claim farmer"), 422, "illegal")
    refused(ann.decide(duel, question, [first(seen), first(seen)]), 422, "illegal")
    refused(ann.decide(duel, question, []), 422, "invalid")
    for body in ({}, {"question": "0", "action": "x"}, {"question": 0}, [1], "x"):
        answer = ann.http.post(f"/api/tables/{duel}/decisions", json=body)
        refused(answer, 422, "invalid")
    stranger = Player(server, "Cy")
    refused(stranger.decide(duel, question, first(seen)), 404, "no-table")
    stranger.post(f"/api/tables/{duel}/enter", key=_key(ann, duel, "watch"))
    refused(stranger.decide(duel, question, first(seen)), 403, "not-seated")
    assert json.dumps([ann.view(duel), bo.view(duel)]) == before


def test_an_answer_given_twice_counts_once(duel: str, ann: Player, bo: Player) -> None:
    seen = ann.view(duel)
    good(ann.decide(duel, seen["question"], first(seen)))
    again = ann.decide(duel, seen["question"], first(seen))
    assert "Bo" in refused(again, 409, "not-your-turn")
    good(bo.decide(duel, bo.view(duel)["question"], first(bo.view(duel))))
    assert ann.view(duel)["view"]["decisions"] == 2


def test_two_people_answering_at_once_both_count(server: Server) -> None:
    people = [Player(server, f"P{seat}") for seat in range(5)]
    table = people[0].table(["me", "open", "open", "open", "open"])
    for seat, person in enumerate(people[1:], 1):
        person.come(table, people[0], seat)
    for _ in range(3):
        views = [person.view(table) for person in people]
        if any(seen["question"] is None for seen in views):
            break
        with ThreadPoolExecutor(len(people)) as pool:
            answers = pool.map(
                lambda pair: pair[0].decide(table, pair[1]["question"], first(pair[1])),
                zip(people, views, strict=True),
            )
        assert [answer.status_code for answer in answers] == [200] * len(people)
        settle(people, table)


def settle(people: list[Player], table: str) -> None:
    """Play on until everybody is asked at the same time again."""
    while True:
        views = [person.view(table) for person in people]
        asked = [seat for seat, seen in enumerate(views) if seen["question"] is not None]
        if len(asked) != 1:
            return
        good(people[asked[0]].decide(table, views[asked[0]]["question"], first(views[asked[0]])))


def test_one_answer_of_a_double_click_wins(duel: str, ann: Player) -> None:
    seen = ann.view(duel)
    actions = [choice["action"] for choice in seen["choices"][:8]]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda a: ann.decide(duel, seen["question"], a), actions))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


def test_undo_takes_back_ones_own_secret_and_nothing_else(
    duel: str, ann: Player, bo: Player
) -> None:
    undo = f"/api/tables/{duel}/undo"
    refused(ann.call("POST", undo), 409, "no-undo")
    start = ann.view(duel)
    good(ann.decide(duel, start["question"], first(start)))
    refused(bo.call("POST", undo), 409, "no-undo")
    assert ann.view(duel)["undoable"]
    taken = good(ann.call("POST", undo))
    assert taken["choices"] == start["choices"]
    assert taken["question"] != start["question"], "an answer sent before the undo is stale"
    refused(ann.decide(duel, start["question"], first(start)), 409, "stale")
    other = start["choices"][-1]["action"]
    good(ann.decide(duel, taken["question"], other))
    seen = bo.view(duel)
    good(bo.decide(duel, seen["question"], first(seen)))
    refused(ann.call("POST", undo), 409, "no-undo")
    refused(bo.call("POST", undo), 409, "no-undo")


def test_undo_while_the_other_has_answered_leaves_that_answer(server: Server) -> None:
    people = [Player(server, name) for name in ("Ann", "Bo", "Cy")]
    table = people[0].table(["me", "open", "open"])
    for seat in (1, 2):
        people[seat].come(table, people[0], seat)
    for person in people[:2]:
        seen = person.view(table)
        good(person.decide(table, seen["question"], first(seen)))
    good(people[0].call("POST", f"/api/tables/{table}/undo"))
    assert people[0].view(table)["view"]["actors"] == [0, 2]
    assert people[1].view(table)["question"] is None


def test_undo_takes_back_a_secret_answer_as_a_whole(server: Server) -> None:
    ann, bo = Player(server, "Ann"), Player(server, "Bo")
    table = ann.table(["me", "open"], game="ten-suns")
    bo.come(table, ann, 1)
    while (seen := ann.view(table))["view"]["step"] == "items":
        good(ann.decide(table, seen["question"], first(seen)))
    refused(ann.call("POST", f"/api/tables/{table}/undo"), 409, "no-undo")
    good(bo.decide(table, bo.view(table)["question"], ["bid 1", "bid 1", "done"]))
    good(ann.decide(table, seen["question"], ["bid 2", "bid 3", "bid 3"]))
    taken = good(ann.call("POST", f"/api/tables/{table}/undo"))
    assert [space["bids"][0] for space in taken["view"]["row"]] == [0, 0, 0]
    assert bo.view(table)["question"] is None, "the other's answer stays"
    refused(ann.call("POST", f"/api/tables/{table}/undo"), 409, "no-undo")


def test_undo_never_reaches_another_players_decision(
    server: Server, duel: str, ann: Player, bo: Player
) -> None:
    people = [ann, bo]
    for person in people:
        seen = person.view(duel)
        good(person.decide(duel, seen["question"], first(seen)))
    claimed = 0
    for _ in range(6):
        views = [person.view(duel) for person in people]
        asked = [seat for seat, seen in enumerate(views) if seen["question"] is not None]
        if len(asked) != 1:
            break
        seat = asked[0]
        good(people[seat].decide(duel, views[seat]["question"], first(views[seat])))
        refused(people[1 - seat].call("POST", f"/api/tables/{duel}/undo"), 409, "no-undo")
        claimed += 1
    assert claimed or len(asked) == 2


def test_undone_decisions_stay_written_down(own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann, bo = Player(server, "Ann"), Player(server, "Bo")
    table = ann.table(["me", "open"])
    bo.come(table, ann, 1)
    seen = ann.view(table)
    good(ann.decide(table, seen["question"], first(seen)))
    good(ann.call("POST", f"/api/tables/{table}/undo"))
    before = ann.view(table)
    server.kill()
    server.start()
    assert ann.view(table) == before


def test_nobody_is_told_a_secret_before_the_reveal(
    duel: str, ann: Player, bo: Player, server: Server
) -> None:
    watcher = Player(server, "Cy")
    watcher.post(f"/api/tables/{duel}/enter", key=_key(ann, duel, "watch"))
    others = [bo, watcher]
    before = [known(other, duel) for other in others]
    paths = (f"/table/{duel}/live", f"/api/tables/{duel}/live")
    with ExitStack() as sockets:
        listening = [
            sockets.enter_context(
                connect(
                    f"ws://127.0.0.1:{server.port}{path}",
                    additional_headers={"Authorization": f"Bearer {other.token}"},
                )
            )
            for other in others
            for path in paths
        ]
        for socket in listening:
            socket.recv(timeout=PATIENCE)
        seen = ann.view(duel)
        secret = "bid 6/2"
        assert secret in [choice["action"] for choice in seen["choices"]]
        good(ann.decide(duel, seen["question"], secret))
        assert ann.view(duel)["view"]["choice"] == secret
        heard = [until_told(socket) for socket in listening]
    assert [known(other, duel) for other in others] == before
    for text in heard:
        assert '"choice": "bid' not in text
        assert '"choice":"bid' not in text
        assert "You have chosen" not in text
    for other in others:
        assert "You have chosen" not in other.http.get(f"/table/{duel}").text
        refused(other.http.get(f"/api/tables/{duel}/moves/1"), 404, "no-move")
        refused(other.http.get(f"/api/tables/{duel}/record"), 409, "record-later")
    assert "You have chosen" in ann.http.get(f"/table/{duel}").text


def until_told(socket: ClientConnection) -> str:
    """All that comes, until it tells that the first seat has answered."""
    heard = ""
    while True:
        text = str(socket.recv(timeout=PATIENCE))
        heard += text
        message = json.loads(text)
        if "board" in message.get("regions", ()) or message.get("view", {}).get("actors") == [1]:
            return heard


def known(player: Player, table: str) -> str:
    """All a player is told but who is done, which may be seen."""
    seen = player.view(table)
    for seat in seen["view"]["seats"]:
        del seat["has_chosen"]
    del seen["view"]["actors"], seen["prompt"]
    return json.dumps(seen)


def test_seeds_and_keys_stay_inside(own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann, bo = Player(server, "Ann"), Player(server, "Bo")
    table = ann.table(["me", "open"])
    key = _key(ann, table, "invite")
    bo.http.get(f"/table/{table}?key={key}")
    hand_over = ann.post("/api/guests/me/hand-over")["path"]
    bo.http.get(hand_over)
    for text in (ann.http.get(f"/api/tables/{table}").text, ann.http.get(f"/table/{table}").text):
        assert "seed" not in text
    log = server.log.read_text()
    for secret in (key, ann.token, bo.token, hand_over.rpartition("/")[2]):
        assert secret not in log
    for line in log.splitlines()[1:]:
        assert {"at", "level", "from", "what"} <= set(json.loads(line))


def test_a_killed_server_goes_on_with_nothing_lost(own_server: Callable[..., Server]) -> None:
    server = own_server(pace="0")
    ann, bo = Player(server, "Ann"), Player(server, "Bo")
    with_bots = ann.table(["me", "adept", "adept", "adept"])
    together = ann.table(["me", "open"])
    bo.come(together, ann, 1)
    seen = ann.view(together)
    good(ann.decide(together, seen["question"], first(seen)))
    ann.play_on(with_bots, decisions=9)
    seen = ann.asked(with_bots)
    good(ann.decide(with_bots, seen["question"], first(seen)))  # bots are thinking now
    kept = [ann.view(together), bo.view(together)]
    server.kill()
    server.start()
    assert [ann.view(together), bo.view(together)] == kept
    assert ann.asked(with_bots)["view"]["decisions"] > seen["view"]["decisions"]
    assert ann.play_on(with_bots)["view"]["over"]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux shows them")
def test_workers_end_with_a_killed_server(own_server: Callable[..., Server]) -> None:
    server = own_server(pace="0")
    ann = Player(server, "Ann")
    ann.play_on(ann.table(["me", "novice"]), decisions=1)
    workers = server.children()
    assert workers
    server.kill()
    until = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_all_who_want_a_rematch_come_to_the_same_table(ann: Player, bo: Player) -> None:
    table = ann.table(["me", "open"])
    bo.come(table, ann, 1)
    refused(ann.call("POST", f"/api/tables/{table}/rematch"), 409, "not-over")
    people = [ann, bo]
    while not ann.view(table)["view"]["over"]:
        for person in people:
            seen = person.view(table)
            if seen["question"] is not None:
                good(person.decide(table, seen["question"], first(seen)))
    refused(ann.call("POST", f"/api/tables/{table}/undo"), 409, "game-over")
    refused(ann.decide(table, 0, "bid 1"), 409, "game-over")
    again = [person.post(f"/api/tables/{table}/rematch")["id"] for person in people]
    assert again[0] == again[1] != table
    assert [seat["name"] for seat in bo.get(f"/api/tables/{again[0]}")["seats"]] == ["Ann", "Bo"]
    assert bo.view(again[0])["question"] is not None


def test_one_looks_back_with_ones_own_eyes(duel: str, ann: Player, bo: Player) -> None:
    for person in (ann, bo):
        seen = person.view(duel)
        good(person.decide(duel, seen["question"], first(seen)))
    past = ann.get(f"/api/tables/{duel}/moves/0?seat=1")
    assert past["view"]["viewer"] == 0, "not with another's, while the game goes on"
    assert past["view"]["decisions"] == 0
    refused(ann.http.get(f"/api/tables/{duel}/moves/9999"), 404, "no-move")


def test_several_steps_count_as_one_or_not_at_all(duel: str, ann: Player) -> None:
    seen = ann.view(duel)
    refused(ann.decide(duel, seen["question"], [first(seen), "bid 1"]), 422, "illegal")
    assert ann.view(duel) == seen
    good(ann.decide(duel, seen["question"], [first(seen)]))


def test_two_processes_share_one_database(
    own_server: Callable[..., Server], tmp_path: Path
) -> None:
    one = own_server()
    two = Server(tmp_path)  # the same file
    try:
        ann = Player(one, "Ann")
        there = Player(two, "Ann's other half").http
        there.headers["authorization"] = f"Bearer {ann.token}"
        table = ann.table(["me", "adept", "adept"])
        for number in range(12):
            seen = ann.asked(table)
            if seen["view"]["over"]:
                break
            body = {"question": seen["question"], "action": first(seen)}
            through = there if number % 2 else ann.http
            assert good(through.post(f"/api/tables/{table}/decisions", json=body))
        here = ann.asked(table)["view"]["decisions"]
        assert good(there.get(f"/api/tables/{table}/view"))["view"]["decisions"] >= here
    finally:
        two.stop()


def _key(player: Player, table: str, which: str) -> str:
    link = player.get(f"/api/tables/{table}")[which]
    assert isinstance(link, str)
    return link.partition("key=")[2]
