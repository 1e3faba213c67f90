tagline = Twelve months, ten disasters, and you know exactly when each of them will come.

# Options

option-start-seat = Who picks starting people first
option-start-seat-0 = Seat 1
option-start-seat-1 = Seat 2
option-start-seat-2 = Seat 3
option-start-seat-3 = Seat 4
option-start-seat-4 = Seat 5
option-large-privilege-cost = Price of the large privilege
option-large-privilege-cost-7 = 7 yuan (edition of 2017)
option-large-privilege-cost-6 = 6 yuan (edition of 2007)
option-great-wall = The Great Wall of China
option-great-wall-false = Without
option-great-wall-true = Everyone builds at the wall
option-last-wall = The last scoring of the wall
option-last-wall-after-scoring = After the scoring of month 12
option-last-wall-before-scoring = Before the scoring of month 12
option-super-event = The Super Events
option-super-event-off = Without
option-super-event-random = One drawn at random
option-super-event-lanternfest = Lanternfest: 2 points for each person
option-super-event-buddha = Buddha: monks score
option-super-event-earthquake = Earthquake: two floors fall
option-super-event-flood = Flood: half of money and goods, rounded down, is lost
option-super-event-solar-eclipse = Solar eclipse: the event strikes twice
option-super-event-volcanic-eruption = Volcanic eruption: all markers go back to 0
option-super-event-tornado = Tornado: two person cards are lost
option-super-event-sunrise = Sunrise: a young person for everyone
option-super-event-assassination = Assassination attempt: all privileges are lost
option-super-event-charter = Charter: one type of person pays off

# Persons

court-lady = court lady
craftsman = craftsman
farmer = farmer
farmer-young = young farmer
farmer-old = old farmer
healer = healer
healer-young = young healer
healer-old = old healer
monk = monk
monk-young = young monk
monk-old = old monk
pyrotechnist = pyrotechnist
pyrotechnist-young = young pyrotechnist
pyrotechnist-old = old pyrotechnist
scholar = scholar
scholar-young = young scholar
scholar-old = old scholar
tax-collector = tax collector
warrior = warrior
warrior-young = young warrior
warrior-old = old warrior
wild = wild

# Action cards

taxes = Taxes
build = Build
harvest = Harvest
fireworks = Fireworks
parade = Military Parade
research = Research
privilege = Privilege
wall = Great Wall

# Events

peace = Peace
tribute = Imperial Tribute
drought = Drought
festival = Dragon Festival
mongols = Mongol Invasion
contagion = Contagion

# Super events

lanternfest = Lanternfest
buddha = Buddha
earthquake = Earthquake
flood = Flood
solar-eclipse = Solar Eclipse
volcanic-eruption = Volcanic Eruption
tornado = Tornado
sunrise = Sunrise
assassination = Assassination Attempt
charter = Charter

# Privileges, goods and wall tiles

small = small privilege
large = large privilege
yuan = yuan
rice = rice
firework = firework
floor = floor
track = track
vp = points
tile-rice = { $wall_tile-rice-gives } rice
tile-firework = { $wall_tile-firework-gives ->
    [one] 1 firework
   *[other] { $wall_tile-firework-gives } fireworks
}
tile-floor = { $wall_tile-floor-gives ->
    [one] 1 floor
   *[other] { $wall_tile-floor-gives } floors
}
tile-palace-floor = { $wall_tile-floor-gives ->
    [one] 1 palace floor
   *[other] { $wall_tile-floor-gives } palace floors
}
tile-yuan = { $wall_tile-yuan-gives } yuan
tile-track = { $wall_tile-track-gives } spaces
tile-vp = { $wall_tile-vp-gives } points

# Where points come from ("research" is above)

from-mongols = Mongol invasions
from-festival = Dragon festivals
palaces = Palaces
court-ladies = Court ladies
privileges = Privileges
wall-tile = Wall tile
wall-scoring = Wall scorings
super-event = Super event
persons = People
monks = Monks
money = Money and goods

# What a player may do

action-start = Begin with { $first } and { $second }
action-place = Place in palace { $palace }
action-action = { $card }
action-pass = Pass and fill up to 3 yuan
action-privilege = Buy a { $size }
action-wall = Build the wall tile for { $tile ->
    [rice] { tile-rice }
    [firework] { tile-firework }
    [floor] { tile-palace-floor }
    [yuan] { tile-yuan }
    [track] { tile-track } on the person track
   *[points] { tile-vp }
}
action-build = { $palace ->
    [new] Begin a new palace
   *[other] Add a floor to palace { $palace }
}
action-card = Play the { $card } card
action-take = Take the { $kind }
action-release = Release person { $spot } of palace { $palace }
action-decline = Let the new person go
action-floor = Lose a floor of palace { $palace }
action-flood = Lose 1 { $good }
action-discard = Discard the { $card } card
action-sunrise = Select the { $type }
action-charter = Use your charter for: { $type }

