# The Court of Xiang Chi: every word a player reads.

tagline = Rule three clans, gather a court, and hold the Daemon Princes at the gate. A quick game for one.

option-advanced = Court
option-advanced-false = Eight spaces (normal)
option-advanced-true = Six spaces (advanced)

## What happened

event-aside = { $card } is met too early and set aside.
event-dealt = The market opens with { $cards }.
event-leave = { $player } leaves { $card } in the market and opens the Court with { $cards }.
event-return = Back into the deck: { $cards }.
event-turn = Turn { $turn }.
event-draw = { $card } comes to the market.
event-prince = { $card } (strength { $strength }) bursts into the market, { $drawn } of { $princes-strength-count }.
event-buy = { $player } buys { $card } for { $cost } copper.
event-place = { $card } takes { $space }.
event-cover = { $card } covers { $covered }.
event-exchange = { $player } sends away { $gone } and calls { $card } in her place, free.
event-discard = { $player } buys nobody; { $card } leaves the market.
event-income = { $player } takes { $cp } copper.
event-minister = { $card } collects { $cp } copper from the Tax Collectors.
event-poet = { $card } sings of the clan: +{ $vp } VP.
event-tax-vp = { $card } leaves the Court for { $worth } VP.
event-tax-cp = { $card } goes to the Princes' court for { $worth } copper (and −{ $worth } VP).
event-uncovered = { $card } is in the Court again.
event-fight = { $player } beats { $card } with strength { $strength }{ $paid ->
    [0] {""}
   *[other] {" "}and { $paid } copper
}: +{ $vp } VP.
event-taken = The Princes carry off { $card }: −{ $vp } VP.
event-four = Four Princes fill the market. The game is over.
event-nine = All nine Princes have come. The game is over.
event-end = { $player } scores { $score }: { $title }.

## What may be chosen

action-leave = Leave the card in { $place } in the market
action-buy = Buy the card in { $place }
action-exchange = Exchange the Courtesan on { $space } for the card in { $place }
action-skip = Buy nobody: the rightmost card goes, copper comes
action-done = Go on
action-place = Put it on { $space }
action-tax-vp = Dismiss the card on { $space } for its VP
action-tax-cp = Send the card on { $space } to the Princes for its VP in copper
action-tax-none = Remove nobody
action-fight = Fight the Prince in { $place }
action-no-fight = Do not fight

## What is asked

prompt-opening = Choose the card that stays in the market; the other three open your Court
    .rules = Setting up
prompt-opening-other = { $players } chooses the card that stays in the market
prompt-court = Buy a card, exchange Courtesans, or skip (your copper: { $cp })
    .rules = A turn
prompt-court-other = { $players } may buy a card or exchange Courtesans (copper: { $cp })
prompt-exchange = Exchange Courtesans, or go on
    .rules = Courtesan
prompt-exchange-other = { $players } may exchange Courtesans
prompt-placing = Choose a space for { $card }; covering a card is allowed
    .rules = The Court
prompt-placing-other = { $players } chooses a space for { $card }
prompt-taxing = { $card }: remove another card of the clan, for VP or for copper?
    .rules = Tax Collector
prompt-taxing-other = { $players } decides whom { $card } removes
prompt-general = { $card } may fight a Prince at once (strength { $strength }, copper { $cp })
    .rules = Fighting
prompt-general-other = { $players } decides whether { $card } fights (strength { $strength })
prompt-fight = Your Generals may fight one Prince (strength { $strength }, copper { $cp })
    .rules = Fighting
prompt-fight-other = { $players } decides whether the Generals fight (strength { $strength })
prompt-over = { $score ->
    [one] { $score } point: { $title }
   *[other] { $score } points: { $title }
}
    .rules = The end
prompt-over-other = { $score ->
    [one] { $score } point: { $title }
   *[other] { $score } points: { $title }
}

## Where the points come from

