list = { $start } and { $end }
list-empty = nothing
