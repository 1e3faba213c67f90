"""Guests: known by a signed cookie (people) or the same thing as a bearer token (programs)."""

import random
import unicodedata
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import delete, update

from ..text import words
from .errors import Invalid, Missing
from .storage import GuestRow, HandOverRow, Storage, new_key, now

COOKIE = "tianxia"
COOKIE_AGE = 400 * 24 * 3600
LONGEST_NAME = 24
HAND_OVER_SECONDS = 15 * 60


@dataclass(frozen=True)
class Guest:
    """Somebody who plays here."""

    id: str
    name: str


class Guests:
    """Who is who."""

    def __init__(self, storage: Storage, secret: str = "") -> None:
        self._storage = storage
        self._signer = URLSafeSerializer(secret or storage.setting("secret"), salt="guest")

    def token(self, guest: Guest) -> str:
        """What proves to be this guest."""
        return str(self._signer.dumps(guest.id))

    def known(self, token: str | None) -> Guest | None:
        """The guest a token proves, if it is one of ours."""
        if not token:
            return None
        try:
            id = self._signer.loads(token)
        except BadSignature:
            return None
        with self._storage.session() as session:
            row = session.get(GuestRow, id) if isinstance(id, str) else None
            return Guest(row.id, row.name) if row else None

    def create(self, name: str | None = None) -> Guest:
        """Somebody new; without a name, one of ours."""
        row = GuestRow(id=new_key(), name=clean_name(name or invented_name()), created=now())
        with self._storage.writing() as session:
            session.add(row)
        return Guest(row.id, row.name)

    def rename(self, guest: Guest, name: str) -> Guest:
        """Another name; the tables learn it by `Seats.rename`."""
        name = clean_name(name)
        with self._storage.writing() as session:
            session.execute(update(GuestRow).where(GuestRow.id == guest.id).values(name=name))
        return Guest(guest.id, name)

    def hand_over(self, guest: Guest) -> str:
        """A token with which another device becomes this guest, once and soon."""
        token = new_key()
        with self._storage.writing() as session:
            session.execute(delete(HandOverRow).where(HandOverRow.until < now()))
            row = HandOverRow(token=token, guest=guest.id, until=now() + HAND_OVER_SECONDS)
            session.add(row)
        return token

    def offered(self, token: str) -> Guest:
        """Who a hand-over link would make the device; the link stays good."""
        with self._storage.session() as session:
            row = session.get(HandOverRow, token)
            guest = session.get(GuestRow, row.guest) if row and row.until > now() else None
            if guest is None:
                raise Missing("no-hand-over")
            return Guest(guest.id, guest.name)

    def take_over(self, token: str) -> Guest:
        """Use a hand-over link up."""
        guest = self.offered(token)
        with self._storage.writing() as session:
            gone = session.execute(delete(HandOverRow).where(HandOverRow.token == token))
            if gone.rowcount != 1:  # type: ignore[attr-defined]
                raise Missing("no-hand-over")
        return guest


def clean_name(name: str) -> str:
    """A name fit to be shown, or `Invalid`."""
    return clean_text(name, LONGEST_NAME, "name")


def clean_text(text: str, longest: int, what: str) -> str:
    """One line without control characters, normalised."""
    plain = unicodedata.normalize("NFC", text)
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in plain)
    plain = " ".join(plain.split())
    if not 0 < len(plain) <= longest:
        raise Invalid(f"a {what} has 1 to {longest} characters")
    return plain


def invented_name() -> str:
    """A name for somebody who gave none."""
    told = words("tianxia.server")
    first, second = (told.say(f"guest-{part}").split(", ") for part in ("first", "second"))
    return f"{random.choice(first)} {random.choice(second)}"