score-poets = Poets
score-taxes = Tax Collectors
score-princes = Princes beaten
score-copper = Copper left ({ $copper-per_point } for a point)
score-lost = The Princes' court

## Titles

title-commoner = Commoner (Shumin)
title-yeoman = Yeoman (Shi)
title-bureaucrat = Bureaucrat (Daifu)
title-minister = Minister (Qing)
title-noble = Noble (Zhuhou)
title-emperor = Emperor or Empress

## The board

market = Market
court = Court
hand = To be placed
princes-hold = The Princes' court: { $count ->
    [one] { $count } card
   *[other] { $count } cards
}, { $points } VP
strength-of = strength { $strength }
copper = Copper
points = VP
strength = Strength
deck = Deck
turn = Turn
costs = costs { $cost }
too-dear = costs { $cost }, too dear
gap = (empty)
beaten-by = in reach
beaten-for = { $cp } copper short
now = If it ended now: { $score }, { $title }
next-title = { $title } from { $points }
princes-known = Princes: { $drawn } of { $princes-strength-count } have come, { $beaten } beaten, { $market } in the market
pile-under = covers { $count }
may-exchange = may go for a { $vp }
is-new = new this turn
three-clans = all three clans, +{ $bonus }
web-part-clans = All three clans
web-part-card = The card itself
web-part-place = Its place in the market
lacks = no General of { $clans }
clan-worth = A Poet of { $clan } finds { $worth } VP, a Minister { $taxes } copper

r1 = market place 1
r2 = market place 2
r3 = market place 3
r4 = market place 4
s1 = space 1
s2 = space 2
s3 = space 3
s4 = space 4
s5 = space 5
s6 = space 6
s7 = space 7
s8 = space 8

sun = the Sun
moon = the Moon
earth = the Earth
fire = the Fire

## Cards

minister = Minister
general = General
courtesan = Courtesan
tax-collector = Tax Collector
poet = Poet
prince = Prince

minister-sun-1 = Minister of the Sun 1
minister-sun-2 = Minister of the Sun 2
minister-sun-3 = Minister of the Sun 3
minister-moon-1 = Minister of the Moon 1
minister-moon-2 = Minister of the Moon 2
minister-moon-3 = Minister of the Moon 3
minister-earth-1 = Minister of the Earth 1
minister-earth-2 = Minister of the Earth 2
minister-earth-3 = Minister of the Earth 3
general-sun-1 = General of the Sun 1
general-sun-2 = General of the Sun 2
general-sun-3 = General of the Sun 3
general-moon-1 = General of the Moon 1
general-moon-2 = General of the Moon 2
general-moon-3 = General of the Moon 3
general-earth-1 = General of the Earth 1
general-earth-2 = General of the Earth 2
general-earth-3 = General of the Earth 3
courtesan-sun-1 = Courtesan of the Sun 1
courtesan-sun-2 = Courtesan of the Sun 2
courtesan-sun-3 = Courtesan of the Sun 3
courtesan-moon-1 = Courtesan of the Moon 1
courtesan-moon-2 = Courtesan of the Moon 2
courtesan-moon-3 = Courtesan of the Moon 3
courtesan-earth-1 = Courtesan of the Earth 1
courtesan-earth-2 = Courtesan of the Earth 2
courtesan-earth-3 = Courtesan of the Earth 3
tax-collector-sun-1 = Tax Collector of the Sun 1
tax-collector-sun-2 = Tax Collector of the Sun 2
tax-collector-sun-3 = Tax Collector of the Sun 3
tax-collector-moon-1 = Tax Collector of the Moon 1
tax-collector-moon-2 = Tax Collector of the Moon 2
tax-collector-moon-3 = Tax Collector of the Moon 3
tax-collector-earth-1 = Tax Collector of the Earth 1
tax-collector-earth-2 = Tax Collector of the Earth 2
tax-collector-earth-3 = Tax Collector of the Earth 3
poet-sun-1 = Poet of the Sun 1
poet-sun-2 = Poet of the Sun 2
poet-sun-3 = Poet of the Sun 3
poet-moon-1 = Poet of the Moon 1
poet-moon-2 = Poet of the Moon 2
poet-moon-3 = Poet of the Moon 3
poet-earth-1 = Poet of the Earth 1
poet-earth-2 = Poet of the Earth 2
poet-earth-3 = Poet of the Earth 3
prince-1 = First Prince
prince-2 = Second Prince
prince-3 = Third Prince
prince-4 = Fourth Prince
prince-5 = Fifth Prince
prince-6 = Sixth Prince
prince-7 = Seventh Prince
prince-8 = Eighth Prince
prince-9 = Ninth Prince

