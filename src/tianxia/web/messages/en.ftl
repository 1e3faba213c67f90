# The words of the pages.

site = Tianxia
skip = Skip to the table
nav = You and your settings
theme = Light or dark
yes = Yes
no = No
you = you
home-title = All under heaven
home-lead = Five board games of ancient China. Play against bots tonight, or send your friends a link.
home-link = To the games
games = Games
players = { $few ->
    [one] { $many ->
        [one] 1 player
       *[other] 1–{ $many } players
    }
   *[other] { $few }–{ $many } players
}
minutes = about { $minutes } minutes
play-now = Play now
play-now-what = Play { $game } now{ $many ->
    [one] {""}
   *[other] , against bots
}
level-in = How strong the bots are in { $game }
level-novice = against novices
level-adept = against adepts
level-master = against masters
level-sage = against sages
invite = Invite friends
invite-what = Invite friends to { $game }
rules = Rules
rules-what = Rules of { $game }
rules-of = Rules of { $game }
rules-parts = Parts of the rules
rules-part = Rules: { $part }
legend = The pictures
no-rules = The rules of this game are not written down here yet.
my-games = Your games
your-turn = Your turn
turn-of = Waiting for { $players }
waiting-for-players = Waiting for players
public-tables = Open tables
public-none = Nobody is waiting for players just now. Make a table and open it to all.
open-seats = { $number ->
    [one] 1 open seat
   *[other] { $number } open seats
}
nobody-yet = nobody yet
watch-title = Games to watch
watch-none = No public game is going on.
finished-games = Finished games
finished-none = Games you finish stay here, with their replays.
upload-title = Watch a record
upload-label = A record file
upload = Watch it

your-name = Your name
rename = Take this name
hand-over-why = To go on with your games on another device, open a link there. It works once, within 15 minutes.
hand-over-make = Make a link
hand-over-title = Go on here as { $name }
hand-over-lead = Your seats and games will be on this device too.
hand-over-replace = This device is known as { $name } now. It will no longer be.
hand-over-take = Be { $name } here
message-title = A closed gate
failed = That did not work. Please try again.

new-title = { $game }: a new table
seats = Seats
seat-number = Seat { $number }
seat-me = You
seat-open = Open, for a friend
seat-none = No seat
bot-novice = Bot, novice
bot-adept = Bot, adept
bot-master = Bot, master
bot-sage = Bot, sage
options = Options
who-may-come = Who may come
private = Only people with the link
public = Everybody: the table is listed on the front page
make-table = Make the table

room-sit = Take a seat, or wait and watch.
room-wait = Waiting for the others. The game begins when all seats are taken.
level = Level of the bots
start-with-bots = Begin now, with bots on the open seats
invite-title = Invite friends
invite-why = Send them this link. Whoever has it may take an open seat.
copy-invite = Copy the invitation link
open-seat = Open seat
sit = Sit here
sit-at = Sit at seat { $number }
level-at = Level of a bot on seat { $number }
give-bot = Give it to a bot
give-bot-at = Give seat { $number } to a bot
make-open = Make it open
make-open-at = Make seat { $number } open

