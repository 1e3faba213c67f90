tagline = Ten suns burn in the sky, and every night an arrow takes one. Bid in secret for Gods, lands and glory before the light runs out.

## Options

option-first-bow = Who holds the Bow first
option-first-bow-seat0 = The first player
option-first-bow-random = Anyone, drawn at random
option-prestige-end = Prestige that ends the game
option-prestige-end-30 = 30 Prestige
option-prestige-end-31 = More than 30 Prestige
option-moon-ties = Ties on the Moon track
option-moon-ties-dense = The next position takes the next bonus
option-moon-ties-skip = Tied players use up the bonuses after theirs

## What a player may do

action-put = Put it on space { $space }
action-bid = 1 Energy more on space { $space }
# Several Energy of a whole Bid, where Bids are listed
answer-bid = { $times } on space { $space }
action-done = My Bids are set
action-use-monkey-king = Monkey King: move Energy from your Bid on space { $source } to space { $target }
action-use-erlang-shen = Erlang Shen: take Energy from the Bid on space { $space } of { $seat ->
    [P0] { seat-0 }
    [P1] { seat-1 }
    [P2] { seat-2 }
    [P3] { seat-3 }
    [P4] { seat-4 }
   *[other] { seat-5 }
}
action-use-nezha = Nezha: strengthen your highest Bid, on space { $space }
action-use-dragon-king = Dragon King: swap the card of space { $space } with the one to its right
action-use-lei-gong = Lei Gong: strike the highest Bid, on space { $space }, of { $seat ->
    [P0] { seat-0 }
    [P1] { seat-1 }
    [P2] { seat-2 }
    [P3] { seat-3 }
    [P4] { seat-4 }
   *[other] { seat-5 }
}
action-use-guanyin = Guanyin: take Energy back from your Bid on space { $space }
action-use-zhong-kui = Zhong Kui: strengthen your Bid on the Monster of space { $space }
action-use-yue-lao = Yue Lao: climb the Moon track
action-use-guan-yu = Guan Yu: win a tie on space { $space }
action-use-lu-ban = Lu Ban: draw a Palace Part
action-use-xuanwu = Xuanwu: strengthen all your Bids
action-pass = Let the Gods rest
action-build = Add it to palace { $slot }
action-discard = Discard this part: { $part }
action-complete = Complete palace { $slot }
action-keep = Complete nothing more

## Who decides what

prompt-item = You hold the Bow: put this bonus item on a space: { $item }
    .rules = 2. Bonus items
prompt-item-other = { $players } holds the Bow and places a bonus item: { $item }
prompt-bid = Spread your Energy over the spaces in secret. All you bid is spent, won or lost.
    .rules = 3. Bids
prompt-bid-other = Still bidding behind their screens: { $players }
prompt-god = Trigger a God, or let them rest
    .rules = Gods you trigger
prompt-god-other = { $players } may trigger Gods
prompt-build = Add this part to one of your palaces: { $part }
    .rules = Palaces
prompt-build-other = { $players } places a Palace Part: { $part }
prompt-discard = Your palaces have room for { $room ->
    [one] one part
   *[other] { $room } parts
} only: choose { $surplus ->
    [one] the one
   *[other] one of the { $surplus }
} to discard
    .rules = Palaces
prompt-discard-other = { $players } chooses which part to discard
prompt-complete = Complete a palace for its reward, or keep building
    .rules = Palaces
prompt-complete-other = { $players } may complete palaces
prompt-over = The suns have set. { $count ->
    [one] { $players } wins
   *[other] { $players } share the victory
}
    .rules = The end of the game

## What happened

