"""Monte-Carlo tree search for any number of players, with hidden information and secret answers.

The tree is *open loop*: a node stands for what was decided on the way to it, not for a state. Each
iteration deals anew what the searching seat cannot know, walks down the tree choosing among what
is legal in that deal, adds a node, and lets the judge estimate the end. Every player aims at the
utility of their own (max-n).

Several who answer in secret do so in one *question* node: in it everybody has private nodes that
depend on nothing but their own answers, so that nobody's choice depends on another's; all answers
together lead to the node that follows. Who gives several answers to one question is taken to mean
the same in whichever order they are given; where the game can think of whole ones, these are compared.

The tree knows actions by their *meaning* (`State.meanings`), which is the same in every deal: to buy a
certain card, wherever it comes to lie.

What the tree likes about equally may be decided in a *run-off*, where luck is the same for all.

Compiled by mypyc: plain classes, lists, ints and floats in the loop.
"""

import math
from time import perf_counter
from typing import Any, Final, final

from mypy_extensions import i64

from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State
from .ahead import advantage, best_next, best_other, follow, give, points_of
from .judging import Judge

#: `Node.player` of a node where several answer in secret.
QUESTION: Final = -1
#: More than there are seats.
SEATS: Final = 16
DEALS: Final = 1 << 30
MASK: Final = (1 << 44) - 1
#: Scatters actions, so that sums of several are told apart.
SCATTER: Final = 2654435761
#: Part of a prior that is the same for all actions.
EVEN: Final = 0.1
#: Positions compared to find the game's place in the tree of the decision before.
TRIES: Final = 24
#: Decisions beyond the tree are never more than this.
LONGEST: Final = 400
#: Whether the best can still be overtaken is asked after so many iterations, or deals of a run-off.
ROUND: Final = 16
#: A search is made longer by this part of its iterations, and shorter at best to this part.
MORE: Final = 4
#: An action visited so much of the times of the best is close to it.
NEARLY: Final = 0.6
#: In the run-off is who has this part of the most visits.
CLOSE: Final = 0.1
#: Standard errors by which one there is out of it, and by which one takes the favourite's place.
BEHIND: Final = 2.5
AHEAD: Final = 0.5
NOBODY: Final[list[int]] = []
NOTHING: Final[list[float]] = []
NO_ANSWERS: Final[list[list[int]]] = []

#: How moves beyond the tree are chosen.
RANDOM, POLICY, GREEDY, OWN = 0, 1, 2, 3


@final
class Node:
    """What was learned about one decision. A leaf has no actions yet."""

    def __init__(self, player: int, steps: list[int]) -> None:
        self.player = player
        #: The seats and actions that lead here from the node above; here and below by meaning.
        self.steps = steps
        self.actions: list[int] = NOBODY
        self.visits: list[int] = NOBODY
        self.sums: list[float] = NOTHING
        self.priors: list[float] = NOTHING
        #: Where an answer takes several decisions: whole ones, which `actions` then number.
        self.answers: list[list[int]] = NO_ANSWERS
        #: How often the search went on below.
        self.passed = 0
        #: By what was decided and who is next; private nodes of a question by `_private`.
        self.children: dict[int, Node] = {}


