"""Scenes of all kinds, drawn without a terminal: for the tests of sizes, colours and pictures."""

from collections.abc import Iterator

from support import situations as s

from companion.flows import over as flows
from companion.flows.business import Wallet
from companion.flows.memory import Memory
from companion.flows.settings import Settings
from companion.protocol import Choice, DeviceHealth, Devices, Message, Prompt
from companion.screen.banker import PARTS
from companion.screen.canvas import Canvas
from companion.screen.followed import Followed
from companion.screen.look import Look
from companion.screen.page import Page
from companion.screen.plan import plan
from companion.screen.scene import Scene
from companion.views.cards import card_words
from engine import commands as c
from engine import corrections as fix
from engine.ids import SpaceId

LOST = Devices((DeviceHealth("reader-1", False, ""), DeviceHealth("board", True, "")))  # noqa: FBT003
BID = Prompt(
    kind="auction",
    player=None,
    title="Auction: Boardwalk",
    detail="Anna leads with 150",
    amount=160,
    choices=tuple(Choice(f"+{step}", None) for step in (1, 10, 50, 100)),
    highlight=1,
    seconds_left=6.6,
    seconds_whole=10.0,
)


EVENING = ((6, 5), (2, 5), (3, 4), (1, 2), (4, 3), (5, 5), (5, 6), (6, 4))


def start(players: int, *, is_late: bool = False) -> list[Message]:
    """Let people sit down."""
    del is_late
    question = Prompt("lobby", None, "Tap to join, in seat order", "YES starts")
    return [s.welcome(s.lobby(players), question)]


def throw(players: int, *, is_late: bool = False) -> list[Message]:
    """Make a visit that pays rent, and say what hands must do."""
    return _heard(players, is_late=is_late).do(c.RecordRoll(5, 3)).messages


def offer(players: int, *, is_late: bool = False) -> list[Message]:
    """Let somebody be asked to buy."""
    heard = _at_boardwalk(players, is_late=is_late)
    return heard.ask(s.offer_prompt(heard.state))


def auction(players: int, *, is_late: bool = False) -> list[Message]:
    """Put a deed under the hammer; with three or more one has passed."""
    heard = _at_boardwalk(players, is_late=is_late)
    heard.do(c.DeclineDeed(), c.PlaceBid(s.seat(1), 120), c.PlaceBid(s.seat(0), 150))
    if players > 2:
        heard.do(c.PassBid(s.seat(players - 1)))
    return heard.ask(BID)


def debt(players: int, *, is_late: bool = False) -> list[Message]:
    """Let the last player owe rent he has not got, and must raise."""
    poor = s.seat(players - 1)
    heard = _heard(players, is_late=is_late)
    if heard.state.cash[poor] > 100:
        heard.do(fix.SetCash(poor, 20))
    heard.do(fix.PlaceToken(poor, SpaceId(9)), fix.SetTurn(poor), c.RecordRoll(4, 3))
    owed = heard.state.phase.amount
    prompt = Prompt(
        kind="debt",
        player=poor,
        title=f"{heard.state.names[poor]} owes {owed} to Anna",
        detail=f"Cash {heard.state.cash[poor]}: raise the rest",
        amount=owed,
        choices=(
            Choice("Sell buildings", None),
            Choice("Mortgage", None),
            Choice("Give up", c.DeclareBankruptcy(poor)),
        ),
        highlight=1,
    )
    return heard.ask(prompt)


def out(players: int, *, is_late: bool = False) -> list[Message]:
    """Bankrupt somebody (with three or more), let the others play on; lose a reader."""
    heard = _heard(players, is_late=is_late)
    if players > 2:
        heard.do(c.Resign(s.seat(1)))
    return [*heard.messages, LOST]


def jail(players: int, *, is_late: bool = False) -> list[Message]:
    """Ask somebody in jail for the way out."""
    heard = _heard(players, is_late=is_late)
    heard.do(fix.JailPlayer(s.seat(1), 1), fix.SetTurn(s.seat(1)))
    fine, cash = heard.state.edition.jail_fine, heard.state.cash[1]
    prompt = Prompt(
        kind="roll",
        player=s.seat(1),
        title="Bogdan: out of jail?",
        choices=(
            Choice("Throw for doubles", None),
            Choice(f"Pay {fine}", c.PayFine(s.seat(1)), -fine, cash - fine),
            Choice("My wallet", None),
        ),
        highlight=0,
    )
    return heard.ask(prompt)


