# What is the same in every game.

explain-score = Points, as if the game ended now, and where they come from.
    .name = Points