event-round = Round { $round }: { $player } holds the Bow, { $sun ->
    [one] one sun shines
   *[other] { $sun } suns shine
}
event-surplus = { $card } comes as one Hou Yi too many and is discarded
event-row = On the Mortal Plane from left to right: { $cards }
event-sun = Hou Yi shoots down a sun: { $sun ->
    [one] one is left
   *[other] { $sun } are left
}
event-items = { $player } has bonus items to place: { $items }
event-reshuffle = The discarded Palace Parts are shuffled into a new deck
event-put = { $player } puts a bonus item on space { $space } ({ $card }): { $item }
event-solar = Everybody takes { $energy } Solar Energy
event-bids = { $player } has bid, from left to right: { $bids } ({ $energy } in all)
event-use = { $player } triggers { $god } ({ $left ->
    [0] no use left
    [one] 1 use left
   *[other] { $left } uses left
})
event-bolt = { $player } spends { $energy } Energy on { $god }
event-bid-now = { $player }'s Bid on space { $space } ({ $card }) is now { $bid }
event-swap = { $left } moves to space { $next } and { $right } to space { $space }
event-mark = { $player } will win a tie on space { $space } ({ $card })
event-no-room = { $player } has no room for a part and discards it: { $part }
event-build = { $player } adds to palace { $slot }: { $part } ({ $size ->
    [one] 1 part
   *[other] { $size } parts
} now)
event-no-bid = Nobody bid on space { $space }: { $card } stays until the end of the round
event-unbid = Nobody has bid on { $card }, on space { $space }: it leaves the Mortal Plane
event-tie = { $players } tie for space { $space } with { $bid }, on the Bagua track too: { $card } is discarded
event-tie-broken = { $players } tie for space { $space } with { $bid }: { $player } is lowest on the Bagua track
event-tie-marked = { $players } tie for space { $space } with { $bid }: the tie mark decides for { $player }
event-win = { $player } wins space { $space } with { $bid } and gains { $card } (Bagua { $bagua })
event-arrow = { $player } takes the Arrow
event-location = { $player } now holds { $different ->
    [one] one Location
   *[other] { $different } different Locations
}
event-parts = { $player } draws Palace Parts: { $items }
event-bagua-zero = { $player } goes back to 0 on the Bagua track
event-lunar = { $player } gains { $lunar } Lunar Energy
event-prestige = { $player } gains { $prestige } Prestige ({ $total } now)
event-prestige-lost = { $player } loses { $prestige } Prestige ({ $total } now)
event-prestige-none = { $player } has no Prestige to lose
event-moon = { $player } stands on { $moon } of the Moon track
event-defeated = { $card } on space { $space } is defeated: damage { $damage } against health { $health }
event-undefeated = { $card } on space { $space } stands: damage { $damage } against health { $health }
event-items-lost = The bonus items of space { $space } are discarded: { $items }
event-complete = { $player } completes palace { $slot }: { $size ->
    [one] 1 part
   *[other] { $size } parts
}, { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}
event-solar-lost = { $player } loses { $energy } Solar Energy that was not used
event-balance = The Bagua Balance: { $lunar } Lunar Energy each to the lowest on the Bagua track ({ $players }) and the lowest in Prestige ({ $others }); all go back to 0 on the Bagua track
event-bow-by-arrow = The Arrow brings { $player } the Bow
event-end-prestige = Enough Prestige has been won: the game ends
event-end-moon = The Moon has been reached: the game ends
event-end-sun = One sun is left: the game ends
event-end-deck = No Influence cards are left: the game ends
event-score = { $player } has { $total }: { $prestige } Prestige, Moon { $moon }, Gods { $gods }, Locations { $locations }

## Where points come from

prestige = Prestige
moon = Moon track
gods = God cards
locations = Different Locations

## What Gods do

