tagline = Six cards a round: unite your lands with them, or spend them at Court.

option-boards = Player boards
option-boards-a = A sides, all alike
option-boards-b-choose = B sides, chosen in reverse order
option-boards-b-auction = B sides, auctioned for points
option-draw = Drawing cards
option-draw-2 = Draw two of each colour
option-draw-3-keep-2 = Draw three of each colour, keep two
option-order = Turn order
option-order-clockwise = Clockwise from the 1st player
option-order-discs = As the discs lie on the Rewards Track
option-hire-unrest = Unrest when hiring
option-hire-unrest-flat = One step, whatever is hired
option-hire-unrest-per-worker = One step for each worker

## Colours, aspects, places

ivory = ivory
orange = orange
brown = brown
red = red
gray = gray
white = white
writing = Writing
currency = Currency
laws = Laws
upper = upper
lower = lower
place-a = square a
place-b = square b
place-o = the open area
site-T = Turquoise
site-G = Gold
site-J = Jade

## Player boards

board-a = A side
board-circle = Circle
board-square = Square
board-triangle = Triangle
board-star = Star

## Court actions

court-hire = hire
court-recruit = recruit
court-wall = wall
court-governor = governor
court-palace = palace
court-reassign = re-assign

## What cards and boards bring

bonus-marker = a marker of choice
bonus-calm-any = unrest −1 anywhere
bonus-calm-here = unrest −1 here
bonus-worker-move = a worker moves
bonus-worker-here = a worker here
bonus-official-red = a red official here
bonus-official-gray = a gray official here
bonus-official-white = a white official here
bonus-vp-ivory = 1 VP per ivory card
bonus-vp-orange = 1 VP per orange card
bonus-vp-brown = 1 VP per brown card
bonus-vp-1 = 1 VP
bonus-vp-2 = 2 VP
bonus-vp-3 = 3 VP
bonus-vp-4 = 4 VP
bonus-shift-1 = 1 re-assignment point
bonus-shift-2 = 2 re-assignment points
bonus-shift-3 = 3 re-assignment points
bonus-shift-4 = 4 re-assignment points
bonus-extra-worker = one more worker, then 1 re-assignment point
bonus-calm-worker = unrest −1 and a worker there
bonus-envoy = a governor moves

## Governor squares

square-official = an official
square-reassign = { $amounts-square_points } re-assignment points
square-vp = { $amounts-square_vp } VP

## Officials moved down before hiring

staff-none = nobody
staff-r = a red official
staff-g = a gray official
staff-w = a white official
staff-rr = two red officials
staff-rg = a red and a gray official
staff-rw = a red and a white official
staff-gg = two gray officials
staff-gw = a gray and a white official
staff-ww = two white officials

## Wall tiles

face-empty = each region without unrest
face-calm15 = peace (less all your unrest)
face-loyal = each region with officials for all its unrest
face-full = each region with three cards
face-red = each region with a red official
face-gray = each region with a gray official
face-white = each region with a white official
face-sets = each set of three colours of cards
face-pair = each region with two cards of one colour
face-ivory = each region with an ivory card
face-orange = each region with an orange card
face-brown = each region with a brown card

rods-1 = one rod
rods-2 = two rods
rods-3 = three rods

## Tasks

task-wall = walls
task-palace = palaces
task-governor = governors

## Rewards

reward-officials = { $amounts-reward_officials ->
    [2] two
   *[other] { $amounts-reward_officials }
}
reward-crew = { $amounts-reward_workers ->
    [2] two workers
   *[other] { $amounts-reward_workers } workers
}
reward-official-1 = an official for region 1
reward-official-2 = an official for region 2
reward-official-3 = an official for region 3
reward-official-4 = an official for region 4
reward-official-5 = an official for region 5
reward-red-1 = { reward-officials } red officials for region 1
reward-red-2 = { reward-officials } red officials for region 2
reward-red-3 = { reward-officials } red officials for region 3
reward-red-4 = { reward-officials } red officials for region 4
reward-red-5 = { reward-officials } red officials for region 5
reward-gray-1 = { reward-officials } gray officials for region 1
reward-gray-2 = { reward-officials } gray officials for region 2
reward-gray-3 = { reward-officials } gray officials for region 3
reward-gray-4 = { reward-officials } gray officials for region 4
reward-gray-5 = { reward-officials } gray officials for region 5
reward-white-1 = { reward-officials } white officials for region 1
reward-white-2 = { reward-officials } white officials for region 2
reward-white-3 = { reward-officials } white officials for region 3
reward-white-4 = { reward-officials } white officials for region 4
reward-white-5 = { reward-officials } white officials for region 5
reward-workers-1 = { reward-crew } for region 1
reward-workers-2 = { reward-crew } for region 2
reward-workers-3 = { reward-crew } for region 3
reward-workers-4 = { reward-crew } for region 4
reward-workers-5 = { reward-crew } for region 5
reward-governor-1-4 = a governor in region 1 or 4
reward-governor-2-5 = a governor in region 2 or 5
reward-governor-1-2-3-4-5 = a governor anywhere
reward-wall = a wall
reward-palace = a palace

