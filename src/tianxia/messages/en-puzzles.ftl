# Puzzles: positions with one clearly best decision.

cli-puzzle = a position with one clearly best decision: find it
puzzle-daily = only the puzzle of the day, the same for everyone
puzzle-number = the puzzle of that number; the easiest is 1
puzzle-none = { $game } has no puzzle { $name }; there are { $count }, from 1
puzzle-no-game = there are no puzzles for this version of { $game }
puzzle-title = Puzzle { $number }
puzzle-of-the-day = Puzzle of the day
puzzle-column-today = today
puzzle-column-count = puzzles
puzzle-column-left = not yet solved
puzzle-of = puzzle { $number } of { $count }
puzzle-level-easy = easy
puzzle-level-medium = medium
puzzle-level-hard = hard
puzzle-you = You are { $player }. One option is clearly better than all others: find it.
puzzle-you-alone = One option is clearly better than all others: find it.
# Where whole answers are listed
puzzle-which = { $question } Which of these is the best?
puzzle-found-by = How often it is found: { $levels }.
puzzle-found-level = { $level } { $share } %
puzzle-by-random = guessing
puzzle-by-novice = novice
puzzle-by-greedy = greedy
puzzle-by-adept = adept
puzzle-by-master = master
puzzle-ask = (number or notation; reveal, next, quit)
puzzle-left = { $left ->
    [one] One puzzle is left
   *[other] { $left } puzzles are left
} of { $count }.
puzzle-all-solved = You have solved all { $count } puzzles. To see one again, give its number: --number 3

puzzle-right = Right!
puzzle-wrong = Not the best.
puzzle-revealed = The answer:
# $points: in the end; $win: in percent
puzzle-promise = { $option }: about { $points } { $points ->
    [one] point
   *[other] points
} in the end, winning about { $win } of 100 games.
puzzle-promise-alone = { $option }: about { $points } { $points ->
    [one] point
   *[other] points
} in the end.
# The best, beside the next best
puzzle-next = The next best ({ $option }) brings { $points } { $points ->
    [one] point
   *[other] points
} less and wins { $win } fewer of 100 games.
puzzle-next-level = The next best ({ $option }) brings you as many points, but your opponents more: it wins { $win } fewer of 100 games.
puzzle-next-others = The next best ({ $option }) brings you { $points } { $points ->
    [one] point
   *[other] points
} more, but your opponents gain more from it: it wins { $win } fewer of 100 games.
puzzle-next-alone = The next best ({ $option }) brings { $points } { $points ->
    [one] point
   *[other] points
} less.
# Another one, beside the best, which is not named
puzzle-behind = That is { $points } { $points ->
    [one] point
   *[other] points
} less than the best option, and { $win } fewer of 100 games won.
puzzle-behind-level = The best option brings you no more points, but your opponents fewer: it wins { $win } more of 100 games.
puzzle-behind-others = The best option brings you { $points } { $points ->
    [one] point
   *[other] points
} less, but it costs your opponents more: it wins { $win } more of 100 games.
puzzle-behind-alone = That is { $points } { $points ->
    [one] point
   *[other] points
} less than the best option.
puzzle-follows = What follows at once:

# In the browser
puzzle-next-one = Next puzzle
puzzle-next-unsolved = The next you have not solved
puzzle-reveal = Show the answer
puzzle-all = All puzzles
puzzle-today = today's
puzzle-state-solved = Solved
puzzle-state-seen = Answer seen
puzzle-practise = Practise: a puzzle
puzzles = Puzzles
puzzles-what = Puzzles of { $game }
puzzles-title = Puzzles: { $game }
puzzles-lead = Real positions in which one option is clearly better than all others. The easiest come first.
puzzles-today = Puzzles of the day
puzzles-today-lead = One position a day for every game, the same for everyone. Find the best decision.