# What is asked

prompt-start = Choose your first two people
    .rules = Getting started
prompt-start-other = { $players } chooses the first two people
prompt-place = Choose a palace for the { $kind }
    .rules = Phase 2: person
prompt-place-other = { $players } finds a palace for the { $kind }
prompt-action = Choose an action
    .rules = Phase 1: action
prompt-action-other = { $players } chooses an action
prompt-privilege = Choose a privilege
    .rules = Phase 1: action
prompt-privilege-other = { $players } chooses a privilege
prompt-wall = Choose a wall tile
    .rules = The Great Wall of China
prompt-wall-other = { $players } chooses a wall tile
prompt-build = { $due ->
    [one] Build your floor
   *[other] Build your floors ({ $due } left)
}
    .rules = Phase 1: action
prompt-build-other = { $players } builds
prompt-card = Play a person card
    .rules = Phase 2: person
prompt-card-other = { $players } plays a person card
prompt-take = { $card ->
    [wild] Take any person
   *[other] Take a { $card }: young or old
}
    .rules = Phase 2: person
prompt-take-other = { $players } takes a person
prompt-replace = All palaces are full: release somebody for the { $kind }, or let the new one go
    .rules = Phase 2: person
prompt-replace-other = { $players } decides whether to keep the { $kind }
prompt-release = { $reason }: release { $due ->
    [one] one person
   *[other] { $due } people
}
    .rules = Phase 3: event
prompt-release-other = { $reason }: { $players } must release { $due ->
    [one] one person
   *[other] { $due } people
}
prompt-floor = Earthquake: choose a palace that loses a floor ({ $due } left)
    .rules = The Super Events
prompt-floor-other = Earthquake: { $players } loses a floor
prompt-flood = Flood: choose what to lose ({ $due } left)
    .rules = The Super Events
prompt-flood-other = Flood: { $players } chooses what to lose
prompt-discard = Tornado: discard a person card ({ $due } left)
    .rules = The Super Events
prompt-discard-other = Tornado: { $players } discards person cards
prompt-sunrise = Sunrise: select a young person nobody else has selected
    .rules = The Super Events
prompt-sunrise-other = Sunrise: { $players } selects a young person
prompt-charter = Charter: choose one type of your people
    .rules = The Super Events
prompt-charter-other = Charter: { $players } chooses a type of person
prompt-over = The year is over. { $count ->
    [one] { $players } has won
   *[other] { $players } share the victory
}
    .rules = The end
prompt-over-other = The year is over. { $count ->
    [one] { $players } has won
   *[other] { $players } share the victory
}

# What happened

