list = { $start } and { $end }
list-empty = nothing

# The six seats, by their colours.
seat-0 = Cinnabar
seat-1 = Indigo
seat-2 = Ochre
seat-3 = Jade
seat-4 = Plum
seat-5 = Slate

result-title = Final scoring
result-source = Source
result-total = Total
result-place = Place
result-winners =
    { $count ->
        [one] { $winners } won.
       *[other] { $winners } share the victory.
    }

column-id = id
column-game = game
column-players = players
column-minutes = minutes
column-about = about

column-inside = decisions/s inside
column-driven = decisions/s driven
column-games = games/s
column-copies = copies/s
column-determinizations = determinizations/s
column-vectorised = vectorised steps/s
column-record = record bytes
column-live = MB of 10,000 states
bench-title = Random play, { $built }

check-over = { $title }, finished after { $decisions } decisions, scores { $scores }: sound
check-running = { $title }, running, { $decisions } decisions so far: sound

cli-about = Five board games of ancient China: play them, read their rules, watch records.
cli-compiled = compiled
cli-plain = plain Python
cli-command = command
cli-games = list the games
cli-rules = read the rules of a game
cli-play = play a game in the terminal
cli-serve = the table in the browser, for you and your friends
cli-host = the address to listen on
cli-port = the port to listen on
cli-database = where games are kept: a file, or a URL such as postgresql+psycopg://...
cli-processes = so many processes behind the address, on one PostgreSQL database; SIGHUP restarts them one by one
cli-database-keep = upgrade, back up, restore or check the database of a house
cli-backup = the backup to write or to read
cli-backup-missing = name the file of the backup
cli-no-browser = do not open the address
cli-replay = step through a record
cli-bench = measure how fast the games are
cli-seconds = how long each measurement takes
cli-json = write the figures there as well
cli-check = verify records
cli-game = the id of a game
cli-record = a record file
cli-resume = go on with a saved game
cli-resume-alone = a saved game brings its own game and options: use --resume FILE without them
cli-seat = your seat, counted from 0
cli-bots = who the others are: novice, adept (default), master, sage, or any other bot
cli-help = show what can be set, for a game with its options
cli-players = how many play (default: { $default })
cli-seed = the number that decides all chance (default: a new one)
cli-key = the key of a game of a server, with its seed: the same cards are drawn again
cli-key-wrong = a key has { $digits } digits from 0 to f
cli-daily = the practice court of a date, the same in every terminal; not a server's daily court, which nobody can know beforehand (default: today, YYYY-MM-DD)
cli-daily-seed = the practice court of a date has its own seed: leave out --seed
cli-bad-date = { $day } is no date: write YYYY-MM-DD
cli-bad-seat = no seat { $seat }: seats are 0 to { $last }
cli-bad-at = no position { $at }: the record has 0 to { $last }
cli-at = the position after so many decisions
cli-viewer = what this seat saw (default: what everybody saw)
cli-which = Which game?
cli-no-game = say which game to play: { $games }
cli-unknown = what does this mean: { $words }?
cli-unreadable = cannot read { $path }: { $why }
cli-no-text = not a text file

terminal-welcome = { $title }, seed { $seed }. You are { $name }. Answer by number or notation; "help" lists what else you can say.
terminal-help =
    A number or a notation decides (the list shows both). Besides:
      board         show the table and the options again
      log           everything that happened
      explain WORD  what something is: a card, a piece, a word of the board
      rules         the rules of the game
      undo          take back your last decision, if nothing was revealed since
      save [FILE]   keep the game in a file; "tianxia play --resume FILE" goes on with it
      quit          leave
terminal-explain-none = Nothing here is called "{ $wanted }". What can be explained: { $subjects }.
terminal-explain-rules = More in the rules: { $heading }.
terminal-number = choose a number from 1 to { $most }
terminal-no-undo = Nothing to take back: others have decided, or something was revealed since.
terminal-undone = Taken back.
terminal-saved = Saved to { $path }.
terminal-save-first = Save the game first? [Y]es, [n]o, [c]ancel:
terminal-bye = Goodbye.

replay-position = decision { $number } of { $total }
replay-ask = Enter: next, b: back, a number: go there, q: quit

