"""Proof-number search: correct proofs, correct proof numbers, and the steps of the textbook algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, islice, pairwise
from math import inf
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple, assert_type

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, Tree, best_move, build_tree, game_tree, map_tree, minimax, node, prune, share
from fpgames.draw import draw_tree
from fpgames.games import dots_and_boxes, nim
from fpgames.games.tictactoe import rules
from fpgames.rules import AnyRules
from fpgames.search import Numbered, Proof, count_leaves, count_nodes, ends_in, proofs, prove
from fpgames.stage import Stage
from fpgames.testing import positions, unfinished
from fpgames.tree import Node, leaves, prune_when, size, unfold
from tests.support.trees import nested_pairs

FIRST, SECOND = Player
NEGATED = {True: False, False: True, None: None}
IN_ORDER = {False: -1, None: 0, True: 1}  # a proof is the best result for the prover

Decided = bool | None


class Grown(NamedTuple):
    """A tree as a value: the player to move, the label, what is below."""

    player: Player
    label: Decided
    below: tuple[Grown, ...] = ()


def grown(random: Random, depth: int, undecided: float = 0.1) -> Grown:
    """A random tree in which players need not alternate, and inner nodes may be decided."""
    player = random.choice([FIRST, SECOND])
    if not depth or random.random() < 0.15:
        return Grown(player, None if random.random() < undecided else random.random() < 0.5)
    label = random.random() < 0.5 if random.random() < 0.04 else None
    below = tuple(grown(random, depth - 1, undecided) for _ in range(random.choice([0, 1, 2, 2, 3])))
    return Grown(player, label, below)


def tree_of(grown: Grown) -> Tree[Decided]:
    return unfold(attrgetter("label"), attrgetter("below"), grown, player_of=attrgetter("player"))


def seeds(depth: int) -> st.SearchStrategy[Grown]:
    return st.integers(0, 2**32).map(lambda seed: grown(Random(seed), depth))


def settled(tree: Grown, prover: Player = FIRST) -> Decided:
    """Whether the goal is reached, by looking at everything."""
    if tree.label is not None or not tree.below:
        return tree.label
    found = {settled(child, prover) for child in tree.below}
    wanted = tree.player is prover
    return wanted if wanted in found else None if None in found else not wanted


class Textbook:
    """Proof-number search as Allis wrote it: nodes that change, and every step from the root."""

    def __init__(self, tree: Grown, prover: Player) -> None:
        self.tree, self.chooses = tree, tree.player is prover
        self.children: list[Textbook] | None = None
        self.proof, self.disproof = {True: (0, inf), False: (inf, 0), None: (1, 1)}[tree.label]

    def step(self, prover: Player) -> None:
        if self.children is None:
            self.children = [Textbook(child, prover) for child in self.tree.below]
        else:
            wanted = [each for each in self.children if 0 < min(each.proof, each.disproof) < inf]
            min(wanted, key=attrgetter("proof" if self.chooses else "disproof")).step(prover)
        proofs, disproofs = [each.proof for each in self.children], [each.disproof for each in self.children]
        if not self.children:
            self.proof = self.disproof = inf
        elif self.chooses:
            self.proof, self.disproof = min(proofs), sum(disproofs)
        else:
            self.proof, self.disproof = sum(proofs), min(disproofs)

    def written(self) -> Any:
        return (self.tree.label, self.proof, self.disproof), [child.written() for child in self.children or ()]


class TestLaws:
    @pytest.mark.slow
    def test_a_proof_is_right_and_so_is_the_way_to_it(self) -> None:
        """Against looking at everything, and step by step against the textbook, on a thousand trees."""
        seen = set()
        for seed in range(1000):
            random = Random(seed)
            drawn, prover = grown(random, random.randrange(6)), random.choice([FIRST, SECOND])
            textbook, expansions = Textbook(drawn, prover), 0
            steps = [*proofs(prover=prover)(tree_of(drawn))]
            for step in steps:
                assert step.expansions == expansions
                assert nested_pairs(step.tree) == textbook.written()
                if not step.complete:
                    assert step.value is None
                    textbook.step(prover)
                    expansions += 1
            found = prove(prover=prover)(tree_of(drawn))
            assert found.value is settled(drawn, prover)
            assert found[:4] == steps[-1][:4]
            seen.add((found.value, prover, drawn.player))
        assert len(seen) == 12

    @given(seeds(5))
    def test_it_is_minimax_of_what_is_decided(self, drawn: Grown) -> None:
        tree = tree_of(drawn)
        decided = tree | prune_when(lambda label: label is not None) | map_tree(IN_ORDER.__getitem__)
        assert IN_ORDER[prove(tree).value] == minimax(decided)

    @given(unfinished(rules), st.sampled_from(Player))
    def test_its_line_is_the_longest_by_which_the_loser_can_delay(self, p: int, prover: Player) -> None:
        goal = ends_in(rules, Outcome(prover))
        proof = build_tree(rules)(p) | prove(goal=goal, prover=prover)
        winner = prover if proof.value else prover.opponent

        def line(tree: Tree[Numbered[int]]) -> tuple[int, ...]:
            pairs = zip(rules.moves(tree.label.label), tree.children, strict=False)
            lines = [(move, *line(child)) for move, child in pairs if child.label.value is proof.value]
            return lines[0] if lines and tree.player is winner else max(lines, key=len, default=())

        assert proof.line == line(proof.tree)
        assert goal(reduce(rules.play, proof.line, p)) is proof.value

    @given(seeds(5))
    def test_a_disproof_is_the_opponents_proof(self, drawn: Grown) -> None:
        tree = tree_of(drawn)
        theirs = tree | map_tree(NEGATED.__getitem__) | proofs(prover=SECOND)
        for mine, other in zip(proofs(tree), theirs, strict=True):
            assert (mine.value, *mine[1:4]) == (NEGATED[other.value], *other[1:4])
            assert mine.tree.label[1:] == other.tree.label[:0:-1]

    @given(seeds(4))
    def test_the_numbers_are_the_fewest_leaves_that_have_to_be_decided(self, drawn: Grown) -> None:
        for step in islice(proofs(tree_of(drawn)), 12):
            frontier = [label for label in leaves(step.tree) if label[1:] == (1, 1)]
            if len(frontier) <= 6:
                fewest = (fewest_leaves(step.tree, len(frontier), goal) for goal in (True, False))
                assert step.tree.label[1:] == tuple(fewest)

    @given(seeds(5))
    def test_a_step_expands_one_leaf_and_changes_no_earlier_one(self, drawn: Grown) -> None:
        steps, before = [], []
        for step in proofs(tree_of(drawn)):
            steps.append(step)
            before.append(nested_pairs(step.tree))
        assert [nested_pairs(step.tree) for step in steps] == before
        assert [step.expansions for step in steps] == [*range(len(steps))]
        assert [step.nodes for step in steps] == [size(step.tree) for step in steps]
        assert [step.complete for step in steps] == [False] * (len(steps) - 1) + [True]
        for one, two in pairwise(steps):
            assert sum(grew(one.tree, two.tree)) == 1

    @given(seeds(5), st.integers(1, 40))
    def test_a_budget_is_the_beginning_of_the_steps(self, drawn: Grown, most: int) -> None:
        *_, spent = islice(proofs(tree_of(drawn)), most + 1)
        assert prove(max_expansions=most)(tree_of(drawn))[:4] == spent[:4]
        assert spent.complete or spent.expansions == most

    @given(seeds(5))
    def test_the_expanded_tree_proves_as_much(self, drawn: Grown) -> None:
        """What is below its leaves does not matter: they are all that a reader has to check."""
        for step in proofs(tree_of(drawn)):
            known = map_tree(attrgetter("value"))(step.tree)
            assert step.tree.label.value is step.value is prove(known).value

    @given(seeds(5))
    def test_its_nodes_are_those_that_it_visits(self, drawn: Grown) -> None:
        found, visited = count_nodes(prove)(tree_of(drawn))
        assert found.nodes == visited == count_leaves(prove)(tree_of(drawn))[1]

    @pytest.mark.slow
    @given(st.data())
    def test_of_games_it_is_minimax(self, data: st.DataObject) -> None:
        small: AnyRules = data.draw(st.sampled_from([rules, dots_and_boxes.sized(2, 1), nim.heaps(1, 2, 3)]))
        tree = build_tree(small)(data.draw(positions(small)))
        goal = ends_in(small, *data.draw(st.sets(st.sampled_from(Outcome), min_size=1)))
        prover = data.draw(st.sampled_from(Player))
        best = tree | share | map_tree(lambda p: prover * IN_ORDER[goal(p)]) | minimax
        for found in (tree | prove(goal=goal, prover=prover), tree | map_tree(goal) | prove(prover=prover)):
            assert found.complete
            assert IN_ORDER[found.value] == prover * best


def assumed(tree: Tree[Numbered[Decided]], guesses: Iterator[Decided]) -> Grown:
    """The tree as far as it is expanded, with a guess for each leaf that is not."""
    assert tree.player is not None
    below = tuple(assumed(child, guesses) for child in tree.children)
    unknown = not below and tree.label[1:] == (1, 1)
    return Grown(tree.player, next(guesses) if unknown else None if below else tree.label.value, below)


def fewest_leaves(tree: Tree[Numbered[Decided]], frontier: int, goal: bool) -> float:
    """The smallest number of leaves not expanded that settle the root, if they turn out so."""
    for n in range(frontier + 1):
        for chosen in combinations(range(frontier), n):
            guesses = (goal if leaf in chosen else None for leaf in range(frontier))
            if settled(assumed(tree, guesses)) is goal:
                return n
    return inf


def grew(one: Tree[Numbered[Decided]], two: Tree[Numbered[Decided]]) -> Iterator[bool]:
    """For each leaf of a tree, whether another tree has expanded it."""
    before, after = [*one.children], [*two.children]
    if before:
        for pair in zip(before, after, strict=True):
            yield from grew(*pair)
    else:
        yield bool(after) or one.label != two.label


class TestFigures:
    """Those of the textbook's search, where children are evaluated as they are created."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("outcomes", "found"),
        [
            ([Outcome.FIRST_WON], (False, True, 3323, 13950)),
            ([Outcome.FIRST_WON, Outcome.DRAW], (True, True, 474, 2510)),
        ],
    )
    def test_of_tic_tac_toe(self, outcomes: list[Outcome], found: tuple[object, ...]) -> None:
        goal = ends_in(rules, *outcomes)
        tree = build_tree(rules)(rules.start)
        assert (tree | prove(goal=goal))[:4] == found
        assert (tree | map_tree(goal) | prove)[:4] == found
        opposite = ends_in(rules, *({*Outcome} - {*outcomes}))
        assert (tree | prove(goal=opposite, prover=SECOND))[:4] == (not found[0], *found[1:])

    def test_as_the_tree_is_drawn(self) -> None:
        p = rules.read("XX.\nOO.\nOX.")
        *_, done = build_tree(rules)(p) | proofs(goal=ends_in(rules, Outcome.FIRST_WON))

        def shown(each: Numbered[int]) -> str:
            return f"{rules.moves(each.label)} {each.proof}/{each.disproof} {each.value}"

        drawn = done.tree | map_tree(shown) | draw_tree
        assert drawn.split("\n")[0] == "(2, 5, 8) 0/inf True"
        assert drawn.count("None") == 2
        assert done.tree.player is FIRST
        assert [child.player for child in done.tree.children] == [SECOND] * 3

    def test_the_tree_knows_its_game(self) -> None:
        """So a stage after it finds the move that proves the goal."""
        p = rules.read("XX.\nO.O\nOX.")
        found = build_tree(rules)(p) | map_tree(ends_in(rules, Outcome.FIRST_WON)) | proofs
        *_, done = found

        def worth(each: Numbered[Any]) -> int:
            return IN_ORDER[each.value]

        assert done.tree | map_tree(worth) | best_move == 2
        *_, lines = game_tree(rules)(p) | proofs(goal=wins_for_x)
        assert lines.tree | map_tree(worth) | best_move == 2


