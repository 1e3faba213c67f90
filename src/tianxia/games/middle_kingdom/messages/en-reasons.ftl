# Why one option is better than another: what the judge's estimate consists of (`part-<name>`), and what it
# means that an option has more (`-up`) or less (`-down`) of it than the other one.

part-heir = the Heir
reason-heir-up = having the most Warlords at the end, and so the points of the Heir, is likelier
reason-heir-down = having the most Warlords at the end, and so the points of the Heir, is less likely

part-palace = the Palace
reason-palace-up = holding the Palace at the end is likelier
reason-palace-down = holding the Palace at the end is less likely

part-market = the Market
reason-market-up = holding the Market at the end is likelier
reason-market-down = holding the Market at the end is less likely

part-dragon = the Dragon
reason-dragon-up = the Dragon is held, or nearer
reason-dragon-down = the Dragon is away, or farther off

part-nobles = Nobles
reason-nobles-up = Nobles count for more
reason-nobles-down = Nobles count for less

part-warlords = Warlords
reason-warlords-up = Warlords count for more
reason-warlords-down = Warlords count for less

part-philosopher = the Philosopher
reason-philosopher-up = the Philosopher counts for more, with the Bureaucrats he counts
reason-philosopher-down = the Philosopher counts for less, with the Bureaucrats he counts

part-farmers = Farmers
reason-farmers-up = Farmers above the fewest count for more
reason-farmers-down = Farmers above the fewest count for less

part-tokens = tokens
reason-tokens-up = tokens count for more
reason-tokens-down = tokens count for less

part-missing = types that are missing
reason-missing-up = it is likelier to have cards of all types at the end
reason-missing-down = it is likelier to lack a type at the end

part-powers = the powers of goal cards
reason-powers-up = goal cards with a power are held for longer
reason-powers-down = goal cards with a power are given up

part-hand = bid cards
reason-hand-up = better bid cards are left for the rounds to come
reason-hand-down = worse bid cards are left for the rounds to come

part-claims = claims of this round
reason-claims-up = this round's bids claim better cards
reason-claims-down = this round's bids claim worse cards
