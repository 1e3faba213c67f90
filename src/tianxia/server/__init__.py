"""Tables, seats, storage, live updates, bots at the table, and the API over them."""

#: Where it listens unless told otherwise.
PORT = 8686
