"""The rulebook, pure: no I/O, no clock, no chance."""

from engine.decide import Accepted, decide
from engine.evolve import evolve
from engine.options import options
from engine.refusals import Refusal, Refused
from engine.state import State, new_state

__all__ = [
    "Accepted",
    "Refusal",
    "Refused",
    "State",
    "decide",
    "evolve",
    "new_state",
    "options",
]
