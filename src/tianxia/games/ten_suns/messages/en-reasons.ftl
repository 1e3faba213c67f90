# Why one option is better than another: what the judge's estimate consists of (`part-<name>`), and what it
# means that an option has more (`-up`) or less (`-down`) of it than the other one.

part-prestige = Prestige
reason-prestige-up = more Prestige is made at once
reason-prestige-down = less Prestige is made at once

part-to-come = the rounds to come
reason-to-come-up = the game lasts longer, with more Prestige to be made
reason-to-come-down = the game ends sooner, with less Prestige to be made

part-moon = the Moon track
reason-moon-up = the Moon track will pay more
reason-moon-down = the Moon track will pay less

part-locations = Locations
reason-locations-up = different Locations will pay more
reason-locations-down = different Locations will pay less

part-gods = Gods
reason-gods-up = Gods are worth more, with their powers
reason-gods-down = Gods are worth less, with their powers

part-palaces = palaces
reason-palaces-up = the palaces under construction promise more
reason-palaces-down = the palaces under construction promise less

part-lunar = Lunar Energy
reason-lunar-up = more Lunar Energy is left for the Bids to come
reason-lunar-down = less Lunar Energy is left for the Bids to come

part-bagua = the Bagua track
reason-bagua-up = the place on the Bagua track is better
reason-bagua-down = the place on the Bagua track is worse

part-monsters = Monsters
reason-monsters-up = more Prestige comes from fighting Monsters
reason-monsters-down = less Prestige comes from fighting Monsters

part-items = bonus items
reason-items-up = better bonus items are won
reason-items-down = worse bonus items are won, or none

part-rivals = what rivals win this round
reason-rivals-up = rivals win less this round
reason-rivals-down = rivals win more this round