effect-lunar = +{ $n } Lunar
effect-prestige = +{ $n } Prestige
effect-moon = Moon +{ $n }
effect-parts = draw { $n } Palace Parts
effect-bagua_zero = your Bagua cube to 0
effect-prestige_per_location = +{ $n } Prestige for each different Location of yours
effect-prestige_per_god = +{ $n } Prestige for each of your Gods
effect-move_own = move { $n } Energy from one of your Bids to another space
effect-remove_other = remove { $n } Energy from a Bid of another player
effect-add_highest = +{ $n } on your highest Bid
effect-swap_cards = swap the cards of two neighbouring spaces
effect-remove_other_highest = remove { $n } Energy from the highest Bid of another player
effect-take_back = take up to { $n } Energy back from one of your Bids, as Lunar
effect-add_monster = +{ $n } on your Bid on a Monster
effect-moon_if_sole = Moon +{ $n }, if you alone hold the highest Bid on some space
effect-win_ties = win a tie on one space, no Monster, where you have a Bid
effect-draw_part = draw { $n ->
    [one] a Palace Part
   *[other] { $n } Palace Parts
}
effect-add_each = +{ $n } on each of your Bids

## Cards

hou-yi = Hou Yi
hou-yi-star = Hou Yi ★

great-wall = Great Wall
xian = Xi'an
mount-tai = Mount Tai
yellow-river = Yellow River
west-lake = West Lake
guilin = Guilin
dunhuang = Dunhuang
mount-emei = Mount Emei
huangshan = Huangshan
kunlun = Mount Kunlun

queen-mother = Queen Mother of the West
jade-emperor = Jade Emperor
chang-e = Chang'e
jade-rabbit = Jade Rabbit
nuwa = Nüwa
caishen = Caishen
fuxi = Fuxi
zao-jun = Zao Jun
pangu = Pangu
fu-lu-shou = Fu Lu Shou
monkey-king = Monkey King
erlang-shen = Erlang Shen
nezha = Nezha
dragon-king = Dragon King
lei-gong = Lei Gong
guanyin = Guanyin
zhong-kui = Zhong Kui
yue-lao = Yue Lao
guan-yu = Guan Yu
lu-ban = Lu Ban
xuanwu = Xuanwu

da-feng = Dafeng
ya-yu = Yayu
zao-chi = Zaochi
tao-wu = Tao Wu
hun-dun = Hundun
feng-xi = Fengxi
qiong-qi = Qiongqi
xiu-she = Xiushe
jiu-ying = Jiuying
tao-tie = Taotie

## Bonus items

gate = Gate
hall = Hall
tower = Tower
garden = Garden
bridge = Bridge
pavilion = Pavilion
lunar = Lunar

## The board

board-round = Round { $round }
step-items = bonus items
step-bids = secret Bids
step-gods = Gods
step-resolution = resolution
step-palaces = palaces
step-over = the end
board-sun = Sun { $sun }
board-bow = Bow: { $player }
board-next-bow = next: { $player }
board-arrow = Arrow: { $player }
board-last-round = last round
board-perhaps-last = last round, unless a Hou Yi gets no Bid
ending-prestige = enough Prestige to end the game
ending-moon = the Moon is reached
ending-sun = one sun left
board-deck = Cards unseen: { $top } in the top section, { $bottom } in the bottom section; Hou Yi { $starred } ★ and { $plain }
board-palace-deck = Palace Parts: { $deck } in the deck, { $discard } discarded
board-row = The Mortal Plane
board-to-place = To place: { $items }
type-hou-yi = Hou Yi
type-location = Location
type-god = God
type-monster = Monster
board-gone = resolved
board-unbid = nobody bid; leaves at the end of the round
board-god-uses = { $uses ->
    [0] once
    [one] 1 use
   *[other] { $uses } uses
}
bolt = ⚡
board-monster = health { $health }
board-damage = damage { $damage } of { $health }
effect-hou-yi = a sun falls, Moon +{ $moon }
effect-hou-yi-star = a sun falls, Moon +{ $moon }, the Arrow
effect-location = +{ $gain } for you at the end
effect-location-owned = you have it
board-items = Items
board-no-items = no items
board-bids = Bids
board-hidden = ?
board-taker = goes to { $player }
board-nobody = goes to nobody
board-mark = tie mark: { $player }
board-players = Players
column-player = player
column-solar = Solar
column-lunar = Lunar
column-prestige = Prestige
column-moon = Moon
column-bagua = Bagua
column-gods = Gods
column-locations = Locations
column-score = score now
board-you = you
board-locations = Locations
board-next-location = next +{ $points }
board-gods = Gods
board-palace = Palace { $slot }
board-palace-worth = { $size ->
    [one] 1 part
   *[other] { $size } parts
}: { $prestige } Prestige, { $lunar } Lunar
board-palace-size = { $size ->
    [one] 1 part
   *[other] { $size } parts
}
board-face-down = used up
board-triggered = resting
board-result = Final scoring
board-limits = Ends at { $prestige } Prestige, Moon { $moon } or one sun; Balance above Bagua { $bagua }

