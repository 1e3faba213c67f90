# What the server refuses, and the names it gives.

refused-invalid = That does not fit: { $reason }.
refused-no-table = There is no such table, or it is private and needs its link.
refused-no-game = There is no such game here.
refused-no-seat = This table has no such seat.
refused-no-move = The game has no such move, or it may not be seen yet.
refused-no-hand-over = This link was used already or is too old. Make a new one on the other device.
refused-no-page = There is nothing at this address.
refused-no-method = That cannot be done at this address.
refused-no-day = There is no court for that day.
refused-not-begun = The game has not begun yet.
refused-begun = The game has begun already.
refused-not-over = The game is not over yet.
refused-game-over = The game is over.
refused-stale = The table has moved on since you chose. Nothing was changed; please look again.
refused-not-your-turn = It is not your turn: waiting for { $players }.
refused-illegal = That is not possible: { $reason }.
refused-no-rewind = The game cannot go back there: it is not against bots alone, or something hidden was revealed since.
refused-no-undo = There is nothing of yours that can be taken back: others have decided since, or something was revealed.
refused-not-seated = You have no seat at this table.
refused-seated-already = You have a seat at this table already.
refused-seat-taken = This seat is taken.
refused-watch-only = Your link is for watching only.
refused-host-only = Only who made the table can do that.
refused-resigned = You have given this game up.
refused-muted = Who made this table has asked you not to speak here.
refused-no-guest = Nobody else is called so at this table.
refused-daily-stays = Today's court stays: everybody plays it once.
refused-others-play = Others play or have played here, so the table stays.
refused-away = A bot plays for you. Take your seat back first.
refused-not-a-bot = A person plays there again.
refused-too-many-tables = You have { $number } unfinished tables. Finish some of them first.
refused-record-later = The record can be had when the game is over: it tells every secret.
refused-record-tomorrow = The record of a daily game can be had when its day is over: others still play it.
refused-other-version = This game was begun with version { $version } of the rules; version { $now } is installed. It cannot go on here.
refused-who = Say who you are first: make a guest, or send its token.
refused-too-fast = That was a little fast. Try again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
refused-too-large = That is too large: at most { $bytes } bytes.
refused-too-long = This address is too long: at most { $bytes } bytes.
refused-foreign = This came from another site, so nothing was done.
refused-no-database = The house cannot reach its books just now. What was confirmed is kept; please try again in a moment.
refused-failed = Something went wrong on our side. Nothing was changed; please try again.

refused-review-later = The analysis can be had when the game is over: it looks at every hand.
refused-review-nothing = Nothing was decided in this game, so there is nothing to analyse.
refused-too-many-reviews = { $number } games are being analysed for you already. Wait until one of them is done.
refused-no-review = This game has not been analysed yet. Ask for it first.
refused-no-finding = This decision has not been looked at yet.
refused-what-if-tomorrow = A daily game can be played on from when its day is over: others still play it.
refused-hint-daily = There are no hints in the daily court: everybody plays it alone.
refused-hint-not-agreed = Several people play here. Hints are given when all of them have agreed.
refused-hint-not-asked = Nothing is asked of you just now.
refused-why-nothing = No bot has done anything since your last decision that could be told about without its secrets.
refused-advice-later = The adviser is busy with others. Please ask again in a moment.
refused-advice-failed = The adviser could not work this out. You can ask again; the game goes on without it.

# Why an option is better.
better-by = about { $chance } % more chance to win, and { $points } points more.
better-by-chance = about { $chance } % more chance to win.
better-by-points = about { $points } points more.

coach-before = Are you sure? { $better } looks clearly better: { $why }
coach-after = { $better } would have been better than “{ $played }”: { $why }
why-best = { $names }: “{ $done }”. As far as one can tell from your seat, nothing promised more. The next best was “{ $other }”; against it: { $why }
why-else = { $names }: “{ $done }”. As far as one can tell from your seat, “{ $other }” would have promised more; perhaps { $names } holds something that you cannot see.
why-only = { $names }: “{ $done }”. There was no other choice.
why-unknown = { $names }: “{ $done }”. What it was for depends on what only { $names } knows.

given-up = The game was given up.
seat = Seat { $number }
guest-first = Quiet, Jade, Misty, Patient, Wandering, Autumn, Morning, Hidden, Gentle, Bright, Silver, Laughing
guest-second = Heron, Lotus, Pine, River, Crane, Plum, Bamboo, Mountain, Carp, Willow, Swallow, Moon
bot-names = Ban Zhao, Li Si, Su Qin, Zhang Yi, Fan Li, Xun Kuang, Wu Qi, Lü Buwei, Mi Fu, Cai Wenji, Xie Daoyun, Sima Qian
serving = Tianxia is open at { $address } (Ctrl+C closes it). It keeps its games in { $place }
schema-newer = The database has schema { $found }, which a newer version of Tianxia made; this version knows { $newest }. Install the newer version.
database-empty = This database is empty; there is nothing to back up.
database-not-empty = This database is not empty. A backup is restored into a new one.
database-upgraded = The database has schema { $now }{ $before ->
    [0] {""}
   *[other] {" "}now; it had { $before }
}.
database-current = The database has schema { $now }, the newest.
database-backed-up = { $rows } rows are in { $file }.
database-restored = { $rows } rows were read from { $file }.
database-well = Nothing is wrong: { $place }
database-work = reading
backup-cut-off = The backup { $file } ends too early; nothing was restored.
backup-unreadable = { $file } is not a backup of Tianxia, or it is damaged; nothing was restored.
check-schema = The database has schema { $found }; this version needs { $newest }. Run `tianxia database upgrade` first.
check-file = The file is damaged: { $found }
check-seats = Table { $table } has not the seats its game needs.
check-hole = Table { $table } is { $state }, which does not fit its open seats.
check-over = The game of table { $table } is over, but the table is not.
check-scores = The scores kept for table { $table } are not those of its game.
check-game = The game of table { $table } cannot be replayed: { $reason }
cannot-start = The processes end as soon as they are started: see the log above.
refused-no-lesson = There is no such lesson.
refused-no-puzzle = There is no such puzzle.
refused-lesson-changed = This lesson was changed since. Begin it again.
