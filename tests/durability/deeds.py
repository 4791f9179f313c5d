"""What may be done to a house, each as one step; chosen by hypothesis, or by one seed."""

# ruff: noqa: ARG001  # all deeds are called alike
import random

from durability.house import CARDS, House, set_clock
from support.games import next_command

from companion.protocol import Redo, Submit, Undo
from engine.commands import CloseBidding

WALLS = (
    "1970-01-01T00:00:00.000+00:00",
    "2026-03-01T12:00:00.000+00:00",
    "2099-12-31T23:59:59.999+00:00",
)


async def throw(house: House, rng: random.Random) -> None:
    """Throw the dice; at times the board hears no acknowledgement."""
    house.board.throw((rng.randint(1, 6), rng.randint(1, 6)))
    await house.deliver(is_acknowledgement_lost=rng.random() < 0.3)


async def press(house: House, rng: random.Random) -> None:
    """Press a button, and let go."""
    button = rng.choice(["yes", "yes", "no", "menu"])
    for is_down in (True, False):
        house.board.press(button, is_down=is_down)
        await house.deliver(is_acknowledgement_lost=rng.random() < 0.2)


async def send_again(house: House, rng: random.Random) -> None:
    """Let the board send what it still has."""
    await house.deliver()


async def replay(house: House, rng: random.Random) -> None:
    """Let anything from before arrive once more."""
    await house.replay(rng.randrange(1 << 20))


async def tap(house: House, rng: random.Random) -> None:
    """Tap any card."""
    await house.tap(rng.choice(CARDS)[0])


async def command(house: House, rng: random.Random) -> None:
    """Ask for something that the rules allow."""
    asked = legal(house, rng)
    reply = await house.ask(asked)
    assert reply.is_accepted or asked.command == CloseBidding(), reply  # where nothing is legal


async def ask_again(house: House, rng: random.Random) -> None:
    """Send a request twice."""
    await house.ask_again(rng.randrange(1 << 20))


async def ask_stale(house: House, rng: random.Random) -> None:
    """Ask from an old screen."""
    await house.ask_stale(next_command(house.table.state, rng))


async def undo(house: House, rng: random.Random) -> None:
    """Take something back."""
    await house.ask(Undo(house.name(), rng.randint(1, 3)))


async def redo(house: House, rng: random.Random) -> None:
    """Bring something back."""
    await house.ask(Redo(house.name(), rng.randint(1, 2)))


async def reboot(house: House, rng: random.Random) -> None:
    """Reboot the board."""
    house.board.reboot()


async def jump(house: House, rng: random.Random) -> None:
    """Set the clock to any time."""
    set_clock(rng.choice(WALLS))


async def restart(house: House, rng: random.Random) -> None:
    """Stop and start the table."""
    await house.restart()


async def crash(house: House, rng: random.Random) -> None:
    """Lose the process with up to three requests in flight."""
    undos = (Undo(house.name()) for _place in range(rng.randrange(3)))
    await house.crash((legal(house, rng), *undos), rng.randrange(4))


def legal(house: House, rng: random.Random) -> Submit:
    """Return a new request that the rules allow."""
    return Submit(house.name(), next_command(house.table.state, rng))


WEIGHTS = {
    throw: 6,
    press: 4,
    send_again: 2,
    replay: 2,
    tap: 5,
    command: 8,
    ask_again: 3,
    ask_stale: 1,
    undo: 2,
    redo: 1,
    reboot: 1,
    jump: 1,
    restart: 1,
    crash: 2,
}
