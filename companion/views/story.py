"""What a screen remembers between transitions: the last throw, the ledger, what hands must do."""

import msgspec

from companion.ledger_lines import newest
from companion.protocol import LedgerLine, Transition
from companion.views.receipts import Todo, todos
from engine import events as e
from engine.ids import PlayerId, SpaceId
from engine.state import State

HANDS_MAX = 3  # the newest; older ones are done or forgotten


class Throw(msgspec.Struct, frozen=True, gc=False):
    """The last throw."""

    player: PlayerId | None
    """Nobody: it was made before this screen was opened."""
    die_1: int
    die_2: int


class Story(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """All that is not in the state itself."""

    lines: tuple[LedgerLine, ...] = ()
    """Of the ledger, the newest last."""
    throw: Throw | None = None
    spotlight: SpaceId | None = None
    """The space last landed on, bought or built on: the stage shows it."""
    hands: tuple[Todo, ...] = ()
    """What hands must do, the newest last; each until YES or that player's next throw."""


def opening_story(state: State, ledger: tuple[LedgerLine, ...]) -> Story:
    """Return what is known when a screen is opened."""
    die_1, die_2 = state.roll
    return Story(lines=ledger, throw=Throw(None, die_1, die_2) if die_1 else None)


def told(story: Story, before: State, transition: Transition, after: State) -> Story:
    """Return the story after a transition that takes nothing back."""
    events = transition.events
    throwers = {event.player for event in events if isinstance(event, e.Rolled)}
    kept = story.hands
    if throwers:
        kept = tuple(todo for todo in kept if todo.seat is not None and todo.seat not in throwers)
    return Story(
        lines=newest(story.lines, transition, after),
        throw=_throw(story, events, after),
        spotlight=_spotlight(story, events),
        hands=(*kept, *todos(before, after))[-HANDS_MAX:],
    )


def readopted(story: Story, before: State, transition: Transition, after: State) -> Story:
    """Return the story after something was taken or brought back; the ledger is never cut."""
    die_1, die_2 = after.roll
    return Story(
        lines=newest(story.lines, transition, after),
        throw=Throw(None, die_1, die_2) if die_1 else None,
        hands=todos(before, after)[-HANDS_MAX:],
    )


def done(story: Story) -> Story:
    """Return the story after YES: hands have done what they had to."""
    return msgspec.structs.replace(story, hands=())


def _throw(story: Story, events: tuple[e.Event, ...], after: State) -> Throw | None:
    if after.turns == 0 and not any(after.roll):
        return None
    rolled = [event for event in events if isinstance(event, e.Rolled)]
    if not rolled:
        return story.throw
    return Throw(rolled[-1].player, rolled[-1].die_1, rolled[-1].die_2)


def _spotlight(story: Story, events: tuple[e.Event, ...]) -> SpaceId | None:
    for event in reversed(events):
        if isinstance(event, e.TokenMoved | e.DeedGranted | e.BuildingsChanged):
            return event.space
        if isinstance(event, e.PlayerJailed):
            return None
    return story.spotlight
