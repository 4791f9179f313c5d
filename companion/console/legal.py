"""What may be said at a console now: the engine's options as lines of the console language."""

from collections.abc import Iterator

from companion.console.parser import complete
from engine import commands as c
from engine.ids import PlayerId
from engine.options import (
    AnyCard,
    AnyRoll,
    BidRange,
    Exact,
    MayBuild,
    MaySell,
    MaySellGroup,
    MayTrade,
    MayWant,
    Option,
    options,
)
from engine.state import State

BID_STEPS = (0, 9, 49, 99)
"""Above the least bid: 1, 10, 50 and 100 above the high one."""
SUGGESTIONS_MAX = 8
LEGAL_MAX = 4

_OF_PLAYER: dict[type[c.Command], str] = {
    c.PassBid: "pass",
    c.ClaimRent: "claim",
    c.PayFine: "fine",
    c.DeclareBankruptcy: "bankrupt",
    c.Resign: "resign",
    c.ConfirmPayment: "confirm",
    c.GiveBackRent: "giveback",
}
_OF_SPACE: dict[type[c.Command], str] = {
    c.PlaceBuilding: "place",
    c.MortgageDeed: "mortgage",
    c.LiftMortgage: "lift",
}
_BARE: dict[type[c.Command], str] = {
    c.BuyDeed: "buy",
    c.DeclineDeed: "decline",
    c.CloseBidding: "close",
    c.PayDebt: "pay",
    c.StartGame: "start",
}


def legal_lines(state: State) -> tuple[str, ...]:
    """Return the lines that would be accepted now; a few of each where amounts are free."""
    found = (line for option in options(state) for line in _lines(state, option))
    return tuple(dict.fromkeys(found))


def legal_instead(line: str, state: State) -> tuple[str, ...]:
    """Return what could be said instead of a refused *line*: the same verb, else the verbs."""
    lines = legal_lines(state)
    verb = line.split(maxsplit=1)[0].casefold() if line.split() else ""
    same = tuple(each for each in lines if each.split()[0] == verb)
    if same:
        return same[:LEGAL_MAX]
    return tuple(dict.fromkeys(each.split()[0] for each in lines))[:SUGGESTIONS_MAX]


def suggestions(line: str, state: State) -> tuple[str, ...]:
    """Return the words that could stand where *line* ends, those that are legal now first."""
    begun = "" if not line or line[-1].isspace() else line.rsplit(maxsplit=1)[-1]
    before = line.removesuffix(begun).casefold().split()
    legal = []
    for each in legal_lines(state):
        words = each.split()
        if len(words) > len(before) and [w.casefold() for w in words[: len(before)]] == before:
            word = words[len(before)]
            if word.casefold().startswith(begun.casefold()):
                legal.append(word)
    return tuple(dict.fromkeys((*legal, *complete(line, state))))[:SUGGESTIONS_MAX]


def completed(line: str, words: tuple[str, ...]) -> str:
    """Return *line* with its last word completed as far as *words* agree."""
    if not words:
        return line
    begun = "" if not line or line[-1].isspace() else line.rsplit(maxsplit=1)[-1]
    if len(words) == 1:
        return line.removesuffix(begun) + words[0] + " "
    common = words[0]
    for word in words[1:]:
        while not word.casefold().startswith(common.casefold()):
            common = common[:-1]
    return line.removesuffix(begun) + common if len(common) > len(begun) else line


def _lines(state: State, option: Option) -> Iterator[str]:  # noqa: C901  # one flat table
    match option:
        case Exact(command=command):
            yield from _exact(state, command)
        case AnyRoll():
            yield "roll"
        case BidRange(player=player, low=low, high=high):
            for amount in (*(low + step for step in BID_STEPS), high):
                if low <= amount <= high:
                    yield f"bid {_name(state, player)} {amount}"
        case AnyCard(cards=cards):
            yield from (f"draw {card}" for card in cards)
        case MayBuild(player=player, space=space):
            yield f"build {_name(state, player)} {_slug(state, space)}"
        case MaySell(player=player, space=space):
            yield f"sell {_name(state, player)} {_slug(state, space)}"
        case MaySellGroup(player=player, group=group, levels=levels):
            slug = state.edition.groups[group].slug
            for each in levels:
                yield f"sellgroup {_name(state, player)} {slug} {' '.join(map(str, each))}"
        case MayWant(player=player, is_hotel=is_hotel):
            yield f"want {_name(state, player)} 1 {'hotels' if is_hotel else 'houses'}"
        case MayTrade(players=players):
            yield from (f"trade {_name(state, player)}" for player in players)


def _exact(state: State, command: c.Command) -> Iterator[str]:
    kind = type(command)
    if kind in _BARE:
        yield _BARE[kind]
    elif kind in _OF_PLAYER:
        yield f"{_OF_PLAYER[kind]} {_name(state, _player(command))}"
    elif kind in _OF_SPACE:
        space = getattr(command, "space", 0)
        yield f"{_OF_SPACE[kind]} {_name(state, _player(command))} {_slug(state, space)}"
    elif isinstance(command, c.ChooseTax):
        yield "tax percent" if command.by_percent else "tax flat"
    elif isinstance(command, c.ChooseCard):
        yield "choose pay" if command.pays else "choose chance"
    elif isinstance(command, c.UseJailCard):
        deck = f" {command.deck.value}" if command.deck else ""
        yield f"usecard {_name(state, command.player)}{deck}"


def _player(command: c.Command) -> PlayerId:
    player: PlayerId = getattr(command, "player")  # noqa: B009  # every kind in the tables has one
    return player


def _name(state: State, player: PlayerId) -> str:
    name = state.names[player]
    return f'"{name}"' if " " in name else name


def _slug(state: State, space: int) -> str:
    return state.edition.spaces[space].slug
