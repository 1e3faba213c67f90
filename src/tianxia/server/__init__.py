"""Tables, seats, storage, live updates, bots at the table, and the API over them."""