## Where points come from

auction = Left after the auction
squares = Governor squares
palaces = Palaces
cards = Card abilities
board = Board abilities
shortage = Missing markers
governors = Majorities of governors
aspects = Majorities of markers
tasks = Tasks
walls = Walls

## Actions

action-card = Card { $number } ({ $deck }; { $trigger }: { $bonus })
action-unify = Unify: place it in region { $region }
action-recruit = Recruit a { $colour } official for region { $region }
action-reassign = Re-assign officials
action-hire = Hire in region { $region }
action-palace = Build a palace in region { $region }
action-wall = Build a wall at { $section } on { $slot }
action-governor = Install a governor in region { $region }
action-staff = Move { $officials } down
action-pay = Pay with region { $regions }
action-take = Take { $colour ->
        [ivory] an
        [orange] an
       *[other] a
    } { $colour } marker
action-square = Take the square: { $bonus }
action-shift-governors = Move a { $colour } governors' official from region { $from } to { $to }
action-shift-up = Move a { $colour } official up in region { $region }
action-shift-workers = Move a { $colour } workers' official from region { $from } to { $to }
action-use = Use card { $position } of region { $region }
action-use-board = Use your board
action-calm = Calm region { $region }
action-worker = Move a worker from region { $from } to { $to }
action-envoy = Send a governor from { $where } of region { $from } to region { $to }
action-accept = Accept the reward
action-pass = Pass
action-done = Done
action-bid = Bid { $vp } VP
action-board = Take the { $name } board

## Prompts

prompt-bid = { $vp ->
        [0] Open the auction with at least 1 VP.
       *[other] Bid more than { $vp } VP for the first choice of boards, or pass.
    }
    .rules = B sides
prompt-bid-other = { $players } bids for a player board.
prompt-board = Choose your player board.
    .rules = B sides
prompt-board-other = { $players } chooses a player board.
prompt-toss = Choose the { $colour } card to give back, in secret.
    .rules = Variants
prompt-toss-other = Waiting for the secret { $colour } cards of { $players }.
prompt-card = { $top ->
        [0] Choose a card: the Court pile is empty, any number fits.
       *[other] Choose a card: { $top } lies on the Court pile.
    }
    .rules = A round
prompt-card-other = { $players } chooses a card.
prompt-use = Card { $card }: unify a region with it, or lay it at Court for an action.
    .rules = Court: the six actions
prompt-use-other = { $players } chooses what card { $card } is for.
prompt-staff = Choose which officials move down before you hire in region { $region }.
    .rules = Hire
prompt-staff-other = { $players } hires in region { $region }.
prompt-shift = Move your officials: { $points ->
        [one] one point is
       *[other] { $points } points are
    } left.
    .rules = Re-assign
prompt-shift-other = { $players } re-assigns officials.
prompt-square = Choose a square for your governor in region { $region }.
    .rules = Governor
prompt-square-other = { $players } chooses a square in region { $region }.
prompt-official = Choose an official and where it goes.
    .rules = Governor
prompt-official-other = { $players } places an official.
prompt-pay = { $for ->
        [palace] Choose the region that sends the last worker for your palace.
       *[other] Choose which regions send a worker for your wall.
    }
    .rules = { $for ->
        [palace] Palace
       *[other] Wall
    }
prompt-pay-other = { $players } pays workers.
prompt-big = Choose a value-3 marker.
    .rules = Palace
prompt-big-other = { $players } chooses a value-3 marker.
prompt-ability = Your abilities wake: use them in any order, or leave the rest.
    .rules = Abilities
prompt-ability-other = { $players } uses abilities.
prompt-calm = Choose the region to calm by one step.
    .rules = Abilities