cli-arena = let bots play against each other
arena-bots = the bots, with commas; "3*greedy" for three of a kind. There are: { $bots }
arena-games = games at each table (rounded up so that every bot sits in every seat equally often)
arena-players = players at a table (default: all bots at one table); with more bots every selection meets
arena-seed = the first seed; the others follow
arena-option = an option of the game
arena-out = where games and report are kept; a run that was interrupted goes on there
arena-on = play on this machine or on a Ray cluster
arena-jobs = games at the same time (default: one a core)
arena-plot = draw the ladder, too
arena-kept = Games and report: { $folder }
arena-ladder = Ladder
arena-tables = Tables
arena-column-bot = bot
arena-column-against = against
arena-column-games = games
arena-column-wins = wins
arena-column-score = score
arena-column-place = place
arena-column-rating = rating
arena-column-time = a decision
arena-column-longest = longest
arena-column-titles = titles

cli-league = rate all levels of the bots, on one page
league-games-of = the ids of games (default: all)
league-bots = who meets whom (default: all levels, and the classic ones)
league-players = players at a table (default: 1, 2 and 4 where the game takes them)
league-page = the page that is written (default: league.md in the folder of the games)
league-exploits = folders of trainings against a bot (train --against), told on the page; without a game nothing is played
league-written = The league: { $page }
league-title = The league of the bots
league-how = All bots meet all others, in every seat and in the same deals. Ratings are as in chess (Bradley and Terry): 400 points more are ten victories to one, and { $anchor }, which never changes, has { $at }. With more than two players everybody is compared with everybody at the table. Alone it is the points by which a bot ends better than { $anchor } in the same deals. In brackets: where the truth lies with 95 %; for ratings by drawing the deals anew.
league-players-of = { $players ->
    [one] Alone.
   *[other] { $players } players.
}
league-changed = has changed since
league-exploited = How far they can be exploited
league-exploited-how = A learner that begins with the game's own judge, has the bot's search, and is trained against nothing but that bot. How often it beats it, in deals that it has not seen:
league-column-bot = bot
league-column-rating = rating
league-column-points = points more
league-column-games = games
league-column-wins = wins
league-column-score = score
league-column-time = a decision
league-column-longest = longest
league-column-game = game
league-column-players = players
league-column-trained = games of training
league-column-par = a fair share

cli-train = let bots learn a game from playing it
train-players = for so many players, one or several (default: all the game takes)
train-rounds = rounds of playing, fitting and matches; a higher number goes on with an earlier training
train-games = games played to learn from, in each round
train-matches = games of a match that decides whether a round learned something
train-units = units of the two layers of the network
train-searching = the share of seats, while games are played to learn from, that search instead of looking one move ahead
train-prove = bots that play with the best judge against the same with the game's own; who surely wins will use it
train-proofs = games of each of these contests
train-against = train only to beat this bot, which plays as it is: how far can it be exploited?
train-start = the judge to begin with: own, learned (that of the package) or a file with weights
train-seed = the same seed trains the same
train-out = where games, judges and curves are kept; a training that was interrupted goes on there
train-plot = draw the curve, too
train-play = Round { $round }: playing
train-fit = Round { $round }: fitting
train-curve = { $game }, { $players } players
train-column-round = round
train-column-games = games
train-column-choices = choices
train-column-error = error between options
train-column-best = against the best before
train-column-own = against the own judge
train-column-before = the best before won
train-column-against = won
train-column-kept = result
train-better = kept
train-not-better = not better
train-proof = { $bot } with what was learned against { $others } × { $bot } without: { $share } of { $games } games won; { $time } ms a decision, { $before } ms without
train-proof-alone = { $bot } with what was learned ends { $share } points better than without, in the same { $games } deals; { $time } ms a decision, { $before } ms without
train-proof-against = Trained against it, a judge in the hands of { $bot } wins { $share } of { $games } games against { $others } × { $bot } as it is
train-kept = Judges and curves: { $folder }