def wins_for_x(here: Node[int, int]) -> bool | None:
    return ends_in(rules, Outcome.FIRST_WON)(here.position)


def chain(length: int) -> Tree[Decided]:
    """A line of play without branches, proved at its end."""
    return unfold(lambda n: n == length or None, lambda n: [n + 1], 0, player=FIRST)


class TestLimits:
    @pytest.mark.slow
    def test_a_long_line_does_not_exhaust_the_stack(self) -> None:
        found = prove(chain(2_000))
        assert found[:4] == (True, True, 2_000, 2_001)
        assert size(found.tree) == 2_001
        spent = prove(max_expansions=1_500)(chain(2_000))
        assert spent[:4] == (None, False, 1_500, 1_501)
        assert (spent.tree.label, size(spent.tree)) == (Numbered(None, 1, 1), 1_501)

    def test_nor_does_an_infinite_tree_within_a_budget(self) -> None:
        naturals = build_tree(lambda n: (2 * n, 2 * n + 1), player=FIRST)
        found = naturals(1) | map_tree(lambda n: None) | prove(max_expansions=100)
        assert found[:4] == (None, False, 100, 201)
        assert next(naturals(1) | proofs(goal=lambda n: None)).nodes == 1

    def test_what_a_pruned_tree_does_not_decide_stays_undecided(self) -> None:
        goal = ends_in(rules, Outcome.FIRST_WON)
        tree = build_tree(rules)(rules.start)
        assert (tree | prune(4) | prove(goal=goal))[:2] == (None, True)
        found = tree | prune(4) | prove(goal=goal)
        assert found.tree.label[1:] == (inf, inf)
        assert (tree | prune(0) | prove(goal=goal))[:4] == (None, True, 1, 1)
        assert prove(goal=goal)(build_tree(rules)(rules.read("XXX\nOO.\n...")))[:4] == (True, True, 0, 1)

    def test_a_player_can_be_given_to_a_tree_that_does_not_know(self) -> None:
        tree = node(None, [node(True), node(False)])
        assert prove(player=FIRST)(tree).value is True
        assert prove(player=SECOND)(tree).value is False
        assert prove(player=SECOND, prover=SECOND)(tree).value is True


def test_types() -> None:
    p = rules.read("XX.\nO.O\nOX.")
    tree = build_tree(rules)(p)
    goal = ends_in(rules, Outcome.FIRST_WON)
    assert_type(goal(rules.start), bool | None)
    assert_type(tree | map_tree(goal) | prove(max_expansions=1), Proof[bool | None])
    assert_type(prove(map_tree(goal)(tree)).value, bool | None)
    assert_type((build_tree(rules) | map_tree(goal) | prove)(p), Proof[bool | None])
    assert_type((build_tree(rules) | prove(goal=goal, max_expansions=1))(p), Proof[int])
    assert_type(prove(goal=goal, max_expansions=1), Stage[Tree[int], Proof[int]])
    assert_type((tree | prove(goal=goal, max_expansions=1)).tree.label.label, int)
    assert_type(next(tree | proofs(goal=goal)), Proof[int])
    assert repr(prove(goal=goal, max_expansions=1)).startswith(
        "prove(goal=ends_in(<Rules: tictactoe>, Outcome.FIRST_WON), max_expansions=1"
    )