event-setup = The year ahead: { $row }.
event-super-drawn = Month 7 brings a super event: { $super }.
event-start = { $player } begins with { $first } and { $second }.
event-month = Month { $month }: { $event }. Order: { $players }.
event-groups = { $groups ->
    [2] Actions: { $a } | { $b }.
    [3] Actions: { $a } | { $b } | { $c }.
    [4] Actions: { $a } | { $b } | { $c } | { $d }.
   *[5] Actions: { $a } | { $b } | { $c } | { $d } | { $e }.
}
event-action = { $player } chooses { $card }{ $fee ->
    [0] .
   *[other] { " " }and pays { $fee } yuan for the occupied group.
}
event-pass = { $player } passes { $yuan ->
    [0] and takes nothing.
   *[other] and takes { $yuan } yuan.
}
event-gain-taxes = { $player } gets { $amount } yuan.
event-gain-harvest = { $player } gets { $amount } rice.
event-gain-fireworks = { $player } gets { $amount ->
    [one] 1 firework.
   *[other] { $amount } fireworks.
}
event-gain-research = { $player } gets { $amount ->
    [one] 1 point.
   *[other] { $amount } points.
}
event-advance = { $player } advances { $spaces } to space { $space } (place { $place }).
event-found = { $player } begins palace { $palace }.
event-build = { $player } raises palace { $palace } to { $floors ->
    [one] 1 floor.
   *[other] { $floors } floors.
}
event-privilege = { $player } buys a { $privilege } for { $yuan } yuan.
event-card = { $player } plays the { $card } card.
event-used-up = No { $type } is left for { $player }.
event-place = The { $kind } moves into palace { $palace } of { $player }.
event-decline = { $player } lets the { $kind } go.
event-release = { $player } releases the { $kind } from palace { $palace }.
event-event = { $event }.
event-tribute = { $player } pays { $yuan } yuan{ $short ->
    [0] .
    [one] { " " }and must release one person.
   *[other] { " " }and must release { $short } people.
}
event-drought = { $player } hands out { $rice } rice{ $short ->
    [0] .
    [one] ; one palace goes hungry.
   *[other] ; { $short } palaces go hungry.
}
event-festival = { $player } gets { $points ->
    [one] 1 point
   *[other] { $points } points
} and burns { $fireworks ->
    [one] 1 firework.
   *[other] { $fireworks } fireworks.
}
event-mongols = { $player } has { $points ->
    [0] no helmets.
    [one] 1 helmet: 1 point.
   *[other] { $points } helmets: { $points } points.
}
event-fewest-helmets = The fewest helmets: { $players }. One person must be released.
event-contagion = { $player } has { $mortars ->
    [0] no mortars
    [one] 1 mortar
   *[other] { $mortars } mortars
} and { $persons ->
    [0] loses nobody.
    [one] must release one person.
   *[other] must release { $persons } people.
}
event-decay = Nobody lives in palace { $palace } of { $player }: { $floors ->
    [0] it disappears.
    [one] 1 floor is left.
   *[other] { $floors } floors are left.
}
event-floor = Palace { $palace } of { $player } loses a floor: { $floors ->
    [0] it disappears.
    [one] 1 floor is left.
   *[other] { $floors } floors are left.
}
event-score-month = { $player } gets { $points ->
    [one] 1 point
   *[other] { $points } points
} (palaces { $palaces }, court ladies { $ladies }, privileges { $privileges }).
event-score-end = { $player } ends with { $points ->
    [one] 1 point
   *[other] { $points } points
} (people { $persons }, monks { $monks }, money and goods { $money }).
event-winner = { $player } has won.
event-wall = { $player } builds tile { $length } of the Great Wall and gets { $tile ->
    [rice] { tile-rice }.
    [firework] { tile-firework }.
    [floor] { tile-palace-floor }.
    [yuan] { tile-yuan }.
    [track] { tile-track } on the person track.
   *[points] { tile-vp }.
}
event-wall-holds = The Great Wall has { $length } of { $needed } needed tiles: it holds.
event-wall-points = { $player } gets { $points ->
    [one] 1 point
   *[other] { $points } points
} for the wall.
event-wall-gap = The Great Wall has only { $length } of { $needed } needed tiles.
event-fewest-tiles = The fewest wall tiles: { $players }. One person must be released.
event-super = Super event: { $super }.
event-super-points = { $player } gets { $points ->
    [one] 1 point.
   *[other] { $points } points.
}
event-flood = { $player } must give up { $amount } of money and goods.
event-flooded = { $player } loses 1 { $good }.
event-discard = { $player } discards the { $card } card.
event-sunrise = { $player } selects the { $type }.
event-charter = { $player } uses the charter for: { $type }.

# Words on the board

board-month = Month { $month } of 12
board-start = Before the first month
board-peace = Peace
board-tribute = Tribute
board-drought = Drought
board-festival = Festiv.
board-mongols = Mongols
board-contagion = Contag.
board-super = Super event in month 7: { $super }
board-wall = Great Wall: { $length } of 12
board-actions = Actions
board-occupied = occupied, 3 yuan
board-order = Order
board-display = Display
board-young = young
board-old = old
board-left = { $left } left, track { $track }, { $symbols ->
    [one] 1 symbol
   *[other] { $symbols } symbols
}
board-score = { $points ->
    [one] 1 point
   *[other] { $points } points
}
board-next = +{ $points } this month
board-goods = { $yuan } yuan, { $rice } rice, { $fireworks ->
    [one] 1 firework
   *[other] { $fireworks } fireworks
}
board-privileges = privileges { $small } small, { $large } large
board-hand = cards:
board-unused = wall tiles:
board-ahead = as things stand:
board-forecast = { $event }{ $points ->
    [0] { "" }
   *[other] { " " }+{ $points }
}{ $releases ->
    [0] { "" }
   *[other] { " " }−{ $releases } { $releases ->
        [one] person
       *[other] people
    }
}
board-free = free
board-ruin = no palaces
board-scoring = Final scoring

## In the browser

