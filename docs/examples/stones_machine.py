"""The game ``stones`` as a state machine of Hypothesis, whose rule draws a legal move."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from returns.maybe import Nothing
from stones import stones, take, takes

from fpgames.testing import legal_moves


class StonesMachine(RuleBasedStateMachine):
    p = stones.start

    @rule()
    def begin_again(self):
        self.p = stones.start

    @precondition(lambda self: takes(self.p))
    @rule(data=st.data())
    def play(self, data):
        self.p = take(self.p, data.draw(legal_moves(stones, self.p)))

    @invariant()
    def stones_are_left_unless_it_is_over(self):
        assert (self.p.stones > 0) == (stones.outcome(self.p) is Nothing)
