"""Everything explains itself: pieces, pictures, numbers, scores and what is closed."""

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

import tianxia
from tianxia.engine.game import Game
from tianxia.server.look import choices
from tianxia.server.schemas import ChoiceOut
from tianxia.text import words
from tianxia.web.boards import Board, rules_anchor
from tianxia.web.pages import rules_html

from .conftest import PHONE, NewPerson
from .person import Person

GAMES = [pytest.param(game, id=game.id) for game in tianxia.all_games()]
NAMES = ["Ann", "Bo", "Cai", "Di", "Eve", "Fu"]
VOID = {"br", "hr", "img", "input", "path", "rect", "use"}
#: So many positions of a game lie between two looks, after the first ones.
STRIDE, FIRST = 25, 6


class Element:
    def __init__(self, tag: str, attributes: dict[str, str], parent: "Element | None") -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children: list[Element] = []
        self.text = ""

    def all(self) -> "Iterator[Element]":
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def own(self) -> bool:
        """Has it words of its own: an explanation, why it is closed, or what it would do?"""
        told = {"data-explain", "data-why", "data-tip"} & {*self.attributes}
        return bool(told) or any("preview" in child.classes for child in self.children)

    def answers(self) -> bool:
        """As the page finds whose words to show: its own, of the one thing beside it, or around it."""
        near: Element | None = self
        for _ in range(4):
            if near is None or near.own():
                break
            beside = {one.attributes.get("data-explain", "") for one in near.all()} - {""}
            if beside:
                if len(beside) == 1:
                    return True
                break
            near = near.parent
        around: Element | None = self
        while around is not None and not around.own():
            around = around.parent
        return around is not None


class Tree(HTMLParser):
    def __init__(self, source: str) -> None:
        super().__init__()
        self.root = self.at = Element("root", {}, None)
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(element)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.children.append(Element(tag, {n: v or "" for n, v in attrs}, self.at))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.at.parent is not None:
            assert self.at.tag == tag, (self.at.tag, tag)
            self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.text += data


