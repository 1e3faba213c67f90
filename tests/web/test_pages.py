"""The parts of a table's page, without a browser."""

import json
from collections.abc import Callable
from pathlib import Path

from tianxia.server.guests import Guest
from tianxia.server.house import House
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.web import pages
from tianxia.web.drawing import Painter, Sheet, draw
from tianxia.web.pages import regions


def test_who_left_may_play_again_when_the_game_is_over(tmp_path: Path) -> None:
    house = House(Settings(database=f"sqlite:///{tmp_path / 'tianxia.db'}"))
    guest = house.guests.create("Ann")
    id = house.seats.create(guest, Plan("xiang-chi", {}, ["me"]))
    house.seats.leave(id, guest)
    with house.tables.opened(id) as table:
        assert "Take your seat back" in regions(house, table, guest)["actions"]
        play = table.begun()
        while not play.state.over():
            action = play.game.space.text(play.state.legal(0)[-1])
            house.games.decide_as_bot(id, 0, play.question(0) or 0, action)
        shown = regions(house, table, guest)["actions"]
    assert "Take your seat back" not in shown
    assert "Play again" in shown
    assert "Download the record" in shown
    house.storage.close()


def test_a_room_shows_what_will_be_played(tmp_path: Path) -> None:
    house = House(Settings(database=f"sqlite:///{tmp_path / 'tianxia.db'}"))
    guest = house.guests.create("Ann")
    plan = Plan("middle-kingdom", {"experienced": True}, ["me", "open", "open"])
    with house.tables.opened(house.seats.create(guest, plan)) as table:
        shown = regions(house, table, guest)
    assert "Two bids each, for three experienced players" in shown["board"]
    assert "Nothing has happened yet" in shown["log"]
    house.storage.close()


def test_a_table_is_drawn_once_for_all_who_see_the_same(tmp_path: Path) -> None:
    house = House(Settings(database=f"sqlite:///{tmp_path / 'tianxia.db'}"))
    ann, *watchers = (house.guests.create(name) for name in ("Ann", "Bo", "Cy", "Di"))
    plan = Plan("middle-kingdom", {}, ["me", "novice"], public=True)
    id = house.seats.create(ann, plan)
    drawn: list[str] = []

    class Counted(Painter):
        def draw(self, sheet: Sheet) -> dict[str, str]:
            assert sheet.guest is not None
            drawn.append(sheet.guest.name)
            return draw(sheet)

    house.artist = Counted(0)
    sent: dict[str, Callable[[], str | None]] = {}
    for guest in (ann, *watchers):

        def render(guest: Guest = guest) -> pages.Shown:
            with house.tables.seen(id, guest) as table:
                return pages.shown_to(house, table, guest)

        sent[guest.name] = pages.changes(render)
    first = {name: send() for name, send in sent.items()}
    assert drawn == ["Ann", "Bo"], "the host's own page, and one for all who watch"
    assert first["Bo"] is first["Di"], "and one message"
    assert first["Ann"] != first["Bo"]
    assert [send() for send in sent.values()] == [None] * 4
    house.talk.say(id, watchers[0], "hello")
    drawn.clear()
    second = {name: send() for name, send in sent.items()}
    assert drawn == ["Ann", "Bo", "Cy"], "who has spoken sees the own line as such"
    for name, text in second.items():
        assert text is not None
        changed = ["chat", "more"] if name == "Ann" else ["chat"]  # the host may silence who spoke
        assert list(json.loads(text)["regions"]) == changed, "what changed, and nothing else"
    house.storage.close()


def test_a_painter_draws_what_would_be_drawn_here_and_fails_without_harm(tmp_path: Path) -> None:
    house = House(Settings(database=f"sqlite:///{tmp_path / 'tianxia.db'}"))
    guest = house.guests.create("Ann")
    id = house.seats.create(guest, Plan("middle-kingdom", {}, ["me", "novice"]))
    house.artist = painter = Painter(1)
    try:
        with house.tables.seen(id, guest) as table:
            here = regions(house, table, guest)
            early = pages.sheet(house, table, guest)
            shown = pages.shown_to(house, table, guest)
        assert painter.draw(early) == here, "nobody waits until it has started"
        painter.open()
        assert painter.ready.wait(60)
        assert shown.regions == here, "in another process"
        assert shown.regions is shown.regions, "and once"
        painter.close()
        house.talk.say(id, guest, "hello")
        with house.tables.seen(id, guest) as table:
            again = pages.shown_to(house, table, guest)
        assert "hello" in again.regions["chat"], "a new one takes the place of one that died"
    finally:
        painter.close()
        house.storage.close()
