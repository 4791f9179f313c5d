"""Scenes of all kinds, drawn without a terminal: for the tests of sizes, colours and pictures."""

from collections.abc import Iterator

import msgspec
from support import situations as s

from companion.flows import over as flows
from companion.flows.attention import Attention
from companion.flows.business import Wallet
from companion.flows.deal import Deal
from companion.flows.memory import Memory
from companion.flows.menu import Menu
from companion.flows.question import Question
from companion.flows.reseat import Reseat
from companion.flows.settings import Settings
from companion.flows.starting import Resume
from companion.flows.takeback import Act, TakeBack
from companion.protocol import DeviceHealth, Devices, Message, Prompt
from companion.screen.banker import PARTS
from companion.screen.canvas import Canvas
from companion.screen.followed import Followed
from companion.screen.look import Look
from companion.screen.page import Page
from companion.screen.plan import plan
from companion.screen.scene import Scene
from companion.screen.strips import Line
from engine import commands as c
from engine import corrections as fix
from engine.ids import SpaceId
from engine.state import State

LOST = Devices((DeviceHealth("reader-1", False, ""), DeviceHealth("board", True, "")))  # noqa: FBT003


EVENING = ((6, 5), (2, 5), (3, 4), (1, 2), (4, 3), (5, 5), (5, 6), (6, 4))


def start(players: int, *, is_late: bool = False) -> list[Message]:
    """Let people sit down."""
    del is_late
    state = s.lobby(players)
    return [s.welcome(state, question(state))]


def throw(players: int, *, is_late: bool = False) -> list[Message]:
    """Make a visit that pays rent, and say what hands must do."""
    return _heard(players, is_late=is_late).do(c.RecordRoll(5, 3)).messages


def offer(players: int, *, is_late: bool = False) -> list[Message]:
    """Let somebody be asked to buy."""
    heard = _at_boardwalk(players, is_late=is_late)
    return heard.ask(question(heard.state))


def auction(players: int, *, is_late: bool = False) -> list[Message]:
    """Put a deed under the hammer; with three or more one has passed."""
    heard = _at_boardwalk(players, is_late=is_late)
    heard.do(c.DeclineDeed(), c.PlaceBid(s.seat(1), 120), c.PlaceBid(s.seat(0), 150))
    if players > 2:
        heard.do(c.PassBid(s.seat(players - 1)))
    return heard.ask(question(heard.state, turned=1, past_s=3.4))


def debt(players: int, *, is_late: bool = False) -> list[Message]:
    """Let the last player owe rent he has not got, and must raise."""
    poor = s.seat(players - 1)
    heard = _heard(players, is_late=is_late)
    if heard.state.cash[poor] > 100:
        heard.do(fix.SetCash(poor, 20))
    heard.do(fix.PlaceToken(poor, SpaceId(9)), fix.SetTurn(poor), c.RecordRoll(4, 3))
    return heard.ask(question(heard.state, turned=1))


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
    return heard.ask(question(heard.state))


def over(players: int, *, is_late: bool = False) -> list[Message]:
    """End the game."""
    heard = _heard(players, is_late=is_late).do(c.StopGame())
    return heard.ask(question(heard.state))


def wallet(players: int, *, is_late: bool = False) -> list[Message]:
    """Lay a wallet open, with all that its owner may do now."""
    heard = _heard(players, is_late=is_late)
    return heard.ask(question(heard.state, Wallet(s.seat(0)), turned=3, past_s=8.0))


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
    lying = Deal(parties, parties[0], tuple(items), signed=frozenset({parties[1]}))
    return heard.ask(question(heard.state, lying, past_s=25.0))


def card(players: int, *, is_late: bool = False) -> list[Message]:
    """Ask which of the real deck's cards was drawn: more choices than buttons."""
    heard = _heard(players, is_late=is_late)
    rules = msgspec.structs.replace(heard.state.rules, decks="physical")
    heard.state = msgspec.structs.replace(heard.state, rules=rules)
    heard.messages = [s.welcome(heard.state)]
    heard.do(fix.SetTurn(s.seat(1)), fix.PlaceToken(s.seat(1), SpaceId(0)), c.RecordRoll(3, 4))
    return heard.ask(question(heard.state, turned=9))


def undo(players: int, *, is_late: bool = False) -> list[Message]:
    """Ask whether the last act is to be taken back, and say what hands put back."""
    heard = _heard(players, is_late=is_late)
    before = heard.state
    heard.do(c.RecordRoll(5, 3))
    act = Act(None, c.RecordRoll(5, 3), before)
    return heard.ask(question(heard.state, TakeBack(act)))


def menu(players: int, *, is_late: bool = False) -> list[Message]:
    """Open the menu."""
    heard = _heard(players, is_late=is_late)
    return heard.ask(question(heard.state, Menu(None), turned=2))


def resume(players: int, *, is_late: bool = False) -> list[Message]:
    """Switch the table on in mid-game: it says where everything belongs."""
    heard = _heard(players, is_late=is_late)
    return heard.ask(question(heard.state, Resume((3, 4))))


def seats(players: int, *, is_late: bool = False) -> list[Message]:
    """Let people change seats: half of them sit already."""
    heard = _heard(players, is_late=is_late)
    order = tuple(s.seat(number) for number in reversed(range(players // 2, players)))
    return heard.ask(question(heard.state, Reseat(order)))


def tax(players: int, *, is_late: bool = False) -> list[Message]:
    """Let somebody choose the tax."""
    heard = _heard(players, is_late=is_late)
    heard.do(fix.PlaceToken(s.seat(0), SpaceId(0)), fix.SetTurn(s.seat(0)), c.RecordRoll(1, 3))
    return heard.ask(question(heard.state))


def want(players: int, *, is_late: bool = False) -> list[Message]:
    """Call for the last house, which two might want."""
    heard = _heard(players, is_late=is_late)
    heard.do(fix.SetSupply(1, heard.state.hotels), c.WantBuildings(s.seat(0), 1))
    return heard.ask(question(heard.state, past_s=6.0))


def question(
    state: State, lying: flows.Over | None = None, *, turned: int = 0, past_s: float = 0.0
) -> Prompt:
    """Return what the flows ask, the knob *turned*, so many seconds after they began."""
    asked = Question().now(flows.Scene(state, Settings(boot="b"), Memory(), 0.0), lying)
    attention = Attention()
    attention.follow(asked, 0.0)
    attention.turn(asked, turned)
    return attention.prompt(asked, past_s, is_held=False)


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
    "card": card, "undo": undo, "menu": menu, "resume": resume, "seats": seats, "tax": tax,
    "want": want,
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
        canvas = Canvas(area.width, area.height, shown.look, shorten=shown.shorten)
        painter(canvas, shown)
        yield name, canvas


def lines(canvas: Canvas) -> list[Line]:
    """Return the rows of a canvas as Textual takes them."""
    return [Line(row) for row in canvas.finished()]


def text(canvas: Canvas) -> str:
    """Return the signs of a canvas, a line a row."""
    return "\n".join("".join(cell[0] for cell in row).rstrip() for row in canvas.rows)