## In the browser

web-ledger = What you have
web-if-now = if it ended now
web-final = final score
web-to-next = { $points } more for { $title }
web-deck-left = cards in the deck
web-lair = The Princes' court
web-discards = { $count ->
    [0] nobody discarded
   *[other] { $count } discarded
}
web-host = { $drawn } of { $princes-strength-count } Princes have come
web-to-come = still to come
web-market = in the market
web-beaten = beaten
web-turn = Turn { $turn }
web-setup = Before the first turn
web-phase-court = buy one card or skip; exchange Courtesans
web-phase-fight = Fight
web-phase-fight-how = the Generals may beat one Prince
web-phase-take = Princes take
web-take = { $card }, −{ $vp } VP
web-take-nobody = nobody
web-take-nobody-left = nobody is left
web-opening-hint = One stays in the market; the other three open your Court.
web-doomed = The Princes take this card at the end of the turn

web-pass-skip = Buy nobody
web-pass-done = Go on
web-pass-tax-none = Remove nobody
web-pass-no-fight = Do not fight
web-leaves = { $card } leaves
web-to-fight = to the fight

web-gain-cp = { $amount } copper
web-gain-vp = { $amount } VP
web-gain-minus = { $amount } VP at the end
web-gain-strength = { $amount } strength
web-about-minister = When placed: copper for every Tax Collector in the Court
web-about-general = When placed: may fight a Prince at once; later all Generals fight together
web-about-courtesan = From the next turn on: exchange her, free, for someone of equal worth
web-about-tax-collector = When placed: may remove one of his clan, for VP or copper; a copper at every skip
web-about-poet = When placed: the worth of the whole clan in the Court as VP
web-about-prince = Blocks the market until your Generals beat it
web-power-courtesan = Later exchanged, free, for someone of equal worth
web-power-tax-collector = May remove one of his clan, for VP or copper
web-power-general = May fight a Prince at once
web-power-minister = As much copper afterwards as before
web-power-poet = Sings of the clan

web-buy = Buy { $card } for { $cost } copper
web-leave = Leave { $card } in the market
web-stays = Stays next to the deck, for { $cost } copper
web-fight = Fight { $card }, strength { $strength }
web-exchange = Exchange { $gone } for { $card }, free
web-exchange-short = For { $gone }
web-free = free
web-pay = pay
web-short = { $missing } short
web-no-general = no General
web-put = Put it on { $space }
web-cover = Cover { $card }
web-cover-short = Covers { $card }
web-under = Covered: { $cards }
web-tax-vp = Dismiss { $card } for { $worth } VP
web-tax-vp-short = Dismiss for VP
web-tax-cp = Send { $card } to the Princes for { $worth } copper, −{ $worth } VP at the end
web-tax-cp-short = To the Princes for copper; counts against you
web-poet-finds = Poet
web-minister-finds = Minister
web-clan-sun = Sun
web-clan-moon = Moon
web-clan-earth = Earth
web-in-deck = Still in the deck: { $count ->
    [one] { $count } card
   *[other] { $count } cards
}

# What is counted to see how even the game is.
balance-princes = Princes
balance-tax-vp = for points
balance-tax-cp = for copper
balance-price = price
balance-end = at the end
balance-turns = turns
stage-early = turns 1-10
stage-late = later turns
