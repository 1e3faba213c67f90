# Why one option is better than another, in every game; what differs is in the games' own files.
# $points is a signed number of points: "+4.1".

reason-first = { $deed }: { $clause } ({ $points }).
reason-next = { $clause } ({ $points }).
reason-but = But { $clause } ({ $points }).
reason-rival-up = the strongest rival is worse off with { $what }
reason-rival-down = the strongest rival is better off with { $what }
# With a single reason, or none.
reason-rest = Everything else stays about the same.
reason-none = At first nothing differs. What it is good for shows later in the game.
# When all that is counted speaks against the option that wins more often.
reason-despite = Even so, it promises more when the game is played on.
# $deed is an option in words. One of several decisions at once: "1 Energy more on space 2 (3 times)".
reason-deed-times = { $deed } ({ $times } times)

part-points = points
reason-points-up = more points can be expected
reason-points-down = fewer points can be expected

# Before the reasons for what would have been better at a decision.
analyse-why = Decision { $number } – { $wanted }
