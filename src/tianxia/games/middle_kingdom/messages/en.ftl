tagline = Bid in secret, tie on purpose, and outlive the Emperor.

option-experienced = Two bids each, for three experienced players
option-experienced-false = One bid each, two cards a round
option-experienced-true = Two bids each, five cards a round

## Cards

farmer = Farmer
merchant = Merchant
bureaucrat = Bureaucrat
philosopher = Philosopher
warlord = Warlord
noble-2 = Noble (2)
noble-3 = Noble (3)
noble-4 = Noble (4)
dragon = Celestial Dragon
R = Reset
A = A
B = B

## Piles, goal cards, and where points come from

merchants = Merchants
bureaucrats = Bureaucrats
farmers = Farmers
nobles = Nobles
warlords = Warlords
market = Market
palace = Palace
harvest = Harvest
heir = Heir
emperor = Emperor
tokens = Tokens
missing = Missing types

## Actions

action-bid = Bid { $card }
action-bid-second = Bid { $card } in slot B
action-bid-pair = Bid { $first } in slot A and { $second } in slot B
action-harvest =
    { $card ->
        [no] Keep the Reset
       *[other] Replace the Reset by { $card }
    }
action-emperor = Add the half to bid { $slot }
action-swap = Swap the Dragon for the { $kind }
action-claim = Claim the { $kind }
action-heir = Let the Heir claim the { $kind }
action-place = Put the Merchant with your { $pile }

## Prompts

prompt-bid =
    { $tied ->
        [none] Choose a bid card in secret.
       *[other] Choose a bid card in secret. It goes on your tied { $tied }.
    }
    .rules = Bidding
prompt-bid-other = Waiting for the secret bids of { $players }.
prompt-pair =
    { $second ->
        [none] { $tied ->
            [none] Choose two bid cards in secret, for two separate bids.
           *[other] Choose two bid cards in secret: one for slot A, on your tied { $tied }, one for slot B.
        }
       *[other] Choose two bid cards in secret: one on your tied { $tied } in slot A, one on your tied { $second } in slot B.
    }
    .rules = Two bids each
prompt-pair-other = Waiting for the secret bids of { $players }.
prompt-first =
    { $second ->
        [none] { $tied ->
            [none] Choose your first bid card in secret. The Palace lets you play the second after the reveal.
           *[other] Choose your first bid card in secret, on your tied { $tied } in slot A or alone in slot B. The Palace lets you play the second after the reveal.
        }
       *[other] Choose your first bid card in secret, on your tied { $tied } in slot A or your tied { $second } in slot B. The Palace lets you play the second after the reveal.
    }
    .rules = Two bids each
prompt-first-other = Waiting for the secret bids of { $players }.
prompt-reset = You have only the Reset: play it on your tied { $tied } in slot A or your tied { $second } in slot B.
    .rules = Two bids each
prompt-reset-other = Waiting for the secret bids of { $players }.
prompt-palace = You hold the Palace: the bids are open, now play your card.
    .rules = Powers over bids
prompt-palace-other = { $players } holds the Palace and bids last.
prompt-harvest = You hold the Harvest: play another card in place of the Reset, or keep it. You take your cards back either way.
    .rules = Powers over bids
prompt-harvest-other = { $players } holds the Harvest and may replace the Reset.
prompt-emperor = You hold the Emperor: which of your bids gets the half?
    .rules = Powers over bids
prompt-emperor-other = { $players } holds the Emperor and chooses the bid that gets the half.
prompt-swap = You hold the Celestial Dragon: swap it for a card before the claims begin.
    .rules = The Celestial Dragon
prompt-swap-other = { $players } swaps the Celestial Dragon for a card.
prompt-claim = Choose a card to claim (your bid: { $value }, pick { $pick } of { $cards }).
    .rules = Picking cards
prompt-claim-other = { $players } claims a card with a bid of { $value }.
prompt-market = You hold the Market: put the Merchant with your Merchants, or in another pile, where it counts as two.
    .rules = The Market
prompt-market-other = { $players } holds the Market and chooses a pile for a Merchant.
prompt-heir = You hold the Heir: claim one of the cards left.
    .rules = The Heir
prompt-heir-other = { $players } holds the Heir and claims one of the cards left.
prompt-over = The game is over. Victory: { $players }.
    .rules = Scoring

## Events

