"""What people say at a table."""

from .errors import Forbidden
from .guests import Guest, clean_text
from .storage import ChatRow, now
from .tables import CHAT_SHOWN, Said, Table, Tables

LONGEST_CHAT = 500


class Talk:
    """The chat of the tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def say(self, id: str, guest: Guest, text: str) -> Table:
        """Say something at the table."""
        with self._tables.changing(id) as change:
            table = change.table
            self._tables.require_open(table, guest)
            access = table.access.get(guest.id)
            if access is not None and access.muted:
                raise Forbidden("muted")
            line = clean_text(text, LONGEST_CHAT, "message")
            moment = now()
            change.session.add(ChatRow(table=id, guest=guest.id, text=line, at=moment))
            said = Said(guest.id, table.name_of(guest.id, guest.name), line, moment)
            table.said = [*table.said, said][-CHAT_SHOWN:]
        return table