web-year = The year
web-track = Person track
web-province = Your province
web-event-peace = Peace: nothing happens.
web-event-tribute = Imperial Tribute: pay { $event-tribute-numbers-1 } yuan; for each yuan you lack, one person leaves.
web-event-drought = Drought: each inhabited palace eats { $event-drought-numbers-1 } rice; without rice, one person leaves it.
web-event-festival = Dragon Festival: the most fireworks get { $event-festival-numbers-1 } points, the second most { $event-festival-numbers-2 }; half of them, rounded up, burn.
web-event-mongols = Mongol Invasion: 1 point for each helmet; those with the fewest lose { $event-mongols-numbers-1 ->
    [one] one person
   *[other] { $event-mongols-numbers-1 } people
}.
web-event-contagion = Contagion: { $event-contagion-numbers-1 } people leave, one fewer for each mortar.
web-super = After month 7:
web-wall-holds = long enough for month { $month }
web-wall-short = too short for month { $month }; one person leaves:
web-forecast = As things stand:
web-persons-lost = { $persons ->
    [one] one person leaves
   *[other] { $persons } people leave
}
web-paid = { $good ->
    [yuan] you pay { $amount } yuan
   *[rice] you hand out { $amount } rice
}
web-safe = nothing happens to you
web-change-yuan = { $amount } yuan
web-change-rice = { $amount } rice
web-change-fireworks = fireworks { $amount }
web-change-score = points { $amount } now
web-change-month = { $amount } a month
web-change-final = { $amount } at the end
web-change-track = to space { $space }, place { $place } in the order
web-change-total = { $ahead ->
    [0] you would end with { $total }
   *[other] { $total } at the end, before what this month's event takes or brings
}
web-no-change = No points by itself
web-floors = { $floors ->
    [one] one floor to build
   *[other] { $floors } floors to build
}
web-prices = { $privileges-small-dragons ->
    [one] 1 point
   *[other] { $privileges-small-dragons } points
} a month for { $privileges-small-price } yuan, { $privileges-large-dragons } points a month for { $large }
web-wall-tiles = { $tiles ->
    [one] your last tile
   *[other] one of your { $tiles } tiles
}
web-privilege-worth = { $points ->
    [one] 1 point
   *[other] { $points } points
} in { $months ->
    [one] the last month
   *[other] { $months } months
}
web-why-fee = This group is occupied, and you do not have 3 yuan
web-why-privilege = Not enough yuan for a privilege
web-why-wall = No tile can be added to the wall
web-pass = Pass
web-to-three = up to 3
web-palace = Palace { $palace }, { $floors ->
    [one] 1 floor
   *[other] { $floors } floors
}:
web-release = Release the { $kind } from palace { $palace }
web-decays = decays
web-new-palace = New palace
web-new-empty = Disappears this month unless somebody moves in
web-decline = Let go
web-good-yuan = yuan
web-good-rice = rice
web-good-firework = fireworks
web-this-month = This month
web-a-month = a month
web-at-end = end
web-my-stones = Your wall tiles
web-dragon-home = The dragon has not been placed
web-play-and-take = Play the { $card } card and take the { $kind }
web-start-with = Begin with the { $type }
web-selected = Somebody has selected this type already
web-advance = { $spaces ->
    [one] 1 space on the track
   *[other] { $spaces } spaces on the track
}
web-with-wild = with a wild card
web-start-hint = Choose two different people. A pair that is taken cannot be chosen again.
web-pair-taken = Taken:
web-legend-steps = spaces on the track
web-legend-left = tiles left
web-about-court-lady = { $person-court-lady-symbols ->
    [one] 1 point
   *[other] { $person-court-lady-symbols } points
} in every month.
web-about-craftsman = One more floor whenever you build.
web-about-farmer = More rice in each harvest.
web-about-healer = Keeps people safe in a contagion.
web-about-monk = At the end points for the floors of the palace.
web-about-pyrotechnist = More fireworks at a time.
web-about-scholar = More points in research.
web-about-tax-collector = { $person-tax-collector-symbols } more yuan in taxes.
web-about-warrior = Faster parades, and points in a Mongol invasion.
web-wild = Any person of the display
web-left-single = { $left ->
    [0] none left: it brings nobody
   *[other] { $left } left
}
web-left-both = { $young } young, { $old } old left
web-played = Played
web-tidings = What is coming
web-narrow-pyrotechnist = pyro{ "\u00AD" }technist
web-narrow-contagion = Con{ "\u00AD" }tagion
web-narrow-mongols = Mongol Inva{ "\u00AD" }sion

# What is counted to see how even the game is.
balance-months = Events by month
balance-pairs = Starting pairs
balance-cards = Person cards
