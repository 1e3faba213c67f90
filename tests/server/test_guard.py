"""What keeps the server safe and watched."""

import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tianxia.server import limits
from tianxia.server.house import House
from tianxia.server.limits import RATES, Limits
from tianxia.server.settings import Settings
from tianxia.server.storage import BucketRow, Storage

from .running import Player, Server, good, refused


def test_pages_keep_to_themselves(server: Server) -> None:
    page = httpx.get(server.url)
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "same-origin"
    assert " style=" not in page.text
    assert "<script>" not in page.text


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
    ],
)
def test_another_site_cannot_act_for_a_guest(
    headers: dict[str, str], server: Server, ann: Player
) -> None:
    with httpx.Client(base_url=server.url, cookies={"tianxia": ann.token}) as browser:
        body = {"game": "middle-kingdom", "seats": ["me", "open"]}
        refused(browser.post("/api/tables", json=body, headers=headers), 403, "foreign")
        own = {"sec-fetch-site": "same-origin", "origin": server.url}
        assert browser.post("/api/tables", json=body, headers=own).status_code == 201


def test_another_site_cannot_listen(server: Server) -> None:
    foreign = Origin("https://evil.example")
    address = f"ws://127.0.0.1:{server.port}/live"
    with pytest.raises(InvalidStatus) as caught, connect(address, origin=foreign):
        pass
    assert caught.value.response.status_code == 403


def test_too_large_is_refused(ann: Player) -> None:
    refused(ann.http.post("/api/records", content=b"x" * 1_500_000), 413, "too-large")

    def dribble() -> object:
        for _ in range(30):
            yield b"x" * 50_000

    refused(ann.http.post("/api/records", content=dribble()), 413, "too-large")  # type: ignore[arg-type]


def test_too_fast_is_refused_with_the_time_to_wait(own_server: Callable[..., Server]) -> None:
    ann = Player(own_server(limits="on"), "Ann")
    rate = RATES["upload"]  # the slowest to fill again: a busy machine is quicker still
    started = time.monotonic()
    taken = 0
    while (answer := ann.http.post("/api/records", content="x")).status_code == 422:
        taken += 1
    refused(answer, 429, "too-fast")
    assert int(answer.headers["retry-after"]) >= 1
    assert rate.burst <= taken <= rate.burst + rate.per_second * (time.monotonic() - started)


def test_buckets_fill_again() -> None:
    moment = 0.0
    buckets = Limits(clock=lambda: moment)
    rate = RATES["chat"]
    assert [buckets.wait("chat", "ann") for _ in range(int(rate.burst))] == [0] * int(rate.burst)
    assert buckets.wait("chat", "ann") == 1
    assert buckets.wait("chat", "bo") == 0
    moment = 1 / rate.per_second
    assert buckets.wait("chat", "ann") == 0


def test_processes_count_together_what_fills_the_database(
    databases: str, house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = house(databases), house(databases)
    moment = time.time()
    monkeypatch.setattr(limits, "now", lambda: moment)
    burst = int(RATES["table"].burst)
    waits = [each.limits.wait("table", "ann") for _ in range(burst) for each in (one, two)]
    assert waits.count(0) == burst
    assert two.limits.wait("table", "bo") == 0
    assert one.limits.wait("chat", "ann") == 0
    moment += waits[-1]
    assert two.limits.wait("table", "ann") == 0
    assert one.limits.wait("table", "ann") > 0
    moment += limits.FORGOTTEN + 1
    assert one.limits.wait("table", "cy") == 0
    with one.storage.session() as session:
        kept = [row.client for row in session.scalars(select(BucketRow))]
    assert kept == ["cy"], "full buckets are forgotten"


def test_health_and_numbers(server: Server, ann: Player) -> None:
    assert good(httpx.get(f"{server.url}/healthz"))["status"] == "ok"
    ann.play_on(ann.table(["me", "adept", "adept"]), decisions=2)
    text = httpx.get(f"{server.url}/metrics").text
    for name in (
        "tianxia_requests_total",
        'tianxia_decisions_total{by="person",game="middle-kingdom"}',
        "tianxia_bot_seconds_count",
        'tianxia_tables{state="running"}',
    ):
        assert name in text, name


def test_numbers_can_be_kept_behind_a_token(own_server: Callable[..., Server]) -> None:
    server = own_server(metrics_token="let-me-in")
    refused(httpx.get(f"{server.url}/metrics"), 404, "no-page")
    allowed = httpx.get(f"{server.url}/metrics", headers={"authorization": "Bearer let-me-in"})
    assert allowed.status_code == 200


def test_a_person_gets_a_page_and_a_program_json(server: Server) -> None:
    page = httpx.get(f"{server.url}/nowhere", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert "<h1>" in page.text
    refused(httpx.get(f"{server.url}/nowhere"), 404, "no-page")
    refused(httpx.post(f"{server.url}/healthz"), 405, "no-method")


def test_the_database_is_in_the_users_data_folder_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TIANXIA_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    storage = Storage(Settings.from_environment().database)
    storage.close()
    assert storage.place == str(tmp_path / "data" / "tianxia" / "tianxia.db")
    assert Path(storage.place).exists()
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    home = tmp_path / "home" / ".local" / "share" / "tianxia" / "tianxia.db"
    assert Settings.from_environment().database == f"sqlite:///{home}"


def test_the_server_says_where_its_database_is(server: Server) -> None:
    first = server.log.read_text().splitlines()[0]
    assert server.url in first
    assert str(server.database) in first