cli-balance = measure how even a game is
balance-bots = who plays all seats: { $bots }
balance-games = how many games are played
balance-players = players at a table (default: as many as the game is usually played with)
balance-all = show every row (default: of each kind those that stand out most)
balance-plot = draw what chance deals, too
balance-counting = counting
balance-seat = Seats
balance-all-stages = all
balance-dealt = what it changes for those who are dealt it, against the others of the same game
balance-table = what it changes for all at the table, against games without it
balance-chosen = those who took it against those who could have (they chose, so this need not be its effect)
balance-left-out = ({ $count } more in the files)
balance-options = Decisions: how often each option is taken where it is offered
balance-legend =
    Points and percentage points of winning, seats of the same game compared at the same stage. The intervals
    of all things of a kind hold at once with 95 % (Bonferroni, a game a cluster); * marks what is no
    accident even among so many (Holm, 5 %).
balance-numbers = Numbers
balance-column-kind = number
balance-column-count = counted
balance-column-mean = mean
balance-column-least = least
balance-column-low = 5 % below
balance-column-median = median
balance-column-high = 5 % above
balance-column-most = most
balance-column-thing = what
balance-column-stage = when
balance-column-games = games
balance-column-seen = seen
balance-column-taken = taken
balance-column-points = points
balance-column-won = wins with it
balance-column-wins = changes winning by
balance-column-question = asked
balance-column-option = option
balance-column-offered = offered

## Analysis

cli-analyse = say of finished games how well everybody played, and what luck they had
analyse-effort = how long to think about each decision
analyse-seed = seed of the deals that decisions are tried in
analyse-on = judge on this machine or on a Ray cluster
analyse-jobs = decisions judged at the same time (default: one a core)
analyse-json = write everything that was found to this file
analyse-plot = draw everybody's prospects into this file
analyse-players = How well everybody played
analyse-own = Points are foretold by the game's own judge: nothing better is learned, measured or compiled for this game and number of players here.
analyse-learned = Points are foretold by what was learned of the game.
analyse-uncalibrated = Nobody has measured yet how points turn into victories in this version of the game: take the chances as rough ones.
analyse-costliest = What cost { $player } most
analyse-together = All { $games } games together
analyse-questions = Where most is lost, in all games together
analyse-column-player = player
analyse-column-game = game
analyse-column-question = question
analyse-column-share = of all that was lost
analyse-column-games = games
analyse-column-decisions = decisions
analyse-column-rate = points lost a decision
analyse-column-wrong = error
analyse-column-strength = plays like a
analyse-column-inaccuracy = inaccuracies
analyse-column-mistake = mistakes
analyse-column-blunder = blunders
analyse-column-luck = luck
analyse-column-result = result
analyse-column-adjusted = without luck
analyse-column-number = decision
analyse-column-played = played
analyse-column-better = better
analyse-column-loss = lost
analyse-column-error = give or take
analyse-axis-decisions = decisions
analyse-axis-wins = chance to win
analyse-axis-points = points expected
strength-sage = sage
strength-master = master
strength-adept = adept
strength-student = student
strength-novice = novice
strength-stranger = stranger
strength-unmeasured = –

## Lessons

cli-learn = learn a game by playing it, step by step
learn-lesson = the lesson to begin with
learn-column-lesson = lesson
learn-column-about = what it is about
learn-look = Look at: { $pieces }.
learn-so-far = So far: { $options }.
learn-done = done
learn-begun = begun
learn-goes-on = You go on where you left; “again” begins anew.
learn-all-done = You have done all these lessons. Name one to do it again, or practise: tianxia puzzle { $game }
learn-damaged = { $file } cannot be read: mend it, or remove it to begin anew
learn-ask = (Enter goes on; back, again, quit)
learn-ask-free = (number or notation; hint, back, again, quit)
learn-extra = extra, not needed for the first game
# After an answer, where the next step begins somewhere else
lesson-pause = Take your time to look at the board, then go on.
# Before the words of a step that begins somewhere else
lesson-elsewhere = A new position:
lesson-done = That was the lesson. Well done.
lesson-other = That is allowed, but it is not what this step is about. Try something else.
lesson-illegal = That cannot be done now. Choose one of the options.
lesson-coach = Wait a moment. This looks clearly better: { $options }. Choose that, or what you chose once more if you mean it.
lesson-hint = The coach would do this: { $options }.
lesson-coach-times = { $times ->
    [1] “{ $option }”
   *[other] { $times } times “{ $option }”
}
lesson-right = Right: { $value }.
lesson-wrong = Not quite: it is { $value }.
lesson-right-seat = Right, it is { $value }.
lesson-wrong-seat = Not quite: it is { $value }.
part-hand = your hand
