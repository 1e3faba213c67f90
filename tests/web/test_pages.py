"""The parts of a table's page, without a browser."""

from pathlib import Path

from tianxia.server.house import House
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
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
