"""Scenes of all kinds, drawn without a terminal: for the tests of sizes, colours and pictures."""

from collections.abc import Iterator

from support import situations as s

from companion.protocol import Choice, DeviceHealth, Devices, Message, Prompt, PromptShown
from companion.screen.banker import PARTS
from companion.screen.canvas import Canvas
from companion.screen.followed import Followed
from companion.screen.look import Look
from companion.screen.plan import plan
from companion.screen.scene import Scene
from engine import commands as c
from engine import corrections as fix
from engine.ids import SpaceId

LOST = Devices((DeviceHealth("reader-1", False, ""), DeviceHealth("board", True, "")))  # noqa: FBT003
BID = Prompt(
    kind="auction",
    player=None,
    title="Auction: Pennsylvania Avenue",
    detail="Anna leads with 150",
    amount=160,
    choices=tuple(Choice(f"+{step}", None) for step in (1, 10, 50, 100)),
    highlight=1,
    seconds_left=6.6,
    seconds_whole=10.0,
)


def start(players: int) -> list[Message]:
    return [s.welcome(s.lobby(players))]


def throw(players: int) -> list[Message]:
    """Make a visit that pays rent, and say what hands must do."""
    state = s.mid_game(players)
    return [s.welcome(state), *s.played(state, c.RecordRoll(5, 3))[1]]


def offer(players: int) -> list[Message]:
    """Let somebody be asked to buy."""
    mover = s.mid_game(players).phase.player
    state = s.after(s.mid_game(players), fix.PlaceToken(mover, SpaceId(22)))
    state, heard = s.played(state, c.RecordRoll(6, 6))
    return [s.welcome(state), *heard, PromptShown(s.offer_prompt(state))]


def auction(players: int) -> list[Message]:
    """Put a deed under the hammer; one has passed."""
    mover = s.mid_game(players).phase.player
    state = s.after(s.mid_game(players), fix.PlaceToken(mover, SpaceId(22)), c.RecordRoll(6, 6))
    last = s.seat(players - 1)
    heard = s.played(
        state, c.DeclineDeed(), c.PlaceBid(s.seat(1), 120), c.PlaceBid(s.seat(0), 150),
        *(() if last <= 1 else (c.PassBid(last),)),
    )[1]  # fmt: skip
    return [s.welcome(state), *heard, PromptShown(BID)]


def debt(players: int) -> list[Message]:
    """Let the last player owe rent he has not got, and must raise."""
    poor = s.seat(players - 1)
    state = s.after(
        s.mid_game(players),
        fix.SetCash(poor, 20), fix.PlaceToken(poor, SpaceId(9)), fix.SetTurn(poor),
    )  # fmt: skip
    state, heard = s.played(state, c.RecordRoll(4, 3))
    owed = getattr(state.phase, "amount", 0)
    name = state.names[poor]
    prompt = Prompt(
        kind="debt",
        player=poor,
        title=f"{name} owes {owed}",
        detail="Cash, buildings and deeds would bring enough",
        amount=owed,
        choices=(Choice("My wallet", None),),
        highlight=0,
    )
    return [s.welcome(state), *heard, PromptShown(prompt)]


def out(players: int) -> list[Message]:
    """Bankrupt somebody (with three or more), the others play on; a reader is lost."""
    messages = throw(players)
    state = s.mid_game(players)
    heard = s.played(state, *([c.Resign(s.seat(1))] if players > 2 else []))[1]
    return [messages[0], *heard, LOST]


def over(players: int) -> list[Message]:
    """End the game."""
    state = s.mid_game(players)
    return [s.welcome(state), *s.played(state, c.StopGame())[1], PromptShown(None)]


ALL = {
    "start": start, "throw": throw, "offer": offer, "auction": auction,
    "debt": debt, "out": out, "over": over,
}  # fmt: skip


def scene(messages: list[Message], look: Look, width: int, height: int) -> Scene:
    """Return the scene after *messages* in a window of that size."""
    followed = Followed()
    for message in messages:
        followed.take(message, 0.0)
    return followed.scene(look, plan(width, height, followed.players()), 0.0)


def drawn(shown: Scene) -> Iterator[tuple[str, Canvas]]:
    """Yield each part of the screen and its canvas."""
    for name, painter in PARTS.items():
        area = getattr(shown.plan, name)
        canvas = Canvas(area.width, area.height, shown.look)
        painter(canvas, shown)
        yield name, canvas


def text(canvas: Canvas) -> str:
    """Return the signs of a canvas, a line a row."""
    return "\n".join("".join(cell[0] for cell in row).rstrip() for row in canvas.rows)