def boards(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """Boards of a whole game, as those see them who are asked, with the cards that explain them."""
    dice = random.Random(seed)
    players = game.players[-1] if seed else game.default_players
    chosen = {option.name: dice.choice(option.choices) for option in game.options} if seed else {}
    try:
        state = game.new(players=players, seed=seed, **chosen)
    except tianxia.OptionError:  # not with so many players
        state = game.new(players=players, seed=seed)
    move = 0
    while True:
        seat = state.next_actor() if not state.over() else 0
        if state.over() or move < FIRST or move % STRIDE == 0:
            board = Board(game, state.view(seat), NAMES[:players], choices(state, seat))
            drawn = str(board.board() + board.hand())
            drawn += "".join(board.player(other) for other in range(players))
            yield drawn, board.explained()
        if state.over():
            return
        state.play(seat, dice.choice(state.legal(seat)))
        move += 1


@pytest.mark.parametrize("game", GAMES)
def test_no_piece_without_an_explanation(game: Game) -> None:
    silent = set()
    for seed in range(2):
        for drawn, explained in boards(game, seed):
            cards = set(re.findall('data-card="([^"]+)"', explained))
            assert cards >= set(re.findall('data-explain="([^"]+)"', drawn))
            for one in Tree(drawn).root.all():
                laid = "data-kind" in one.attributes or {"piece", "icon"} & {*one.classes}
                number = (
                    re.fullmatch(r"[+−×]?\d+", one.text.strip()) and "unseen" not in one.classes
                )
                if (laid or number) and not one.answers():
                    silent.add((one.tag, " ".join(one.classes), one.text.strip()[:20]))
    assert silent == set()


#: A number on the board with the key of its card, and a card with parts.
NUMBER = re.compile(
    r'data-explain="([^"]+=[0-9a-f]+)"[^>]*>(?:<svg.*?</svg>)?(?:<b[^>]*>)?\+?([\d.]+)<'
)


@pytest.mark.parametrize("id", ["middle-kingdom", "xiang-chi", "year-of-the-dragon"])
def test_the_parts_of_a_number_add_up(id: str) -> None:
    told = 0
    for drawn, explained in boards(tianxia.game(id), 1):
        for key, number in NUMBER.findall(drawn):
            told += 1
            card = explained.partition(f'data-card="{key}"')[2].partition("data-card=")[0]
            parts = [float(part.replace("−", "-")) for part in re.findall("<dd>([^<]+)</dd>", card)]
            assert max(0, sum(parts)) == float(number), (key, card)
    assert told > 10


@pytest.mark.parametrize("game", GAMES)
def test_an_explanation_says_more_than_the_name(game: Game) -> None:
    told = words(game.package)
    found = {subject: told.explain(subject) for subject in told.subjects}
    empty = [
        subject
        for subject, one in found.items()
        if one
        and not {*re.findall(r"\w+", one.text.lower())} - {*re.findall(r"\w+", one.name.lower())}
    ]
    assert empty == []


@pytest.mark.parametrize("game", GAMES)
def test_explanations_lead_to_their_rules(game: Game) -> None:
    language = words(game.package)
    rules = rules_html(game)
    parts = set(re.findall(r'<h\d id="([^"]+)"', rules))
    for subject in language.subjects:
        told = language.explain(subject)
        assert told is not None
        assert told.name, subject
        assert told.text.endswith("."), subject
        assert not told.rules or rules_anchor(told.rules) in parts, (subject, told.rules)
    assert rules_anchor("The pictures") in parts
    assert rules.count('<div><dt><svg class="icon') > 10
    assert len(re.findall(r'</h\d>\s*<ul class="pictures"><li><svg', rules)) > 3, (
        "pictures in the text"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_points_of_a_player_are_told_by_their_sources(game: Game) -> None:
    state = game.new(players=game.default_players, seed=5)
    dice = random.Random(5)
    for _ in range(60):
        if state.over():
            break
        seat = state.next_actor()
        state.play(seat, dice.choice(state.legal(seat)))
    view = state.view(0)
    explained = Board(game, view, NAMES[: game.default_players]).explained()
    for seat, score in enumerate(view["scores"]):
        card = explained.partition(f'data-card="score-{seat}"')[2].partition("data-card=")[0]
        parts = [int(part.replace("−", "-")) for part in re.findall("<dd>([^<]+)</dd>", card)]
        if sum(parts) != score:  # some are counted at the end only: then the sum stands below
            assert sum(parts[:-1]) == parts[-1]


def test_no_text_is_read_twice() -> None:
    """What a piece shows on hover is not a title: a screen reader would read it after the words."""
    for game in tianxia.all_games():
        drawn, _ = next(boards(game, 0))
        assert " title=" not in drawn, game.id


def test_an_option_does_not_say_its_yield_twice() -> None:
    game = tianxia.game("zhanguo")
    offered = [ChoiceOut(action="use 1.1", words="Use it: 2 VP")]
    board = Board(game, game.new(players=2, seed=1).view(0), NAMES[:2], offered)
    assert 'aria-label="Use it: 2 VP"' in board.piece("use 1.1", preview="2 VP")
    assert 'aria-label="Use it: 2 VP. unrest 1"' in board.piece("use 1.1", preview="unrest 1")


def seated(person: NewPerson, **screen: object) -> Person:
    someone = person(**screen)
    someone.play_with_novices(tianxia.game("middle-kingdom"))
    someone.wait_for_turn()
    return someone


def test_a_thing_explains_itself_to_mouse_and_keyboard(person: NewPerson) -> None:
    page = seated(person).page
    tip = page.locator("#tip")
    page.locator(".player .score").first.hover()
    expect(tip).to_contain_text("Points, as if the game ended now")
    expect(tip).to_contain_text("Missing types")
    expect(tip).to_contain_text("−15")
    page.locator("#prompt-text").hover()
    expect(tip).to_be_hidden()
    page.locator(".goal h3").first.click()  # pinned: its link can be reached
    expect(tip.locator(".card-head")).to_have_text("Market")
    page.locator("#prompt-text").hover()
    tip.get_by_role("link", name="Rules: The Market").click()
    expect(page.get_by_role("heading", name="The Market")).to_be_in_viewport()
    page.keyboard.press("Escape")  # out of the rules: from now on by keyboard
    page.locator("#hand button.option").first.focus()
    expect(tip.locator(".card-head")).to_have_text("Bid card")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.keyboard.press("Shift+ArrowUp")  # on to the nearest thing of all, only to look
    expect(tip.locator(".card-head")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('.middle') !== null")


def test_no_card_pops_up_under_a_hand_that_rests(person: NewPerson) -> None:
    """A click changes the board; what then lies under the mouse is not what one asked for."""
    someone = seated(person)
    page = someone.page
    card = page.locator("#hand button.option").first
    card.click()
    page.wait_for_timeout(500)
    expect(page.locator("#tip")).to_be_hidden()
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    expect(page.locator("#tip .card-head")).to_have_text("Bid card")


def test_a_thing_explains_itself_to_a_finger(person: NewPerson) -> None:
    someone = seated(person, viewport=PHONE, has_touch=True, is_mobile=True)
    page = someone.page
    tip = page.locator("#tip")
    page.locator(".player .score").first.tap()
    expect(tip).to_contain_text("Points, as if the game ended now")
    asked = someone.question
    card = page.locator("#hand button.option").first
    box = card.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(tip.locator(".card-head")).to_have_text("Bid card")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_be_visible()
    expect(page.locator("[data-do=confirm]")).to_be_hidden()  # a look is no choice
    assert someone.question == asked


def test_a_closed_action_says_why(person: NewPerson) -> None:
    someone = person()
    page = someone.page
    someone.play_with_novices(tianxia.game("zhanguo"))
    someone.wait_for_turn()
    page.locator("#hand button.card").first.click()
    page.locator(".intent.barred").filter(has_text="Wall").hover()
    tip = page.locator("#tip")
    expect(tip.locator(".why")).to_have_text("Needs a worker")
    expect(tip.locator(".card-head")).to_have_text("Wall")