prompt-calm-other = { $players } calms a region.
prompt-marker = Choose a marker.
    .rules = Abilities
prompt-marker-other = { $players } chooses a marker.
prompt-worker = Choose a worker to move to a neighbouring region.
    .rules = Abilities
prompt-worker-other = { $players } moves a worker.
prompt-envoy = Choose a governor to send to a neighbouring region.
    .rules = B sides
prompt-envoy-other = { $players } moves a governor.
prompt-reward = { $aspect }: give up all your markers (value { $value }) for { $reward }?
    .rules = Rewards
prompt-reward-other = { $players } thinks about the reward for { $aspect }: { $reward }.
prompt-goal = Choose where to put your reward: { $reward }.
    .rules = Rewards
prompt-goal-other = { $players } takes the reward for { $aspect }.
prompt-over = The empire is one. { $count ->
        [one] { $others } wins.
       *[other] { $others } share the victory.
    }
    .rules = The end

## What happened

event-track = Rewards Track from the top: { $players }. { $player } is 1st player.
event-wall-tile = Wall { $section } scores { $face }.
event-task = Task, { $section } section: { $kind } { $tile }.
event-auction = Everybody has { $vp } VP to bid for a board: { $boards }.
event-bid = { $player } bids { $vp } VP.
event-bid-pass = { $player } passes.
event-board-bought = { $player } takes the { $board } board for { $vp } VP.
event-board-chosen = { $player } takes the { $board } board.
event-start = { $player } starts with { $red } red, { $gray } gray and { $white } white in region 1.
event-round = Round { $round }: everybody draws. { $player } begins.
event-draw = { $player } draws { $cards }.
event-toss = { $player } gives back card { $card }.
event-tossed = Everybody has given back one { $colour } card.
event-card = { $player } plays card { $card } ({ $deck }).
event-unify = { $player } unifies region { $region }: { $markers } { $colour } { $markers ->
        [one] marker
       *[other] markers
    }, unrest { $level }.
event-shortage = { $player } scores { $vp } VP for missing { $colour } markers.
event-court = { $below ->
        [0] { $player } opens the Court pile with { $card }.
       *[other] { $player } lays { $card } on { $below } at Court.
    }
event-recruit = { $player } places a { $colour } official in region { $region }.
event-reassign = { $player } re-assigns officials.
event-shift-governors = { $player } moves a { $colour } official from the governors of region { $from } to those of { $to }.
event-shift-up = { $player } moves a { $colour } official of region { $from } up to the governors.
event-shift-workers = { $player } moves a { $colour } official from the workers of region { $from } to those of { $to } ({ $points } { $points ->
        [one] point
       *[other] points
    }).
event-points-left = { $player } leaves { $points ->
        [one] one re-assignment point
       *[other] { $points } re-assignment points
    } unused.
event-governor = { $player } installs a governor in region { $region }.
event-square = { $player }'s governor takes the square of region { $region }: { $square }.
event-no-official = { $player } places no official.
event-calmed = Region { $region } of { $player } comes to rest.
event-staff = { $player } moves { $officials } down in region { $region }.
event-hire = { $player } hires { $workers ->
        [one] one worker
       *[other] { $workers } workers
    } in region { $region }; unrest { $level }.
event-palace = { $player } builds a palace in region { $region }.
event-pay = { $player } sends workers from region { $regions }.
event-big = { $player } takes the { $colour } value-3 marker.
event-palace-vp = { $player } scores { $vp } VP for the palace.
event-wall = { $player } builds a wall at { $section } on { $rods ->
        [one] one rod
       *[other] { $rods } rods
    }.
event-card-vp = Card { $card } brings { $player } { $vp } VP.
event-card-worker = Card { $card } brings { $player } a worker in region { $region }.
event-use-card = { $player } uses card { $card }.
event-use-board = { $player } uses the { $board } board.
event-leave = { $player } leaves the other abilities unused.
event-no-marker = No marker is left: { $player } scores { $vp } VP.
event-calm = { $player } calms region { $region } to unrest { $level }.
event-board-worker = { $player } gets a worker in region { $region }.
event-marker = { $player } takes { $colour ->
        [ivory] an
        [orange] an
       *[other] a
    } { $colour } marker.
