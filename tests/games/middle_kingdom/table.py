"""A table to lay out positions on and play from there in notation."""

from typing import Any

import tianxia
from tianxia.engine.compact import at
from tianxia.games.middle_kingdom.components import GOALS, KINDS, PILES
from tianxia.games.middle_kingdom.rules import COUNTS, MiddleKingdom

from .invariants import watch

GAME = tianxia.game("middle-kingdom")
BID_CARDS = ["1", "2", "3", "4", "5", "6", "7", "R"]


def seat(
    hand: str | None = None,
    tied: str = "",
    tokens: int = 0,
    last_dragon: int = 0,
    converted: dict[str, int] | None = None,
    **cards: int,
) -> dict[str, Any]:
    """What lies before a player; kinds by name (`noble_4=1`), what is not in hand is set aside."""
    left = tied.split()
    held = [card for card in BID_CARDS if card not in left] if hand is None else hand.split()
    return {
        "hand": held,
        "tied": [*left, None, None][:2],
        "played": [None, None],
        "aside": [card for card in BID_CARDS if card not in held + left],
        "choice": None,
        "cards": {kind.replace("_", "-"): count for kind, count in cards.items()},
        "converted": converted or {},
        "tokens": tokens,
        "last_dragon": last_dragon,
    }


class Table:
    """A position at the start of a round, and the log of what happens from there.

    Goal cards go to whoever is named; the cards not laid out are the deck or, with `deck`, the
    discards. The invariants are checked after every decision.
    """

    def __init__(
        self,
        row: str,
        *seats: dict[str, Any],
        deck: int | dict[str, int] | None = None,
        dragon: int | None = None,
        round: int = 5,
        experienced: bool = False,
        seed: int = 0,
        **goals: int | None,
    ) -> None:
        left = dict(zip(KINDS, COUNTS, strict=False))
        for kind in row.split():
            left[kind] -= 1
        for own in seats:
            for kind, count in own["cards"].items():
                left[kind] -= count
            left["merchant"] -= sum(own["converted"].values())
        assert min(left.values()) >= 0, "there are not so many cards"
        stock = left if deck is None else self._deck(left, deck)
        palace = goals.get("palace")
        two_bids = experienced or len(seats) == 2
        everybody = range(len(seats))
        state = GAME.from_dict(
            {
                "game": GAME.id,
                "version": GAME.version,
                "players": len(seats),
                "options": {"experienced": experienced},
                "generator": seed + 1,
                "decisions": 0,
                "settled": 0,
                "asked_at": 0,
                "waiting": [p for p in everybody if two_bids or p != palace],
                "secret": True,
                "round": round,
                "step": "bid",
                "deck": stock,
                "row": row.split(),
                "discards": {kind: left[kind] - stock.get(kind, 0) for kind in left},
                "goals": {goal: goals.get(goal) for goal in GOALS},
                "dragon": dragon,
                "bonus": None,
                "ranking": [],
                "resolved": 0,
                "drawn": [],
                "placing": None,
                "seats": list(seats),
            }
        )
        assert isinstance(state, MiddleKingdom)
        state.events = []
        self.state = state
        self.log: list[tuple[str, dict[str, Any]]] = []
        self._watch = watch(state)
        self._watch(state)

    @staticmethod
    def _deck(left: dict[str, int], deck: int | dict[str, int]) -> dict[str, int]:
        """Named cards, or so many of any that are left."""
        if isinstance(deck, dict):
            return deck
        kinds = [kind for kind, count in left.items() for _ in range(count)]
        return {kind: kinds[:deck].count(kind) for kind in left}

    def play(self, *lines: str) -> "Table":
        """Decide, each line a seat and a notation: `0 bid 7`."""
        for line in lines:
            player, _, notation = line.partition(" ")
            self.state.play(int(player), GAME.space.parse(notation))
            self._watch(self.state)
            self.log += [(event.kind, event.args) for event in self.state.events or []]
        return self

    def claim_all(self) -> "Table":
        """Play this round to its end with the first option of each decision."""
        round = self.state.round
        while self.state.round == round and not self.state.over():
            player = self.state.actors()[0]
            self.play(f"{player} {self.options(player)[0]}")
        return self

    def options(self, player: int) -> list[str]:
        return [GAME.space.text(action) for action in self.state.legal(player)]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The values of all events of a kind so far."""
        return [args for found, args in self.log if found == kind]

    def claimers(self) -> list[int]:
        """Who claimed a card with a bid, in order."""
        return [args["player"] for args in self.told("claim")]

    def ranking(self) -> list[tuple[int, float]]:
        """The bids in claiming order, as seat and value."""
        return [(bid["player"], bid["value"]) for bid in self.view()["ranking"]]

    def view(self, player: int | None = None) -> dict[str, Any]:
        return self.state.view(player)

    def hand(self, player: int) -> str:
        found: list[str] = self.view()["seats"][player]["hand"]
        return " ".join(found)

    def tied(self, player: int) -> str:
        slots = self.view()["seats"][player]["slots"]
        return " ".join(slot["tied"] for slot in slots if slot["tied"])

    def aside(self, player: int) -> str:
        return " ".join(sorted(self.view()["seats"][player]["aside"]))

    def strength(self, player: int, pile: str) -> int:
        return int(at(self.state.seats[player].strength, PILES.index(pile)))

    def holder(self, goal: str) -> int | None:
        found: dict[str, int | None] = {
            each["goal"]: each["holder"] for each in self.view()["goals"]
        }
        return found[goal]

    def points(self, player: int) -> dict[str, int]:
        """A player's points by source; sources of 0 points are left out."""
        rows = self.view()["scoring"]
        return {row["source"]: row["points"][player] for row in rows if row["points"][player]}
