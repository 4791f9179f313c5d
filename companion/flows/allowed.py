"""What may be done now, asked of the engine once a position."""

from engine.options import Option, options
from engine.state import State

_last: tuple[State | None, tuple[Option, ...]] = (None, ())  # one reference, replaced whole


def allowed(state: State) -> tuple[Option, ...]:
    """Return the engine's options in *state*; a prompt is made of them in several places."""
    global _last  # noqa: PLW0603  # a memory of one: the same answer, sooner
    known, found = _last
    if known is not state:
        found = options(state)
        _last = (state, found)
    return found
