"""A person at a browser: clicks what can be seen, and reads the page."""

import contextlib
import random
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tianxia.engine.game import Game

MINE = "#prompt-text[data-mine='1']"
OVER = ".scroll"
OPTIONS = "button.option:visible:enabled"
CONFIRM = "[data-do=confirm]:visible"
#: Is a compound move half or wholly made?
MADE = """() => {
  const confirm = document.querySelector("[data-do=confirm]");
  return !confirm?.offsetParent ? "nothing" : confirm.disabled ? "part" : "whole";
}"""
MOST_MOVES = 1500
#: Seconds until a move must have been made.
PATIENCE = 180


class Person:
    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.dice = random.Random(seed)
        #: Called whenever something is asked, be it one part of a move: looks at the page.
        self.look: Callable[[], None] = lambda: None
        #: Every error the page threw or wrote.
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )

    def play_now(self, title: str) -> None:
        """From the front page, in one click."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play {title} now").click()
        self.page.wait_for_url("**/table/*")
        self.page.wait_for_selector("#prompt-text")

    def play_with_novices(self, game: Game) -> None:
        """Against bots that answer at once, and few of them: that keeps games short."""
        self.page.goto(f"/new/{game.id}")
        for seat in range(1, game.players[-1]):
            wanted = "novice" if seat < max(2, game.players[0]) else ""
            self.page.locator("select[name=seats]").nth(seat).select_option(wanted)
        self.page.get_by_role("button", name="Make the table").click()
        self.page.wait_for_url("**/table/*")
        self.page.wait_for_selector("#prompt-text")

    def watch(self, record: str, folder: Path) -> None:
        """Bring a record from the front page."""
        file = folder / "game.tianxia"
        file.write_text(record)
        self.page.goto("/")
        self.page.get_by_label("A record file").set_input_files(file)
        self.page.get_by_role("button", name="Watch it").click()
        self.page.wait_for_url("**/replay?move=0")

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/table/")[2].partition("/")[0]

    @property
    def question(self) -> str:
        return self.page.locator("#prompt-text").get_attribute("data-question") or ""

    def over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    def wait_for_turn(self) -> bool:
        """Until it is this person's turn; false when the game is over."""
        self.page.wait_for_selector(f"{MINE}, {OVER}", state="attached")
        return not self.over()

    def decide(self) -> None:
        """Click some option, and whatever is needed to make it a whole move."""
        asked = self.question
        options = self.page.locator(OPTIONS)
        number = options.count()
        assert number, f"asked, but nothing to click: {self.prompt()}"
        self.look()
        options.nth(self.dice.randrange(number)).click()
        until = time.monotonic() + PATIENCE
        while not self.moved_on(asked, 60):
            assert time.monotonic() < until, f"nothing came of a click: {self.prompt()}"
            made = self.page.evaluate(MADE)
            if made != "nothing":
                self.look()
            if made == "whole":
                self.click(CONFIRM)
            elif made == "part":
                left = self.page.locator("button.option[aria-pressed=false]:visible")
                left.nth(self.dice.randrange(left.count())).click()

    def decide_and_see(self, what: str) -> None:
        """As `decide`, but only until this is seen."""
        until = time.monotonic() + PATIENCE
        options = self.page.locator(OPTIONS)
        options.nth(self.dice.randrange(options.count())).click()
        while not self.page.locator(what).is_visible():
            assert time.monotonic() < until, f"never seen: {what}"
            made = self.page.evaluate(MADE)
            if made == "whole":
                self.click(CONFIRM)
            elif made == "part":
                self.click("button.option[aria-pressed=false]:visible >> nth=0")
            elif options.count() and self.page.locator(MINE).count():
                options.nth(self.dice.randrange(options.count())).click()
            self.page.wait_for_timeout(40)

    def click(self, what: str) -> None:
        """Click, unless it goes: the table may move on at any moment, and `decide` looks again."""
        with contextlib.suppress(TooLate):
            self.page.locator(what).click(timeout=2000)

    def moved_on(self, asked: str, milliseconds: int) -> bool:
        try:
            self.page.wait_for_function(
                "asked => document.querySelector('#prompt-text').dataset.question !== asked",
                arg=asked,
                timeout=milliseconds,
            )
        except TooLate:
            return False
        return True

    def play(self, moves: int = MOST_MOVES) -> None:
        """Play on, to the end of the game or for so many moves."""
        for _ in range(moves):
            if not self.wait_for_turn():
                return
            self.decide()

    def prompt(self) -> str:
        return self.page.locator("#prompt-text").inner_text()

    def log(self) -> list[str]:
        """The words of its lines: how they are broken depends on whether the log is shown just now."""
        return [" ".join(line.split()) for line in self.page.locator(".log li").all_inner_texts()]
