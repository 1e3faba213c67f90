"""ZhanGuo in the browser: moves of two clicks, without a third to confirm them."""

from playwright.sync_api import expect

import tianxia

from .conftest import NewPerson
from .person import Person


def seated(person: NewPerson) -> Person:
    """At the use of the first card."""
    someone = person()
    someone.play_with_novices(tianxia.game("zhanguo"))
    someone.wait_for_turn()
    someone.page.locator("#hand button.card").first.click()
    expect(someone.page.locator(".zg.at-use")).to_be_visible()
    return someone


def test_zhanguo_recruits_with_two_clicks(person: NewPerson) -> None:
    someone = seated(person)
    page = someone.page
    landings = page.locator(".landing:visible")
    expect(landings).to_have_count(0)
    page.locator("[data-pick=red]").click()
    expect(landings).to_have_count(5)
    page.locator("[data-pick=gray]").click()  # another colour instead
    expect(page.locator("[data-pick=red]")).to_have_attribute("aria-pressed", "false")
    landings.nth(2).click()
    expect(page.locator(".log")).to_contain_text("places a gray official in region 3")
    assert someone.errors == []


def test_zhanguo_moves_officials_from_area_to_area(person: NewPerson) -> None:
    someone = seated(person)
    page = someone.page
    page.locator("[data-action=reassign]").click()
    source = page.locator("[data-pick='white g1']")
    source.click()
    expect(page.locator(".landing:visible")).to_have_count(1)  # the next region only
    page.keyboard.press("Escape")
    expect(page.locator(".landing:visible")).to_have_count(0)
    source.click()
    page.locator("[data-pick=g2]").click()
    expect(page.locator("[data-pick='white g2']")).to_be_visible()
    expect(page.locator("#prompt-text")).to_contain_text("2 points are left")
    assert someone.errors == []


def test_zhanguo_keeps_open_what_was_opened(person: NewPerson) -> None:
    someone = seated(person)
    page = someone.page
    lands = page.locator("details[id^=zg-lands]").first
    lands.locator("summary").click()
    page.locator("[data-action^=unify]").first.click()
    expect(page.locator(".log")).to_contain_text("unifies region 1")
    expect(lands).to_have_attribute("open", "")
