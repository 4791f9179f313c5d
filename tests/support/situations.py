"""Tables in the middle of a game, made by commands as the banker would put them."""

from functools import cache

from companion.editions import load_edition
from companion.protocol import (
    Choice,
    DeviceHealth,
    LedgerLine,
    Message,
    Prompt,
    PromptShown,
    Transition,
    Welcome,
)
from engine import commands as c
from engine import corrections as fix
from engine.board import Edition
from engine.decide import Accepted, decide
from engine.ids import AccountId, PlayerId, SpaceId
from engine.phases import Auction, PurchaseOffer, TaxChoice
from engine.state import State, new_state

NAMES = ("Anna", "Bogdan", "Chiara", "Dirk", "Eva", "Florin", "Giulia", "Honza")
DEVICES = (DeviceHealth("reader-1", True, ""), DeviceHealth("board", True, ""))  # noqa: FBT003
OWNED = (
    (0, (1, 3, 16, 18, 19, 12)),
    (1, (26, 27, 29, 5)),
    (2, (6, 8, 9, 31, 25)),
    (3, (11, 14, 15, 37)),
    (4, (21, 35)),
    (5, (13,)),
    (6, (28,)),
    (7, (32,)),
)
HOUSES = ((1, 1), (3, 1), (16, 3), (18, 2), (19, 2), (6, 4), (8, 4), (9, 5), (26, 3), (27, 2))
PLACES = (24, 37, 16, 10, 0, 15, 5, 39)
CASH = (1840, 612, 1275, 96, 2310, 455, 1020, 780)


def seat(number: int) -> PlayerId:
    """Return the player at a seat, 0 to 7."""
    return PlayerId(AccountId(number))


@cache
def edition() -> Edition:
    """Return the edition of all situations."""
    return load_edition("us")


def after(state: State, *commands: c.Command) -> State:
    """Return the state after *commands*, all of which must be accepted."""
    return played(state, *commands)[0]


def played(state: State, *commands: c.Command) -> tuple[State, tuple[Transition, ...]]:
    """Return the state after *commands* and what clients would hear of them."""
    heard = []
    for number, command in enumerate(commands, 2):
        decision = decide(state, command)
        assert isinstance(decision, Accepted), f"{command} was refused: {decision}"
        heard.append(Transition(number, "command", command, decision.events))
        state = decision.state
    return state, tuple(heard)


def lobby(players: int) -> State:
    """Return a table where so many have sat down."""
    state = after(new_state(edition()), c.OpenGame(edition()))
    return after(state, c.SeatPlayers(NAMES[:players])) if players else state


@cache
def mid_game(players: int = 4) -> State:
    """Return a rich position: Chiara is to throw, on the orange street of Anna."""
    commands: list[c.Command] = [c.StartGame(), fix.SetTurn(seat(0))]
    for number in range(players):
        commands += [fix.SetCash(seat(number), CASH[number])]
        commands += [fix.PlaceToken(seat(number), SpaceId(PLACES[number]))]
        spaces = tuple(SpaceId(space) for space in OWNED[number][1])
        commands += [fix.SetOwner(seat(number), spaces)]
    owned = {space for number in range(players) for space in OWNED[number][1]}
    for space, level in HOUSES:
        if space in owned:
            commands += [fix.SetBuildings(SpaceId(space), level)]
    pledged = tuple(SpaceId(space) for space in (14, 15) if space in owned)
    if pledged:
        commands += [fix.SetMortgaged(pledged, is_mortgaged=True)]
    if players > 3:
        commands += [fix.JailPlayer(seat(3), 1)]
    turn = seat(min(2, players - 1))
    return after(lobby(players), *commands, fix.SetTurn(turn))


def welcome(
    state: State, prompt: Prompt | None = None, ledger: tuple[LedgerLine, ...] = ()
) -> Welcome:
    """Return what a client would hear first."""
    return Welcome(1, 1, "evening", state, ledger, prompt, DEVICES)


def offer_prompt(state: State) -> Prompt:
    """Return what the flows ask when a street is for sale."""
    player = state.phase.player
    price = state.edition.title(state.phase.space).price
    name = state.names[player]
    return Prompt(
        kind="offer",
        player=player,
        title=f"{name}: buy {state.edition.spaces[state.phase.space].name}?",
        amount=price,
        choices=(
            Choice(f"Buy for {price}", c.BuyDeed(), -price, state.cash[player] - price),
            Choice("Auction", c.DeclineDeed()),
            Choice("My wallet", None),
        ),
        highlight=0,
    )


class Heard:
    """A game as a client hears it, from `mid_game` on."""

    def __init__(self, players: int) -> None:
        self.state = mid_game(players)
        self.messages: list[Message] = [welcome(self.state)]

    def do(self, *commands: c.Command) -> "Heard":
        """Carry out *commands*, all of which must be accepted."""
        for command in commands:
            decision = decide(self.state, command)
            assert isinstance(decision, Accepted), f"{command} was refused: {decision}"
            number = len(self.messages) + 1
            self.messages.append(Transition(number, "command", command, decision.events))
            self.state = decision.state
        return self

    def play(self, *throws: tuple[int, int]) -> "Heard":
        """Throw these dice one after the other, and answer in haste what is asked."""
        for throw in throws:
            answer: c.Command | None = c.RecordRoll(*throw)
            while answer is not None:
                self.do(answer)
                answer = _answer(self.state)
        return self

    def ask(self, prompt: Prompt | None) -> list[Message]:
        """Return all that was heard, with this question at the end."""
        return [*self.messages, PromptShown(prompt)]


def _answer(state: State) -> c.Command | None:
    """Return what somebody in a hurry does; nothing where dice are due or money must be raised."""
    match state.phase:
        case PurchaseOffer(player=player, space=space):
            price = state.edition.title(space).price
            return c.BuyDeed() if state.cash[player] >= price + 100 else c.DeclineDeed()
        case Auction(leader=leader, bidders=bidders):
            return c.PlaceBid(bidders[0], 90) if leader < 0 else c.CloseBidding()
        case TaxChoice():
            return c.ChooseTax(by_percent=False)
    return None
