"""Two people at one table, and what comes to each of them."""

from playwright.sync_api import Page, WebSocket

from .person import Person


def sit_together(ann: Person, bo: Person, game: str = "middle-kingdom") -> tuple[Person, Person]:
    """At a table for two, the second through the first one's invitation."""
    ann.page.goto(f"/new/{game}")
    selects = ann.page.locator("select[name=seats]")
    for seat in range(selects.count()):
        selects.nth(seat).select_option("me" if seat == 0 else "open" if seat == 1 else "")
    ann.page.get_by_role("button", name="Make the table").click()
    ann.page.wait_for_url("**/table/*")
    link = ann.page.get_by_role("button", name="Copy the invitation link").get_attribute(
        "data-copy"
    )
    assert link
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Sit at seat 2").click()
    for someone in (ann, bo):
        someone.page.wait_for_selector("#prompt-text")
    return ann, bo


def overheard(page: Page) -> list[str]:
    """All that comes to a page, by socket and by request, from now on."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    page.on("websocket", listen)
    page.on(
        "response",
        lambda answer: heard.append(answer.text()) if "/api/" in answer.url else None,
    )
    page.reload()
    page.wait_for_selector("#prompt-text")
    return heard
