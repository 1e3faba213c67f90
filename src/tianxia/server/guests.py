"""Guests: known by a signed cookie (people) or the same thing as a bearer token (programs)."""

import random
import unicodedata
from dataclasses import dataclass
from typing import cast

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Table, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from ..text import words
from .errors import Invalid, Missing
from .storage import GuestRow, HandOverRow, SessionRow, Storage, new_key, now

COOKIE = "tianxia"
COOKIE_AGE = 400 * 24 * 3600
LONGEST_NAME = 24
HAND_OVER_SECONDS = 15 * 60
KNOWN = (
    select(GuestRow.id, GuestRow.name)
    .join(SessionRow, SessionRow.guest == GuestRow.id)
    .where(SessionRow.id == bindparam("id"))
)
# Not by way of objects: everybody who comes passes here.
NEW_GUEST = insert(cast(Table, GuestRow.__table__))
NEW_SESSION = insert(cast(Table, SessionRow.__table__))


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

    def sign_in(self, guest: Guest) -> str:
        """A new session: the token that proves to be this guest until it is signed out."""
        with self._storage.writing() as session:
            return self._begin(session, guest)

    def welcome(self, name: str | None = None) -> tuple[Guest, str]:
        """Somebody new, signed in: `create` and `sign_in` with one wait for the disk."""
        guest = _new(name)
        with self._storage.writing() as session:
            _add(session, guest)
            return guest, self._begin(session, guest)

    def known(self, token: str | None) -> Guest | None:
        """The guest a token proves, if it is one of ours and not signed out."""
        id = self._session(token)
        if id is None:
            return None
        row = self._storage.first(KNOWN, {"id": id})
        return Guest(row.id, row.name) if row else None

    def sign_out(self, guest: Guest, token: str | None) -> None:
        """End the session of this token; without one, all of the guest's."""
        ended = delete(SessionRow).where(SessionRow.guest == guest.id)
        if token is not None:
            ended = ended.where(SessionRow.id == self._session(token))
        with self._storage.writing() as session:
            session.execute(ended)

    def create(self, name: str | None = None) -> Guest:
        """Somebody new; without a name, one of ours."""
        guest = _new(name)
        with self._storage.writing() as session:
            _add(session, guest)
        return guest

    def rename(self, guest: Guest, name: str) -> Guest:
        """Another name; the tables learn it by `Seats.rename`."""
        name = clean_name(name)
        with self._storage.writing() as session:
            session.execute(update(GuestRow).where(GuestRow.id == guest.id).values(name=name))
        return Guest(guest.id, name)

    def _begin(self, session: Session, guest: Guest) -> str:
        id = new_key()
        session.execute(NEW_SESSION, {"id": id, "guest": guest.id, "created": now()})
        return str(self._signer.dumps(id))

    def _session(self, token: str | None) -> str | None:
        """What a token of ours holds: signed, so that nobody asks the database for guesses."""
        if not token:
            return None
        try:
            id = self._signer.loads(token)
        except BadSignature:
            return None
        return id if isinstance(id, str) else None

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


def _new(name: str | None) -> Guest:
    return Guest(new_key(), clean_name(name or invented_name()))


def _add(session: Session, guest: Guest) -> None:
    session.execute(NEW_GUEST, {"id": guest.id, "name": guest.name, "created": now()})


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