event-worker = { $player } moves a worker from region { $from } to { $to }.
event-envoy = { $player } sends the governor from { $place } of region { $from } to the open area of region { $to }.
event-claim = { $player } accomplishes a task of the { $section } section ({ $kind } { $tile }): a disc on { $vp } VP.
event-nobody = { $aspect }: nobody has markers. The reward stays: { $reward }.
event-reward-unable = { $aspect }: { $player } cannot take the reward ({ $reward }) and passes.
event-reward-pass = { $aspect }: { $player } passes and keeps the markers.
event-reward-accept = { $aspect }: { $player } gives up { $colour } markers of value { $value } for { $reward }.
event-reward-workers = { $player } places { $workers ->
        [one] one worker
       *[other] { $workers } workers
    } in region { $region }.
event-final = { $player }: governors { $governors }, markers { $aspects }, tasks { $tasks }, walls { $walls }; { $vp } VP in all.

## The board as text

phase-boards = player boards
phase-draw = drawing cards
phase-play = playing cards
phase-rewards = unification rewards
phase-over = the end
sign-hire = H
sign-recruit = R
sign-wall = W
sign-governor = G
sign-palace = P
short-marker = marker
short-calm-any = calm any
short-calm-here = calm here
short-worker-move = move w.
short-worker-here = worker
short-official-red = red
short-official-gray = gray
short-official-white = white
short-vp-ivory = VP/ivory
short-vp-orange = VP/oran.
short-vp-brown = VP/brown
short-vp-1 = 1 VP
short-vp-2 = 2 VP
short-vp-3 = 3 VP
short-vp-4 = 4 VP
short-shift-1 = 1 point
short-shift-2 = 2 points
short-shift-3 = 3 points
short-shift-4 = 4 points
short-square-official = offi.
short-square-reassign = move{ $amounts-square_points }
short-square-vp = { $amounts-square_vp } VP
tile-empty = no unrest
tile-calm15 = peace
tile-loyal = loyal regions
tile-full = full regions
tile-red = red officials
tile-gray = gray officials
tile-white = white officials
tile-sets = colour sets
tile-pair = colour pairs
tile-ivory = ivory cards
tile-orange = orange cards
tile-brown = brown cards
board-round = Round { $round } of 5, { $phase }
board-order = Turns:
board-court = Court pile
board-court-empty = empty: any number fits
board-signs = higher wakes H hire, W wall, P palace; lower wakes R recruit, G governor
board-supply = Supply
board-ones = markers
board-threes = of value 3
board-track = Track:
board-taken = taken by { $player }
board-region = Region { $region }
board-squares = Squares
board-governors = Governors
board-palaces = Palaces (free)
board-yours = yours
board-missing = lack { $count }
board-vp = { $vp } VP
board-hand = hand
board-markers = markers
board-left = left: officials { $red } red { $gray } gray { $white } white, governors { $governors }, palaces { $palaces }, walls { $walls }
board-unrest = Unrest
board-blocked = blocked
board-no-palace = no palace
board-no-palace-at = no palace: { $level }
board-boards = B boards
board-boards-how = unrest: slots in regions 1 to 5 (and which of them has the no-palace symbol)
board-start = starts with
board-start-officials = { $red } red, { $gray } gray, { $white } white
board-governors-area = Governors area
board-workers-area = Workers area
board-cards = Cards
board-your-hand = Your hand
board-played = Card played
board-total = Total

## The board in the browser

web-letter-red = R
web-letter-gray = G
web-letter-white = W
web-none = none
web-any = any
web-way = wakes if { $way ->
        [up] higher
       *[other] lower
    }
web-fits = { $way ->
        [higher] higher than { $top }: cards with hire, wall or palace wake
       *[other] lower than { $top }: cards with recruit or governor wake
    }
