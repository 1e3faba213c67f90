# Why one option is better than another: what the judge's estimate consists of (`part-<name>`), and what it
# means that an option has more (`-up`) or less (`-down`) of it than the other one.

part-score = points scored
reason-score-up = more points are scored at once
reason-score-down = fewer points are scored at once

part-to-come = the months to come
reason-to-come-up = more of the year is left to score in
reason-to-come-down = less of the year is left to score in

part-people = people who count at the end
reason-people-up = more people are there to count at the end
reason-people-down = fewer people are there to count at the end

part-monk = monks
reason-monk-up = the monks count for more at the end
reason-monk-down = the monks count for less at the end

part-court-lady = court ladies
reason-court-lady-up = court ladies score more every month
reason-court-lady-down = court ladies score less every month

part-craftsman = craftsmen
reason-craftsman-up = craftsmen will build more
reason-craftsman-down = craftsmen will build less

part-farmer = farmers
reason-farmer-up = farmers will bring in more rice
reason-farmer-down = farmers will bring in less rice

part-healer = healers
reason-healer-up = healers will cure more of the sick
reason-healer-down = healers will cure fewer of the sick

part-pyrotechnist = pyrotechnists
reason-pyrotechnist-up = pyrotechnists will make more fireworks
reason-pyrotechnist-down = pyrotechnists will make fewer fireworks

part-scholar = scholars
reason-scholar-up = scholars will bring more points
reason-scholar-down = scholars will bring fewer points

part-tax-collector = tax collectors
reason-tax-collector-up = tax collectors will bring in more yuan
reason-tax-collector-down = tax collectors will bring in fewer yuan

part-warrior = warriors
reason-warrior-up = more helmets stand against the Mongols
reason-warrior-down = fewer helmets stand against the Mongols

part-charter = the charter
reason-charter-up = the charter will bring more
reason-charter-down = the charter will bring less

part-palaces = palaces
reason-palaces-up = palaces score more, month by month
reason-palaces-down = palaces score less, month by month

part-room = room in the palaces
reason-room-up = there is more room for new people
reason-room-down = there is less room for new people

part-privileges = privileges
reason-privileges-up = privileges score more, month by month
reason-privileges-down = privileges score less, month by month

part-yuan = yuan
reason-yuan-up = more yuan are left to spend
reason-yuan-down = fewer yuan are left to spend

part-rice = rice
reason-rice-up = there is more rice in store
reason-rice-down = there is less rice in store

part-fireworks = fireworks
reason-fireworks-up = there are more fireworks in store
reason-fireworks-down = there are fewer fireworks in store

part-festival = the Dragon Festival
reason-festival-up = the Dragon Festival pays more
reason-festival-down = the Dragon Festival pays less

part-track = the person track
reason-track-up = the place on the person track is better
reason-track-down = the place on the person track is worse

part-hand = person cards in hand
reason-hand-up = the person cards left in hand promise more
reason-hand-down = the person cards left in hand promise less

part-threat-tribute = the tribute
reason-threat-tribute-up = the tribute costs fewer people
reason-threat-tribute-down = the tribute costs more people

part-threat-drought = the drought
reason-threat-drought-up = the drought costs fewer people
reason-threat-drought-down = the drought costs more people

part-threat-mongols = the Mongols
reason-threat-mongols-up = the Mongols cost fewer people
reason-threat-mongols-down = the Mongols cost more people

part-threat-contagion = the contagion
reason-threat-contagion-up = the contagion costs fewer people
reason-threat-contagion-down = the contagion costs more people

part-wall = the Great Wall
reason-wall-up = the Great Wall brings more, or costs fewer people
reason-wall-down = the Great Wall brings less, or costs more people
