"""Names that can be told apart at one table."""

import unicodedata
from collections.abc import Iterable

#: Letters that look like Latin ones, and digits that look like letters.
LOOKALIKES = str.maketrans(
    "аьсԁеғɡһіјҝкӏмпорԛгѕтѵԝхуᴢαβεηικνορτυχγωϲıɩɪʟꜱᴏᴄɴʀʜᴛᴋᴍ01358|",
    "abcdefghijkklmnopqrstvwxyzabehiknoptuxywciiilsocnrhtkmolesbl",
)


def skeleton(name: str) -> str:
    """What a name looks like at a glance."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = (c for c in plain if not unicodedata.combining(c))
    seen = "".join(letters).translate(LOOKALIKES)
    seen = "".join(c for c in seen if c.isalnum()) or plain
    return seen.replace("rn", "m").replace("i", "l")


def distinct(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if somebody with a name like it is there already."""
    there = {skeleton(other) for other in taken}
    number, tried = 1, name
    while skeleton(tried) in there:
        number += 1
        tried = f"{name} ({number})"
    return tried
