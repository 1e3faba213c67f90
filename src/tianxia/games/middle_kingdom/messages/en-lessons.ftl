lesson-round = Your first round
lesson-round-theme = The Han have fallen, and everybody gathers followers: Nobles, Warlords, Bureaucrats, Merchants and Farmers. When the deck runs out, the most points win.
lesson-round-row = Two cards lie open. Everybody bids once, in secret. The highest bid picks first, the next one takes what is left. The Noble here is worth 4 points.
lesson-round-bid = Your hand has 1 to 7 and a Reset (R). You want the Noble, so bid high: choose your 6 or your 7.
lesson-round-bid-other = That may be too little: anybody with a higher card picks before you, and only two cards lie there. Try a higher bid.
lesson-round-bid-reset = The Reset by itself picks nothing. It brings spent cards back, and you have not spent any yet. Bid a high number.
lesson-round-worth = Yours is the highest bid: you pick first. By how many points will your score change when you take the Noble?
lesson-round-worth-why = 4 for the Noble, and 3 more because you no longer lack Nobles: every type you have no card of costs 3 points at the end. That is why everybody begins at −15.
lesson-round-claim = Now take the Noble.
lesson-round-claim-other = The Farmer is fine, too, but you bid high for the Noble. Take it.
lesson-round-spent = The card you bid lies open beside you: it is spent, and everybody can count what you still hold. Tip: do not waste your high cards on rows you do not need.

lesson-ties = Ties and stacks
lesson-ties-same = Bids that are equal cancel each other. See it happen: bid your 4.
lesson-ties-same-other = You would get away with that this time. For this lesson, bid your 4.
lesson-ties-stay = You and one other bid 4: neither of you picks. But the tied cards are not spent. They stay, and next round the card you play goes on top and is added.
lesson-ties-cover = So your next bid is your 4 plus whatever you play. A 5 or a 6 on top makes a bid nobody can reach with one card. Choose one.
lesson-ties-cover-other = That is a lower stack. Show them what a tied card is good for: play your 5 or your 6 on it.
lesson-ties-cover-reset = A Reset on a tied card adds nothing, but it does bring your spent card back. That is a good move later, when your hand is small. Now play a 5 or a 6.
lesson-ties-order = Your stack comes first. Indigo has a stack of 4 and 3, and Ochre a single 7: both make 7. Who picks second?
lesson-ties-order-why = With the same total a stack comes before a single card. Tip: a tie is not a loss. A tied high card makes next round's bid hard to beat.
lesson-ties-pick = You pick first. Take the Noble: it is your second, more than anybody else has, so the Heir comes to you.
lesson-ties-pick-other = A Farmer more is nice, but look at the Noble: 4 points, and the Heir with it.

lesson-goals = Goal cards and their powers
lesson-goals-two = Your bid is the highest. You have one Bureaucrat already. Whoever has two cards of a type, more than anybody else, takes its goal card. Take the second Bureaucrat.
lesson-goals-two-other = A Merchant would be your first. The second Bureaucrat brings a goal card at once: take that.
lesson-goals-holder = The Palace is yours: 4 points if you keep it to the end. Somebody with more Bureaucrats would take it away; equal numbers leave it with you. And it has a power: you bid last.
lesson-goals-palace = Both others play on tied cards: Indigo makes 6, Ochre 7. Two cards lie there. You see it all: what is the smallest card of yours that still picks one?
lesson-goals-palace-other = Less than Indigo's 6: you would come third for two cards. Think again.
lesson-goals-palace-reset = The Reset would bring cards back, but it picks nothing, and a Farmer or Warlord is worth more than 3 points to you. One of your cards is enough for a pick.
lesson-goals-powers = Your 7 comes after the stack of 7, but before the 6. Every goal card has a power. The Emperor adds half a point to a bid, the Heir takes a card nobody picked, the Market doubles Merchants, the Harvest replaces a Reset.

lesson-reset = The Reset and the Harvest
lesson-reset-small = Only 1, 2, 3 and the Reset are left in your hand. Sooner or later everybody has to spend a round to get the cards back. Play the Reset.
lesson-reset-small-other = You could, but against full hands a small card wins little. Get your cards back first: play the Reset.
lesson-reset-harvest = You hold the Harvest: one of your last cards may take the Reset's place, and your cards come back all the same. But 7 and 5 are on the table, so none of yours would pick. Keep the Reset.
lesson-reset-harvest-other = That card would come third for two cards, or less. It does no harm, but it does no good. Keep the Reset this time.
lesson-reset-whole = All your cards are back in your hand. Tip: watch what the others have spent. Play your Reset when they are strong, and bid when their hands are small.

lesson-dragon = The Celestial Dragon helps who is behind
lesson-dragon-behind = Four goal cards are held, so the Dragon is awake. It goes to the player with the fewest goal cards, then with the fewest cards: you. Before anybody picks, you swap it for a card of the row.
lesson-dragon-low = You will get a card by the swap, whatever you bid. So this is a good round to spend a low card: bid 1, 2 or 3.
lesson-dragon-low-other = Too good for this round: the Dragon fetches a card for you anyway. Save it and bid 1, 2 or 3.
lesson-dragon-swap = Now swap. Either card is of a type you miss, so either is worth 3 points to you. Choose one.
lesson-dragon-token = The Dragon lies in the row now. Who picks it gets a token worth 2 points. Tip: with the Dragon you may not fetch the Philosopher, nor a card of the type you have most of.

lesson-market = Two players: two bids, and the Market
lesson-market-pair = With two players everybody makes two bids a round, each of which picks a card. You want two of these three: bid your 7 together with your 5 or 6.
lesson-market-pair-other = A lower bid may come too late for what you want. For this lesson take your 7, and with it your 5 or your 6.
lesson-market-farmer = Your 7 picks first. A second Farmer brings you the Harvest: take it.
lesson-market-farmer-other = Look at your piles: you have one Farmer already. The second one brings a goal card.
lesson-market-double = Your other bid has fetched a Merchant, and you hold the Market: the Merchant may go to another pile of yours. By how much will your Farmers grow when you put it there?
lesson-market-double-why = With the Market a Merchant counts as two in another pile, and for good. It counts for who has most; it is no Farmer when points are counted.
lesson-market-place = Put it with the Farmers: then the Harvest is safe for a while.
lesson-market-place-other = You lead in Merchants anyway. Put it with the Farmers and see it count as two.

lesson-first = Your first game
lesson-first-start = Now a whole game against two others who have just learned it, too. Nothing is forbidden here. Two goals to begin with: get one card of every type, and two of a kind before the others.
lesson-first-play = It is your game. Look at the row, at what the others still hold, and bid.
lesson-first-end = That was your first game. In the next one watch the Warlords: at the end the Heir, 5 points, goes to whoever has the most of them.
lesson-on-bid = How much do you want the best card here? The others' hands are open: nobody can bid a card that lies spent beside them.
lesson-on-claim = You pick. A type you miss is worth 3 points, a second card of a type may bring a goal card.
lesson-on-palace = You see what they bid: the smallest card that still picks is enough.
lesson-on-harvest = A small card in place of the Reset can still pick if others bid low or tied.
lesson-on-swap = The Dragon fetches any card but the Philosopher and what you have most of.
lesson-on-market = In another pile the Merchant counts as two: think of a goal card you could win or keep.
lesson-on-heir = Nobody picked these. The Heir takes one for you.
