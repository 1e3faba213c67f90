"""Players made of code; they know no game, and see a state only as their seat may."""
