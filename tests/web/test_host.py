"""The host silences, sends away and deletes; people give up and sign out: on a desktop and on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Player, Server

from .conftest import DESKTOP, PHONE, NewPerson

SCREENS = [{"viewport": DESKTOP}, {"viewport": PHONE, "is_mobile": True, "has_touch": True}]


@pytest.fixture(params=SCREENS, ids=["desktop", "phone"])
def host(request: pytest.FixtureRequest, person: NewPerson, server: Server) -> tuple[Player, Page]:
    """Ann, who makes tables as a program and looks at them on a screen."""
    ann = Player(server, "Ann")
    page = person(**request.param).page
    page.context.add_cookies([{"name": "tianxia", "value": ann.token, "url": server.url}])
    page.on("dialog", lambda dialog: dialog.accept())
    return ann, page


def tools(page: Page, table: str) -> Any:
    """What the host has, at the end of the last tab."""
    page.goto(f"/table/{table}")
    page.get_by_role("tab", name="More").click()
    page.locator("#host-tools > summary").click()
    return page.locator("#host-tools")


def test_who_speaks_can_be_silenced_and_sent_away(
    host: tuple[Player, Page], server: Server
) -> None:
    ann, page = host
    table = ann.table(["me", "open", "novice"], public=True)
    bo, cy = Player(server, "Bo"), Player(server, "Cy")
    bo.call("PUT", f"/api/tables/{table}/seats/1")
    cy.post(f"/api/tables/{table}/chat", text="buy jade")  # without a page of the table open
    shown = tools(page, table)
    expect(shown.locator(".row span")).to_have_text(["Bo", "Cy"])
    expect(shown.get_by_role("button", name="Delete this table")).to_have_count(0)
    loud = shown.locator(".row", has_text="Cy")
    loud.get_by_role("button", name="Silence").click()
    expect(loud.get_by_role("button", name="Let speak")).to_be_visible()
    assert cy.call("POST", f"/api/tables/{table}/chat", text="jade!").status_code == 403
    shown.locator(".row", has_text="Bo").get_by_role("button", name="Send away").click()
    expect(shown.locator(".row span")).to_have_text(["Cy"])
    assert bo.http.get(f"/api/tables/{table}").status_code == 404


def test_a_table_is_deleted_and_a_game_given_up(host: tuple[Player, Page]) -> None:
    ann, page = host
    waiting = ann.table(["me", "open"])
    tools(page, waiting).get_by_role("button", name="Delete this table").click()
    page.wait_for_url("**/")
    assert ann.http.get(f"/api/tables/{waiting}").status_code == 404
    game = ann.table(["me", "novice"])
    page.goto(f"/table/{game}")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Give the game up").click()
    expect(page.get_by_role("button", name="Give the game up")).to_have_count(0)
    assert ann.get(f"/api/tables/{game}")["given_up"]


def test_signing_out_fits_the_screen_and_ends_the_session(host: tuple[Player, Page]) -> None:
    ann, page = host
    page.goto("/")
    page.locator(".menu > summary").click()
    box = page.locator(".menu .sheet").bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.locator(".menu")).to_have_count(0)
    assert ann.http.get("/api/guests/me").status_code == 401