web-uses = What a card is for
web-under-board = Under your board
web-at-court = At Court
intent-unify = Unify
intent-hire = Hire
intent-wall = Wall
intent-palace = Palace
intent-recruit = Recruit
intent-governor = Governor
intent-reassign = Re-assign
intent-about-unify = Markers now, its ability later
intent-about-hire = Officials fetch workers; unrest +1
intent-about-wall = Pay workers; scores at the end
intent-about-palace = Pay workers; VP for your cards
intent-about-recruit = An official into any region
intent-about-governor = Trade three officials for one
intent-about-reassign = Move officials, { $reassign } steps
closed-unify-no-room = Every region is full, or would rise too far
closed-recruit-no-supply = No official is left in your supply
closed-reassign-nobody-there = No official to move
closed-hire-nobody-there = No official to hire with
closed-hire-too-much-unrest = Unrest is too high where officials are
closed-palace-no-pieces = All your palaces are built
closed-palace-no-workers = Needs { $palace_workers } workers here, 1 elsewhere
closed-palace-no-plot = No room, or too much unrest there
closed-wall-no-pieces = All your walls are built
closed-wall-no-workers = Needs a worker
closed-wall-no-slot = No slot you could pay is free
closed-governor-no-pieces = All your governors are sent
closed-governor-no-three-colours = Needs red, gray and white in a region
web-wakes = wakes { $count ->
        [one] card
       *[other] cards
    } { $cards }
web-gain = { $vp } VP
web-level = unrest { $level } of { $track }
web-blocks = blocks the region
web-last = last step: blocks the region
web-calm = unrest down to { $level }
web-unification = Unification
web-round = Round { $round } of 5
web-round-short = Round { $round }
web-track = Rewards Track, from the top
web-ones = { $count ->
        [one] 1 { $colour } marker
       *[other] { $count } { $colour } markers
    } left
web-three = the { $colour } value-3 marker
web-unable = cannot take this reward now
web-aspect-end = { $vp } VP for the most at the end
web-nobody = nobody yet
web-reward = Reward: { $reward }
web-wall = { $workers ->
        [0] Free
        [one] Costs one worker
       *[other] Costs { $workers } workers from different regions
    }, worth { $vp } VP now
web-worth = worth to you now
web-install = unrest to 0, majority { $vp } VP
web-palace = { $vp } VP for your cards and a value-3 marker; costs { $workers } workers here, 1 elsewhere
web-completes = accomplishes a task ({ $vp } VP)
web-plots = room for { $free } more
web-send = Send the governor of region { $region }
web-to-region = To region { $region }
web-to-g = To the governors of region { $region }
web-to-w = To the workers of region { $region }
web-move = Move a { $colour } official from the { $place ->
        [g] governors
       *[other] workers
    } of region { $region }
web-worker-from = A worker from region { $region }
web-workers = { $count ->
        [one] one worker
       *[other] { $count } workers
    }
web-use = Use card { $card }: { $bonus }
web-unify = { $markers ->
        [one] one { $colour } marker
       *[other] { $markers } { $colour } markers
    }{ $vp ->
        [0] {""}
       *[other] , { $vp } VP
    }
web-lands = Your lands
web-lands-of = Lands of { $player }
web-supply = Supply
web-left-governor = { $count ->
        [one] 1 governor
       *[other] { $count } governors
    } left
web-left-palace = { $count ->
        [one] 1 palace
       *[other] { $count } palaces
    } left
web-left-wall = { $count ->
        [one] 1 wall
       *[other] { $count } walls
    } left
web-left-disc = { $count ->
        [one] 1 disc for tasks
       *[other] { $count } discs for tasks
    } left
web-staff = Send down:
web-area-governors = governors
web-area-workers = workers
web-on-hire = On hiring
web-on-recruit = On recruiting
web-on-wall = On a wall
web-on-governor = On a governor
web-on-palace = On a palace
web-next-use = Where?
web-next-shift = Where to?
web-next-worker = Where to?
web-next-envoy = Where to?
web-next-pay = Who else?
web-nobody-moves = nobody
web-hires = hires { $count }
web-tasks = { $section ->
        [upper] Upper tasks
       *[other] Lower tasks
    }
web-next-disc = VP for the next
web-tasks-now = { $sum } × { $discs } =
web-board = { $board } board
web-bid-now = The bid is { $vp } VP.
web-empire = The empire
web-wall-name = The Great Wall
web-known = All rewards, and the points so far
web-all-rewards = Rewards
web-if-ended = If the game ended now
web-value = { $aspect }: value { $value } ({ $ones } of 1, { $threes } of 3)
web-hand = hand: { $ivory } ivory, { $orange } orange, { $brown } brown

# What is counted to see how even the game is.
balance-cards = Cards
balance-abilities = Abilities of cards
balance-wall-tiles = Wall tiles
balance-track = Places on the Rewards Track at the start
balance-boards = Boards
balance-rewards = Rewards
bonus-vp-colour = 1 VP per card of its colour
stage-early = rounds 1-2
stage-late = rounds 3-5