@final
class Search:
    """The search of one seat through one game."""

    def __init__(
        self,
        judge: Judge,
        player: int,
        seed: int,
        c: float,
        scale: float,
        rivalry: float,
        depth: int,
        settle: int,
        prior: float,
        trust: float,
        playout: int,
        answers: int,
    ) -> None:
        self.judge = judge
        self.player = player
        self.rng = Rng()
        self.rng.seed(seed)
        #: The constant of exploration.
        self.c = c
        #: The lead, in points, that decides most games.
        self.scale = scale
        #: How much the lead over the best opponent counts; what is left is the own score alone.
        self.rivalry = rivalry
        #: Decisions played beyond the tree before the judge is asked.
        self.depth = depth
        #: Play on beyond the tree: 1 until somebody else has to decide, 2 until the next secret
        #: question is asked.
        self.settle = settle
        #: Points worse than the best that make an action e times less likely at first; 0: all equal.
        self.prior = prior
        #: The part of the prior that goes to what the game's rules of thumb would do.
        self.trust = trust
        self.playout = playout
        #: Whose estimate chooses there: the game's own judge takes less time than one that learned.
        self.playing = Judge(judge.game) if playout == OWN else judge
        #: Whole answers that are compared where one takes several decisions; 0: decision by decision.
        self.answers = answers
        self.known: State | None = None
        self.root = Node(QUESTION, NOBODY)
        #: The own answers given before to the question at the root.
        self.given: list[int] = []
        #: What the judge expects at the root, for each seat.
        self.levels: list[float] = []
        self.trail: list[Node] = []
        self.trail_index: list[int] = []
        self.slot: list[int] = []
        #: For each action of the decision searched: sums of the own score and of victories.
        self.scores: list[float] = []
        self.wins: list[float] = []
        self.tried: list[int] = []
        #: The places of the end that the last iteration came to; of an estimate nobody's.
        self.places: list[int] = NOBODY
        #: What came of each of these actions in the run-off, deal by deal.
        self.ends: list[list[float]] = []
        #: Iterations made for the present decision.
        self.made = 0

    # Where the search stands

    def start(self, known: State, view: dict[str, Any], chosen: int) -> bool:
        """Look for the game's place in the tree grown before; true if it was found.

        `known` is a deal of the present game, `view` what its seat sees of it, `chosen` the action
        taken at the decision before. Only what the seat itself sees is compared.
        """
        found: Node | None = None
        before = self.known
        if before is not None and chosen >= 0:
            found = self._find(before, view, chosen)
        if found is not self.root:
            self.given = []
        self.known = known
        self.root = Node(self._actor(known), NOBODY) if found is None else found
        if found is not None and self.prior > 0 and not known.secret():
            offers = known.offers(self.player)
            if found.actions == known.meanings(offers):
                found.priors = self._judged(known, self.player, offers, True)
        self.levels = self.judge.all_points(known)
        self.scores, self.wins, self.tried = [], [], []
        self.made = 0
        return found is not None

    def _find(self, before: State, view: dict[str, Any], chosen: int) -> Node | None:
        root = self.root
        meant = before.meanings([chosen])[0]
        if root.player == QUESTION:
            after = before.copy()
            after.apply(self.player, chosen)
            if after.asked_at == before.asked_at and self.player in after.actors():
                # The next of several answers to the same question: the same tree.
                self.given.append(meant)
                return root if after.view(self.player) == view else None
        states: list[State] = []
        nodes: list[Node] = []
        self._enqueue(before, root, meant, states, nodes)
        index = 0
        while index < len(nodes) and index < TRIES:
            state, node = states[index], nodes[index]
            index += 1
            if self.player in state.actors():
                if state.view(self.player) == view:
                    return node
            elif len(nodes) < 4 * TRIES:
                self._enqueue(state, node, -1, states, nodes)
        return None

    def _enqueue(
        self, state: State, node: Node, chosen: int, states: list[State], nodes: list[Node]
    ) -> None:
        """What may follow in the tree, the most visited first; after `chosen` by the own seat."""
        below = [child for key, child in node.children.items() if key >= 0]
        below.sort(key=_passed, reverse=True)
        for child in below[:TRIES]:
            after = state.copy()
            given = self.given[:] if node is self.root else []
            index = 0
            while index < len(child.steps):
                seat, action = child.steps[index], child.steps[index + 1]
                index += 2
                if seat == self.player and action in given:
                    given.remove(action)
                    continue
                if chosen >= 0 and seat == self.player and action != chosen:
                    break
                legal = _by_meaning(after, seat)
                if action not in legal:
                    break
                after.apply(seat, legal[action])
            else:
                # What was drawn may have others decide here than in the deal the node comes from.
                if not after.over() and not given and self._actor(after) == child.player:
                    states.append(after)
                    nodes.append(child)

    def _actor(self, state: State) -> int:
        """Who decides at a node: the own seat first where several are asked openly."""
        if state.secret():
            return QUESTION
        if self.player in state.actors():
            return self.player
        return state.next_actor()

    # Searching

    def run(self, iterations: int, until: float, patience: float, haste: float) -> None:
        """Search so many iterations, if not 0, or until a time, whichever ends first.

        Where the two best are close it goes on, up to `patience` times the iterations. A quarter of
        them is enough where the second best was visited less than `haste` times as often as the best.
        """
        limit, most = iterations, int(iterations * patience)
        while True:
            self._note(self._iterate())
            self.made += 1
            if iterations > 0 and self.made >= limit:
                if limit >= most or not self._close():
                    return
                limit = min(most, limit + max(ROUND, iterations // MORE))
            elif iterations > 0 and self.made % ROUND == 0:
                if self._settled(limit - self.made):
                    return
                if self.made * MORE >= iterations and self._stands_out(haste):
                    return
            if perf_counter() >= until:
                return

    def promise(self, known: State, iterations: int) -> list[float]:
        """The points each seat may expect from here, whoever decides: the mean of what a search comes to."""
        self.known = known
        self.root = Node(self._actor(known), NOBODY)
        self.given = []
        self.levels = self.judge.all_points(known)
        sums = [0.0] * known.players
        for _ in range(iterations):
            points = self._iterate()
            for player in range(len(sums)):
                sums[player] += points[player]
        return [total / iterations for total in sums]

    def decision(self) -> Node:
        """The node of the decision that is searched."""
        if self.root.player != QUESTION:
            return self.root
        return self.root.children[_private(self.player, _mixed(self.given))]

    def _settled(self, left: int) -> bool:
        """Is the action visited most out of reach for all others, if there are any?"""
        visits = self.decision().visits
        first, second = _two_most(visits)
        return len(visits) == 1 or first - second > left

    def _stands_out(self, haste: float) -> bool:
        """Is hardly anything else looked at any more?"""
        first, second = _two_most(self.decision().visits)
        return second < haste * first

    def _close(self) -> bool:
        """Is another action visited nearly as often as the best, or better than that so far?"""
        node = self.decision()
        first, second = _two_most(node.visits)
        if second >= NEARLY * first:
            return True
        best, most = -2.0, -2.0
        for index, count in enumerate(node.visits):
            if count == 0:
                continue
            mean = node.sums[index] / count
            if count == first:
                most = max(most, mean)
            best = max(best, mean)
        return best > most

    def actions(self) -> list[int]:
        """What the options of the decision mean now, as legal actions; -1 where they are not."""
        known = self.known
        assert known is not None
        node = self.decision()
        if node.answers:
            return [answer[0] for answer in node.answers]
        legal = _by_meaning(known, self.player)
        return [legal.get(meaning, -1) for meaning in node.actions]

    def answer(self, index: int) -> list[int]:
        """The whole answer that an option of the decision stands for; nothing if it is one decision."""
        answers = self.decision().answers
        return answers[index] if answers else NOBODY

    def best(self, actions: list[int]) -> int:
        """The index of the legal one of these `actions` visited most; the better of equal ones."""
        node = self.decision()
        found = -1
        for index, action in enumerate(actions):
            if action < 0:
                continue
            if found < 0 or node.visits[index] > node.visits[found]:
                found = index
            elif node.visits[index] == node.visits[found] > 0:
                mean = node.sums[index] / node.visits[index]
                if mean > node.sums[found] / node.visits[found]:
                    found = index
        return found

    def run_off(self, actions: list[int], games: int, reach: int, until: float) -> int:
        """The index of the action that comes out best, among those visited about most.

        They are played on for `reach` decisions in the same deals, so that the luck is the same for
        all; who is clearly behind is not played further. The one visited most gives way only to one
        that is rather surely better; if games or time are used up before a round is played, or none
        are given, nobody is.
        """
        known = self.known
        assert known is not None
        favourite = self.best(actions)
        visits = self.decision().visits
        left = [favourite]
        for index in range(len(actions)):
            close = visits[index] >= CLOSE * visits[favourite]
            if close and actions[index] >= 0 and index != favourite:
                left.append(index)
        ends: list[list[float]] = [[] for _ in actions]
        self.ends = ends
        made = 0
        while 1 < len(left) <= games:
            games -= len(left)
            dealt = known.determinize(self.player, int(self.rng.below(DEALS)))
            for index in left:
                state = dealt.copy()
                if self.answer(index):
                    give(state, self.player, self.answer(index))
                else:
                    state.apply(self.player, actions[index])
                points = points_of(self.judge, self._play_on(state, self.player, reach))
                ends[index].append(advantage(points, self.player, self.rivalry))
            made += 1
            if perf_counter() >= until:
                break
            if made % ROUND == 0:
                leader = _leader(ends, left)
                left = [index for index in left if _lead(ends[leader], ends[index]) < BEHIND]
        if made < ROUND:
            return favourite
        leader = _leader(ends, left)
        return leader if _lead(ends[leader], ends[favourite]) > AHEAD else favourite

    def _iterate(self) -> list[float]:
        """Down the tree and back; the points that came of it."""
        known = self.known
        assert known is not None
        state = known.determinize(self.player, int(self.rng.below(DEALS)))
        node = self.root
        self.trail.clear()
        self.trail_index.clear()
        while not state.over():
            fresh = False
            if node.player == QUESTION:
                node, fresh = self._question(state, node)
            else:
                action = self._step(state, node)
                if state.over():
                    break
                actor = self._actor(state)
                key = (action + 1) * SEATS + actor + 1
                child = node.children.get(key)
                if child is None:
                    fresh = True
                    child = Node(actor, [node.player, action])
                    node.children[key] = child
                child.passed += 1
                node = child
            if fresh:
                break
        return self._back_up(self._play_on(state, self.trail[-1].player, self.depth))

    def _question(self, state: State, node: Node) -> tuple[Node, bool]:
        """Everybody answers from private nodes; the node that follows, and whether it is new."""
        asked_at = state.asked_at
        steps: list[int] = []
        joint = 0
        whole = self.answers > 0 and state.game.answers is not None
        for player in state.actors():
            if whole:
                joint = (joint * 4099 + self._answer(state, node, player, steps) + 1) & MASK
                continue
            own = 0
            if node is self.root and player == self.player:
                own = _mixed(self.given)
                for action in self.given:
                    steps.append(player)
                    steps.append(action)
            while True:
                key = _private(player, own)
                private = node.children.get(key)
                if private is None:
                    private = Node(player, NOBODY)
                    node.children[key] = private
                action = self._step(state, private)
                steps.append(player)
                steps.append(action)
                own = (own + (action + 1) * SCATTER) & MASK
                if state.asked_at != asked_at or player not in state.actors():
                    break
            joint = (joint * 4099 + own) & MASK
        if state.over():
            return node, True
        actor = self._actor(state)
        key = joint * SEATS + actor + 1
        child = node.children.get(key)
        if child is not None:
            child.passed += 1
            return child, False
        child = Node(actor, steps)
        node.children[key] = child
        return child, True

    def _answer(self, state: State, node: Node, player: int, steps: list[int]) -> int:
        """Give a whole answer that is promising or was hardly tried; returns which."""
        key = _private(player, 0)
        private = node.children.get(key)
        if private is None:
            self._think_of(state, node)
            private = node.children[key]
        found = int(self._pick(private, private.actions, True))
        self.trail.append(private)
        self.trail_index.append(found)
        for action in give(state, player, private.answers[found]):
            steps.append(player)
            steps.append(action)
        return found

    def _think_of(self, state: State, node: Node) -> None:
        """Whole answers to a question, for everybody.

        The dice are the question's own: who has begun to answer thinks of the same answers again.
        """
        answers = state.game.answers
        assert answers is not None
        dice = Rng()
        dice.seed(state.asked_at)
        thought_of = answers(state, self.answers, dice)
        for player in state.actors():
            private = Node(player, NOBODY)
            private.answers = thought_of[player]
            count = len(private.answers)
            private.actions = list(range(count))
            private.visits = [0] * count
            private.sums = [0.0] * count
            private.priors = [1.0 / count] * count
            node.children[_private(player, 0)] = private

    def _step(self, state: State, node: Node) -> int:
        """Do what is promising or was hardly tried; returns what was done, by meaning."""
        offers = state.offers(node.player)
        meanings = state.meanings(offers)
        if not node.actions:
            self._expand(state, node, offers, meanings)
        actions = node.actions
        same = len(actions) == len(meanings) and actions == meanings
        slot = self.slot
        if not same:
            for index in range(len(actions)):
                slot[actions[index]] = index
            self._meet(state, node, offers, meanings)
        found = self._pick(node, meanings, same)
        meaning = meanings[found]
        self.trail.append(node)
        self.trail_index.append(int(found) if same else slot[meaning])
        if not same:
            for action in actions:
                slot[action] = -1
        state.apply(node.player, offers[found])
        return meaning

    def _pick(self, node: Node, meanings: list[int], same: bool) -> i64:
        """What of these is promising or was hardly tried; `same` if they are all that the node knows of."""
        slot, visits = self.slot, node.visits
        sums, priors = node.sums, node.priors
        count: i64 = len(meanings)
        total: i64 = 0
        worth = 0.0
        i: i64 = 0
        while i < count:
            at: i64 = i if same else slot[meanings[i]]
            total += visits[at]
            worth += sums[at]
            i += 1
        unknown = worth / float(total) if total > 0 else 0.0
        width = self.c * math.sqrt(total + 1)
        best = -1.0e9
        found: i64 = 0
        start: i64 = self.rng.below(count)  # equal ones: any of them
        i = 0
        while i < count:
            turn: i64 = i + start
            if turn >= count:
                turn -= count
            place: i64 = turn if same else slot[meanings[turn]]
            seen: i64 = visits[place]
            value = sums[place] / float(seen) if seen > 0 else unknown
            value += width * priors[place] / float(1 + seen)
            if value > best:
                best = value
                found = turn
            i += 1
        return found

    def _meet(self, state: State, node: Node, offers: list[int], meanings: list[int]) -> None:
        """Add what is legal only in some deals, when it is met for the first time."""
        slot = self.slot
        likely: list[float] = NOTHING
        for index in range(len(meanings)):
            meaning = meanings[index]
            self._make_room(meaning)
            if slot[meaning] >= 0:
                continue
            if not likely:
                # In a market most is met late; elsewhere that is rare, and not worth a judgement.
                market = meanings is not offers
                likely = self._priors(state, node.player, offers, judged=market, far=False)
            slot[meaning] = len(node.actions)
            node.actions.append(meaning)
            node.visits.append(0)
            node.sums.append(0.0)
            node.priors.append(likely[index])

    def _expand(self, state: State, node: Node, offers: list[int], meanings: list[int]) -> None:
        count = len(offers)
        node.actions = meanings[:]
        for meaning in meanings:
            self._make_room(meaning)
        node.visits = [0] * count
        node.sums = [0.0] * count
        node.priors = self._priors(state, node.player, offers, True, node is self.root)
        policy = state.game.policy
        if self.trust > 0 and count > 1 and policy is not None:
            favourite = policy(state, node.player)
            for index in range(count):
                node.priors[index] *= 1 - self.trust
                if offers[index] == favourite:
                    node.priors[index] += self.trust

    def _make_room(self, meaning: int) -> None:
        while meaning >= len(self.slot):
            self.slot.append(-1)

    def _priors(
        self, state: State, player: int, offers: list[int], judged: bool, far: bool
    ) -> list[float]:
        """How likely each action is to be looked at first; all alike where nobody can judge."""
        count = len(offers)
        if judged and self.prior > 0 and count > 1 and not state.secret():
            return self._judged(state, player, offers, far)
        return [1.0 / count] * count

    def _judged(self, state: State, player: int, offers: list[int], far: bool) -> list[float]:
        """Priors from a look at what the judge says after each action, and `far` after its turn."""
        judge = self.judge
        values: list[float] = []
        best = -1.0e9
        for action in offers:
            if far:
                after = follow(judge, state, player, action)
            else:
                after = state.copy()
                after.apply(player, action)
            value = judge.points(after, player)
            values.append(value)
            if value > best:
                best = value
        total = 0.0
        for index in range(len(values)):
            weight = math.exp((values[index] - best) / self.prior)
            values[index] = weight
            total += weight
        even = EVEN / len(values)
        for index in range(len(values)):
            values[index] = even + (1 - EVEN) * values[index] / total
        return values

    def _play_on(self, state: State, mover: int, depth: int) -> State:
        """Some decisions beyond the tree; the judge never looks while a question is half answered."""
        policy = state.game.policy
        made = 0
        while not state.over() and made < LONGEST:
            if made >= depth and self._quiet(state, mover):
                break
            player = state.next_actor()
            if self.playout == POLICY and policy is not None:
                state.apply(player, policy(state, player))
            elif self.playout >= GREEDY and not state.secret():
                state = best_next(self.playing, state, player)
            else:
                state.apply(player, random_action(state, player, self.rng))
            made += 1
        return state

    def _quiet(self, state: State, mover: int) -> bool:
        """May the judge look now?"""
        if state.secret():
            return state.asked_at == state.decisions
        if self.settle == 1:
            return state.next_actor() != mover
        return self.settle == 0

    def _back_up(self, state: State) -> list[float]:
        """Note the end that was reached or estimated in every node on the way; returns its points."""
        points = points_of(self.judge, state)
        self.places = places = state.places() if state.over() else NOBODY
        worth = [self._utility(points, places, player) for player in range(state.players)]
        for turn in range(len(self.trail)):
            node, index = self.trail[turn], self.trail_index[turn]
            node.visits[index] += 1
            node.sums[index] += worth[node.player]
        return points

    def _utility(self, points: list[float], places: list[int], player: int) -> float:
        """What these scores are worth to a player, in -1 to 1; places only at the end."""
        share = self.rivalry if len(points) > 1 else 0.0
        worth = points[player] - (1 - share) * self.levels[player]
        if share > 0:
            worth -= share * best_other(points, player)
        worth /= self.scale
        if share > 0 and places:  # what is certain counts more
            worth += share if places[player] == 1 else -share
        return math.tanh(worth)

    def _note(self, points: list[float]) -> None:
        """Keep what is told about the decision searched: own score and chance to win."""
        own, places = self.player, self.places
        node = self.decision()
        turn = 0
        while self.trail[turn] is not node:
            turn += 1
        index = self.trail_index[turn]
        while len(self.tried) < len(node.actions):
            self.tried.append(0)
            self.scores.append(0.0)
            self.wins.append(0.0)
        win = 1.0
        if places:
            win = 1.0 / places.count(1) if places[own] == 1 else 0.0
        elif len(points) > 1:
            win = (1 + math.tanh((points[own] - best_other(points, own)) / self.scale)) / 2
        self.tried[index] += 1
        self.scores[index] += points[own]
        self.wins[index] += win


def _two_most(visits: list[int]) -> tuple[int, int]:
    first = second = 0
    for count in visits:
        if count > first:
            first, second = count, first
        elif count > second:
            second = count
    return first, second


def _leader(ends: list[list[float]], left: list[int]) -> int:
    """Who of those left has the best ends."""
    found = left[0]
    for index in left:
        if _lead(ends[index], ends[found]) > 0:
            found = index
    return found


def _lead(ends: list[float], others: list[float]) -> float:
    """By how many standard errors these ends are better than others in the same deals."""
    count = min(len(ends), len(others))
    total = squares = 0.0
    for index in range(count):
        lead = ends[index] - others[index]
        total += lead
        squares += lead * lead
    spread = squares - total * total / count
    return total / math.sqrt(spread) if spread > 0 else total


def _by_meaning(state: State, player: int) -> dict[int, int]:
    """What a player may choose now, by what it means."""
    legal = state.legal(player)
    return dict(zip(state.meanings(legal), legal, strict=True))


def _passed(node: Node) -> int:
    return node.passed


def _private(player: int, own: int) -> int:
    """The key of the private node of a player who has given these answers."""
    return -1 - (own * SEATS + player)


def _mixed(actions: list[int]) -> int:
    """Several answers as one number, in whichever order they were given."""
    total = 0
    for action in actions:
        total = (total + (action + 1) * SCATTER) & MASK
    return total
