# Why one option is better than another: what the judge's estimate consists of (`part-<name>`), and what it
# means that an option has more (`-up`) or less (`-down`) of it than the other one.

part-score = VP won
reason-score-up = more VP are won at once
reason-score-down = fewer VP are won, or some are lost

part-to-come = turns to come
reason-to-come-up = more of the game is left to score in
reason-to-come-down = less of the game is left to score in

part-copper = copper
reason-copper-up = more copper is left to spend
reason-copper-down = less copper is left to spend

part-strength = strength
reason-strength-up = the Court is stronger against Princes
reason-strength-down = the Court is weaker against Princes

part-generals = Generals of the clans
reason-generals-up = the clans are better provided with Generals
reason-generals-down = a clan is left without a General

part-princes-to-come = Princes to come
reason-princes-to-come-up = the Princes to come are less of a threat
reason-princes-to-come-down = the Princes to come are more of a threat

part-poets = clans for Poets
reason-poets-up = clans of more worth are ready for the Poets to come
reason-poets-down = clans of less worth are ready for the Poets to come

part-courtesans = Courtesans
reason-courtesans-up = Courtesans can be exchanged for better people
reason-courtesans-down = fewer Courtesans are left to exchange

part-tax-collectors = Tax Collectors
reason-tax-collectors-up = Tax Collectors will bring more
reason-tax-collectors-down = Tax Collectors will bring less

part-room = room in the Court
reason-room-up = there is more room in the Court for new people
reason-room-down = there is less room in the Court for new people

part-princes = Princes in the market
reason-princes-up = the Princes in the market are easier to beat
reason-princes-down = the Princes in the market are harder to beat

part-risk = the rightmost card
reason-risk-up = the Princes in the market take a card that is worth less
reason-risk-down = the Princes in the market take a card that is worth more

part-gaps = gaps in the market
reason-gaps-up = the market is fuller
reason-gaps-down = the market has more gaps

part-market = people in the market
reason-market-up = the market offers better people for the next turn
reason-market-down = the market offers worse people for the next turn