event-row = Round { $round }: { $kinds } on offer.
event-bid = { $player } bid { $card }.
event-stack = { $player } played { $card } on a tied { $tied }: { $value }.
event-harvest = { $player } replaced the Reset by { $card } with the Harvest: { $value }.
event-harvest-no = { $player } kept the Reset.
event-emperor = { $player } got the half of the Emperor: { $value }.
event-emperor-reset = { $player } got the half of the Emperor on a Reset by itself, where it counts nothing.
event-swap = { $player } swapped the Celestial Dragon for the { $kind }.
event-claim = { $player } ({ $value }) claimed the { $kind }.
event-heir = { $player } claimed the { $kind } with the Heir.
event-token = { $player } got a token, and the Celestial Dragon went aside.
event-nothing = { $player } ({ $value }) came too late: no card was left.
event-tie = { $players } tied with { $value }: no claim, the cards stay for the next round.
event-tied-stacks = { $players } tied with equal stacks of { $value }: no claim from the row.
event-draw = { $player } drew the { $kind } for a tied stack.
event-no-draw = The deck had too few cards to draw for { $players }.
event-goal = { $player } took the { $goal }.
event-goal-shift = { $player } took the { $goal } from { $other }.
event-convert = { $player } put the Merchant with the { $pile }, where it counts as two.
event-discard = Nobody took { $kinds }.
event-reset = { $player } took back all bid cards set aside.
event-dragon = The Celestial Dragon came to { $player }.
event-dragon-nobody = { $players } were equally far behind: the Celestial Dragon stayed aside.
event-final-heir = The Emperor is dead. { $player } had the most Warlords and got the Heir.
event-final-heir-nobody = The Emperor is dead. Nobody alone had the most Warlords: the Heir is lost.
event-score = { $player } ends with { $points ->
        [one] 1 point
       *[other] { $points } points
    } (goal cards { $goals }, cards { $cards }, Farmers { $farmers }, tokens { $tokens }, missing types { $missing }).

## The board in a terminal

board-round = Round { $round }, { $left ->
        [0] the last one
        [one] 1 more to come
       *[other] up to { $left } more to come
    } ({ $deck ->
        [one] 1 card
       *[other] { $deck } cards
    } in the deck)
board-row = On offer
board-points = Points now
board-hand = Hand
board-bids = Bids
board-tokens = Tokens
board-chosen = chosen
board-philosopher = Phil.
board-tied = tied
web-part-tied = Tied card
web-part-card = Card on it
web-part-converted = { $count ->
        [one] Merchant, counting two
       *[other] Merchants, counting two each
    }
board-order = Order of bids:
board-deck = Left in the deck:
board-choice = You have chosen: { $choice }
board-dragon-held = { $player } has the Celestial Dragon.
board-dragon-row = The Celestial Dragon lies in the row.
board-dragon-aside = The Celestial Dragon is aside.
board-dragon-next = If the round ended now: to { $player } ({ $reason }).
board-dragon-nobody = Several are equally far behind, so nobody would get it.
board-dragon-too-few-goals = It wakes once { $powers-dragon-goals } goal cards are held.
board-heir = At the end the Heir's { $goals-heir } points go to whoever alone has the most Warlords: now { $player }.
board-heir-nobody = At the end the Heir's { $goals-heir } points go to whoever alone has the most Warlords: now nobody.

## Why the Dragon would go to a player, and why a card cannot be swapped

fewest-goals = fewest goal cards
fewest-cards = fewest goal cards, then fewest Dynasty cards
least-recent = had it least recently of those furthest behind
largest-type = you have the most of this type
no-philosopher = the Dragon cannot fetch the Philosopher

## The board in the browser

web-deck = { $deck ->
    [one] 1 card left
   *[other] { $deck } cards left
}
web-rounds = { $left ->
    [0] last round
    [one] 1 more round
   *[other] { $left } more rounds
}
web-left = What is left in the deck
web-missing = { $points }: { $kinds ->
    [one] 1 type
   *[other] { $kinds } types
} still missing
web-discards = Discarded
web-goals = Goals
web-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
web-bid-chosen = Bid chosen, face down
web-bid-none = No bid yet
web-bid-one = for A or B
web-chosen = { $first ->
    [none] You have chosen: { $second } for slot B.
   *[other] { $second ->
        [none] You have chosen: { $first } for slot A.
        [only] You have chosen: { $first }.
       *[other] You have chosen: { $first } for slot A, { $second } for slot B.
    }
}
web-bids-in-order = Bids in the order of claiming
web-gain = { $points } for you
web-takes = takes the { $goal }
web-value = counts { $value }
web-no-value = takes back your cards, claims nothing
web-ties = { $players } could tie
web-no-ties = nobody can tie
web-ends = place { $place } in order
web-ends-tied = tied
web-slot = Slot { $slot }
web-pile = { $pile }: strength { $strength }
web-aside = set aside
web-played = played
web-pick = Card { $card }
web-power-market = Merchants may strengthen other piles
web-power-palace = bids after the reveal
web-power-harvest = may replace the Reset
web-power-heir = takes a card left over
web-power-dragon = is swapped for a card of the row
web-power-emperor = half a point more on a bid
web-tokens = { $tokens ->
    [one] 1 token
   *[other] { $tokens } tokens
}

# What is counted to see how even the game is.
balance-drawn = Cards drawn for a token
balance-goals = Goal cards
balance-conversions = Cards put on another pile
balance-comforts = The Dragon and tokens
balance-dragon = Celestial Dragon
balance-token = token
balance-end = at the end
balance-rounds = rounds