def over(players: int, *, is_late: bool = False) -> list[Message]:
    """End the game."""
    heard = _heard(players, is_late=is_late).do(c.StopGame())
    winner = heard.state.phase.outcome.winners[0]
    name = heard.state.names[winner]
    return heard.ask(Prompt("over", winner, f"{name} wins", "MENU: a new game, the same people"))


def wallet(players: int, *, is_late: bool = False) -> list[Message]:
    """Lay a wallet open, with all that its owner may do now."""
    heard = _heard(players, is_late=is_late)
    player = s.seat(0)
    ask = Wallet(player).ask(flows.Scene(heard.state, Settings(boot="b"), Memory(), 0.0))
    return heard.ask(
        Prompt(
            kind="wallet",
            player=player,
            title=ask.title,
            detail=ask.detail,
            amount=ask.amount,
            choices=tuple(way.choice for way in ask.ways),
            highlight=2,
            seconds_left=12.0,
            seconds_whole=20.0,
        )
    )


def deal(players: int, *, is_late: bool = False) -> list[Message]:
    """Let two trade, or three where so many sit there; one has signed."""
    heard = _heard(players, is_late=is_late)
    parties = tuple(s.seat(number) for number in range(min(3, players)))
    items = [
        c.TradeItem(parties[0], parties[1], space=SpaceId(12)),
        c.TradeItem(parties[1], parties[0], space=SpaceId(5)),
        c.TradeItem(parties[1], parties[0], money=120),
    ]
    if players > 2:
        items.append(c.TradeItem(parties[2], parties[0], space=SpaceId(25)))
    return heard.ask(
        Prompt(
            kind="trade",
            player=parties[0],
            title="Anna: sign the deal?",
            detail="NO: no deal",
            choices=(Choice("Sign", None), Choice("More money", None)),
            highlight=0,
            seconds_left=95.0,
            seconds_whole=120.0,
            deal=c.Trade(parties, tuple(items)),
            signed=(parties[1],),
            side=parties[0],
        )
    )


def card(players: int, *, is_late: bool = False) -> list[Message]:
    """Ask which of the real deck's cards was drawn: more choices than buttons."""
    heard = _heard(players, is_late=is_late)
    cards = heard.state.edition.chance
    words = tuple(card_words(heard.state.edition, each.id).capitalize() for each in cards)
    return heard.ask(
        Prompt(
            kind="card",
            player=s.seat(1),
            title="Bogdan: which card is it?",
            detail="Chance",
            choices=tuple(Choice(each, None) for each in words),
            highlight=9,
        )
    )


def undo(players: int, *, is_late: bool = False) -> list[Message]:
    """Ask whether the last act is to be taken back, and say what hands put back."""
    heard = _heard(players, is_late=is_late).do(c.RecordRoll(5, 3))
    title = "Take back: Chiara: throw 5 3?"
    detail = "The banker's card and another player's; NO leaves it"
    return heard.ask(Prompt("undo", None, title, detail, seconds_left=20.0, seconds_whole=20.0))


def _heard(players: int, *, is_late: bool) -> s.Heard:
    """Return a game in its middle; late, with a ledger full of what happened."""
    heard = s.Heard(players)
    return heard.play(*EVENING) if is_late else heard


def _at_boardwalk(players: int, *, is_late: bool) -> s.Heard:
    heard = _heard(players, is_late=is_late)
    mover = heard.state.phase.player
    return heard.do(fix.PlaceToken(mover, SpaceId(27)), c.RecordRoll(6, 6))


ALL = {
    "start": start, "throw": throw, "offer": offer, "auction": auction,
    "debt": debt, "out": out, "jail": jail, "over": over, "wallet": wallet, "deal": deal,
    "card": card, "undo": undo,
}  # fmt: skip


def scene(
    messages: list[Message], look: Look, width: int, height: int, page: Page | None = None
) -> Scene:
    """Return the scene after *messages* in a window of that size, with a page open."""
    followed = Followed()
    followed.page = page
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