board = Board
hand = Your hand
players-title = Players
beside = Beside the board
log = Log
chat = Chat
more = More
chat-label = Say something
log-none = Nothing has happened yet.
chat-none = Nobody has said anything yet.
send = Send
typed = Type a move
typed-example = as in the log's notation
decide = Decide
setting-sound = Sounds
setting-speed = What the others do is shown
speed-slow = slowly
speed-normal = at a normal pace
speed-fast = fast
speed-none = not at all, only told
sounds = Sounds on or off
since = What happened
since-all = All { $lines } lines
since-what = What happened since your last decision
since-title = Since your last decision
since-show = Show it on the board
since-none = Nothing has happened since your last decision.
staging = What the others do
staging-reveal = All choices are in …
skip-staging = Skip
setting-notify = A notification when it is your turn
setting-confirm = Confirm every move
copy-watch = Copy the link for spectators
copied = Copied
look-back = Look back at earlier moves
leave = Leave the table
leave-sure = A bot will play for you until you take your seat back. Leave?
resign = Give the game up
resign-sure = A bot will play your seat to the end, and you cannot come back to it. Give up?
host-tools = Your table
mute = Silence
unmute = Let speak
remove = Send away
remove-sure = { $names } cannot come back to this table. A bot takes the seat. Send away?
delete = Delete this table
delete-sure = The table and its game will be gone for good. Delete?
sign-out = Sign out here
sign-out-why = Your games stay yours on devices where you are still signed in. If this is the only one, make a link first.
sign-out-everywhere = Sign out everywhere
sign-out-everywhere-sure = You will be a stranger on all devices, this one too, and your games will go on without you. Sign out everywhere?
sign-out-sure = You will be a stranger on this device. Sign out?
keys-show = Shortcuts of the keyboard
keys-title = Shortcuts
close = Close
key-arrows = ← ↑ ↓ →
key-arrows-does = Go to the next option in that direction
key-look = Shift + ← ↑ ↓ →
key-look-does = Go to the next thing of all, and read what it is
key-enter = Enter
key-enter-does = Choose; once more, confirm
key-confirm = C
key-confirm-does = Confirm what is chosen
key-space = Space
key-space-does = Choose or take back one part of a move
key-escape = Esc
key-escape-does = Clear what is half made
key-undo = U
key-undo-does = Take back the last decision
key-typed = T
key-typed-does = Type a move
key-rules = R
key-rules-does = The rules of what is asked
key-since = W
key-since-does = What happened since your last decision
key-mute = S
key-mute-does = Sounds on or off
key-help = ?
key-help-does = This list
key-step = ← →
key-step-does = One step back, one step on
key-round = PgUp PgDn
key-round-does = To the round before, to the next round
key-play = Space
key-play-does = Play by itself, or stop
key-ends = Home End
key-ends-does = To the beginning, to the end
bot-plays = A bot plays for you.
take-back-seat = Take your seat back
bot-stands-in = a bot stands in
here = is here
not-here = is not here
watching = Watching: { $names }
decides = decides now
score = Points
clear = Clear
confirm = Confirm
undo = Undo
rewind-what = Take your last decision back, and what the bots did since
rewind-to = Take back to here: { $line }
turn-title = ● Your turn · { $game }
turn-note = It is your turn.
connection-lost = The connection is lost. Trying again …
to-move = Look back to move { $move }

final-scoring = Final scoring
source = Source
total = Total
place = Place
won = won
rematch = Play again
to-rematch = To the next game
replay = Replay
download = Download the record
move = Move
step-back = One move back
step-on = One move on
round-back = To the round before
round-on = To the next round
replay-play = Play by itself
replay-speed = How fast
eyes = Through whose eyes
eyes-all = As a spectator
eyes-of = As { $name }
copy-move = Copy a link to this move
copy-move-short = Copy link
download-short = Record

daily = Daily court
daily-title = The daily court: { $game }
daily-why = One deck a day, the same for everyone. Once a day you may try it.
daily-mine = To your court of this day
daily-play = Play today's court
daily-days = Courts of other days
daily-before = The court of the day before
daily-after = The court of the day after
daily-results = Results
daily-none = Nobody has finished this one yet.
daily-seed = The day is over: its court began with seed { $seed }.
daily-key = Its cards were drawn with key { $key }: practise it in the terminal with both.
daily-look = Once you have finished yours you may watch how the others played.
daily-go = To today's court
daily-finished = { $number ->
    [0] nobody has finished it yet
    [one] finished once today
   *[other] finished { $number } times today
}

## Lessons

learn = Learn it
learn-what = Learn { $game } by playing it
learn-new = New to it? Learn it by playing, a few minutes a lesson
learn-title = Learn { $game }
learn-lead = Each lesson takes two to four minutes. You decide on the real board, and hear why.
learn-play = Play now
lesson-steps = { $steps } steps
lesson-steps-extra = Extra, not needed for your first game · { $steps } steps
lesson-state-done = Done
lesson-state-begun = Go on where you stopped
lesson-progress = How far you are in this lesson
lesson-on = Go on
lesson-next = Next lesson
lesson-extras = Extra lessons
lesson-play = Play a game
lesson-back = Back
lesson-ask-hint = A hint
lesson-again = Start over
lesson-again-sure = Begin this lesson anew? What you have done in it is forgotten.
key-back = U
key-back-does = One step back

## What decided the game

