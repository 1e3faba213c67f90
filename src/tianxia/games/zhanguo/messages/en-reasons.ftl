# Why one option is better than another: what the judge's estimate consists of (`part-<name>`), and what it
# means that an option has more (`-up`) or less (`-down`) of it than the other one.

part-score = points scored
reason-score-up = more points are scored at once
reason-score-down = fewer points are scored at once

part-to-come = the turns to come
reason-to-come-up = more turns are left to score in
reason-to-come-down = fewer turns are left to score in

part-bid = the bid
reason-bid-up = the first choice of a board is worth what it costs
reason-bid-down = the first choice of a board costs too much

part-moves = re-assigning officials
reason-moves-up = officials can be moved where three colours are wanted
reason-moves-down = officials can no longer be moved where they are wanted

part-governors = governors
reason-governors-up = the majorities of governors promise more
reason-governors-down = the majorities of governors promise less

part-tasks = tasks
reason-tasks-up = tasks are nearer, or pay more
reason-tasks-down = tasks are farther off, or pay less

part-walls = the Great Wall
reason-walls-up = the walls will pay more
reason-walls-down = the walls will pay less

part-markers = markers
reason-markers-up = markers count for more
reason-markers-down = markers count for less

part-reward = the rewards of this round
reason-reward-up = leading an aspect will earn a reward
reason-reward-down = a reward of this round goes to somebody else

part-workers = workers
reason-workers-up = more workers stand ready, or in more regions
reason-workers-down = fewer workers stand ready, or in fewer regions

part-officials = officials
reason-officials-up = the officials are worth more where they stand
reason-officials-down = the officials are worth less where they stand

part-unrest = unrest
reason-unrest-up = there is less unrest
reason-unrest-down = there is more unrest

part-cards = cards under the board
reason-cards-up = the abilities under the board will bring more
reason-cards-down = the abilities under the board will bring less

part-hand = cards in hand
reason-hand-up = the cards in hand fit the abilities better
reason-hand-down = the cards in hand fit the abilities less well