## In the browser

web-sky = The sky
web-suns = { $sun ->
    [one] 1 Solar each round
   *[other] { $sun } Solar each round
}
web-next-bow = Bow next: { $player }
web-last-round = This is the last round
web-perhaps-last = The last round, unless a Hou Yi gets no Bid
web-ending-prestige = Last round: enough Prestige
web-ending-moon = Last round: the Moon is reached
web-ending-sun = Last round: one sun is left
web-step-items = Items
web-step-bids = Bids
web-step-gods = Gods
web-step-resolution = Winners
web-step-palaces = Palaces
web-to-place = To place
web-spread = Spread them for me
web-spread-how = all that is left, one to each space in turn; Undo takes them back one by one
web-to-discard = { $surplus ->
    [one] One part too many
   *[other] { $surplus } parts too many
}
web-discard = Discard the { $part }: your palaces have no room for all
web-put = Put { $item } on space { $space }, { $card }
web-space = Space { $space }, { $card }
web-free = { $free ->
    [one] room for 1 more
   *[other] room for { $free } more
}
web-monster = fought together: +{ $monster-most_damage } the most, +{ $monster-participant } others; −{ $monster-failed } each if it stands
web-health = health
web-location = a Location
web-location-new = your { $kinds ->
    [one] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $kinds }th
} kind
web-gain = { $gain ->
    [one] 1 point
   *[other] { $gain } points
} for you if the game ended now
web-gain-short = points for you
web-bolt = Each use costs { $round-bolt } Energy
web-less = 1 Energy less on space { $space }, { $card }
web-more = 1 Energy more on space { $space }, { $card }
web-your-bid = Your Bid on space { $space }
web-bid-before = { $bid } +
web-own-bid = Your Bid
web-their-bid = Bid of { $player } on space { $space }: { $bid }
web-nobody = nobody
web-tracks = Tracks
web-moon-bonus = Points for this place on the Moon track if the game ended now
web-balance = Above { $bagua }: the Balance gives Lunar to the lowest, and all go back to 0
web-row-empty = All spaces are resolved. Palaces may be completed now.
web-left = Cards to come: { $cards }, { $archers } of them Hou Yi
web-energy = Your Energy
web-left-over = left:
web-solar-fades = Solar goes first. What you keep of it is lost; Lunar stays.
web-palaces = Your palaces
web-palace-empty = empty
web-becomes = { $size ->
    [one] 1 part
   *[other] { $size } parts
}
web-unfinished = no reward at this size
web-reward = { $prestige } Prestige{ $lunar ->
    [0] {""}
   *[other] , { $lunar } Lunar
}
web-lands = points for { $kinds ->
    [one] 1 Location
   *[other] { $kinds } different Locations
}
web-has-bow = holds the Bow
web-has-arrow = holds the Arrow
web-then = Space { $space }:
web-then-nothing = No space changes hands
web-way-done = Bid nothing
web-way-pass = Let the Gods rest
web-way-keep = Keep building

# What is counted to see how even the game is.
balance-monsters = Monsters
balance-fights = Monsters fought
balance-defeated = defeated
balance-undefeated = not defeated
balance-palaces = Palaces completed, by parts
balance-uses = Gods triggered
balance-bow = The Bow at the start
balance-has-bow = Bow
balance-price = winning Bid
balance-end = at the end
balance-rounds = rounds
balance-suns = suns