review = What decided it?
review-short = Analysis
review-of = { $game }: what decided it
review-title = What decided the game?
review-lead = Every decision was weighed against what else could have been done, from what its player could know; and what luck did was told apart from it.
review-lead-alone = Every decision was weighed against what else could have been done, from what you could know; and what luck did was told apart from it.
review-back = To the table
review-whole = The whole game
review-begin = Analyse this game
review-begin-why = This game has { $moves } decisions. Looking at all of them takes a minute or two; you can watch it come in, or leave and come back.
review-going = Looking at every decision: { $done } of { $total }
review-uncalibrated = The chances of this game are a guess: they were not yet compared with how many games ended.
curve-chances = The chance to win
curve-chances-what = A line for each player. Where it rises, things went their way. The numbers are the moments that changed most; click one to see it on the board.
curve-points-expected = The points to expect
curve-points-expected-what = What the game was going to come to, as far as one could tell at each moment. The numbers are the moments that changed most; click one to see it on the board.
curve-scores = Points on the table
curve-scores-what = What each player had scored by then, as if the game had ended there.
curve-table = The same in numbers
curve-points = ({ $points } points)
turnings = Turning points
turnings-what = The moments that changed most.
turning-number = Turning point { $number }
turning-did = { $names }: { $done }
turning-revealed = Secret choices were revealed
turning-change = { $names }: { $before } → { $after }
turning-change-alone = { $before } → { $after } points
turning-luck = mostly luck
turning-decision = mostly the decision
played = How everybody played
played-alone = How you played
curve-rounds = Round
played-nothing = Nothing looked at yet.
strength-sage = Like a sage
strength-master = Like a master
strength-adept = Like an adept
strength-student = Like a student
strength-novice = Like a novice
strength-stranger = Like a stranger to the game
strength-unmeasured = No name for that yet
rate = { $rate } points of lead lost in an average decision, { $share } % of what random choices would have lost
rate-alone = { $rate } points lost in an average decision, { $share } % of what random choices would have lost
sign-good = ✓
sign-inaccuracy = ?!
sign-mistake = ?
sign-blunder = ??
count-inaccuracy = { $number ->
    [one] 1 inaccuracy
   *[other] { $number } inaccuracies
}
count-mistake = { $number ->
    [one] 1 mistake
   *[other] { $number } mistakes
}
count-blunder = { $number ->
    [one] 1 blunder
   *[other] { $number } blunders
}
name-good = Good
name-inaccuracy = An inaccuracy
name-mistake = A mistake
name-blunder = A blunder
hinted = { $number ->
    [one] one decision was helped with
   *[other] { $number } decisions were helped with
}
luck = Luck
luck-chance = { $chance } % of a victory
luck-points = { $points } points
adjusted = Without luck
adjusted-chance = { $chance } % of a victory instead of { $result } %
adjusted-points = { $points } points instead of { $result }
how = How to read this
how-decisions = For every decision, what the player could not know was dealt anew many times, and each promising option was played on in the same deals. What was played is compared with the best; a difference that might be chance counts as none.
how-names = The number beside a decision is what it probably gave away; its name goes by what it gave away for sure. From 2 % of the chance to win it is an inaccuracy, from 5 % a mistake, from 10 % a blunder if bots who play on to the end cannot make it good.
how-names-alone = The number beside a decision is what it probably gave away; its name goes by what it gave away for sure. From one point it is an inaccuracy, from 2.5 a mistake, from 5 a blunder if bots who play on to the end cannot make it good.
how-luck = Luck is what draws, deals and reveals changed against their average. Without it, the result is what the player's own decisions, and the others', were worth: 100 % is a victory, 0 % is none.
how-luck-alone = Luck is what draws and deals changed against their average. Without it, the result is what your decisions were worth.
how-strength = The error is what a player's decisions lost, as a share of what choices at random would have lost in the same positions: 0 % is faultless, 100 % is no better than drawing lots. The name is that of the bots that err about as much in this game.
costliest = The costliest decisions
costliest-what = Click one to see the position, and what would have been better there.
costliest-better = Better: { $better }
costliest-none = Nothing that mattered.
loss-chance = −{ $chance } %
loss-points = −{ $points }
decision-at = { $names }, after { $move ->
    [0] the deal
    [one] one decision
   *[other] { $move } decisions
}:
decisions-of = Costly decisions of { $names }
decision-before = The costly decision before
decision-after = The next costly decision
verdict-lost = { $names } chose: { $played }. Better was: { $better },
verdict-good = { $names } chose: { $played }. Nothing was clearly better.
options-weighed = What could have been done, the best first
rank = Rank
option = What could be done
win = Win
was-played = was played
what-if = What if …
what-if-why = Play on from here as you like. The game that was played stays as it is.
what-if-why-alone = Play on from here as you like, with the same cards to come. The game that was played stays as it is.
what-if-seat = Whose seat to take
what-if-as = as { $names }
what-if-go = Play on from here
origin = What if: this game goes on from another, after { $move } decisions

hint = Hint
hint-what = Show the best options; the record will say that you asked
hint-title = What one could do
hint-noted = The record notes that you asked.
why = Why?
why-what = What was the last move of a bot for?
why-title = What was that for?
coach-title = The coach
coach-insist = Play it all the same
coach-again = Think again
advice-best = Against the next best:
advice-behind = The best has
advice-thinking = Thinking …
setting-coach = A coach who speaks up before a blunder
agree-on = Everybody has agreed: hints and the coach may be used here.
agree-off = Hints and the coach may be used here when everybody agrees.
agree-yes = agrees
agree-no = has not agreed
agree = I agree
agree-take-back = I no longer agree
