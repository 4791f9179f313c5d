"""What a case file expects of a position, and what it finds there instead."""

from collections.abc import Callable

from companion.console.names import pick_exact, slugs
from companion.console.reader import BANK_WORD, Reader
from companion.console.requests import Expect
from companion.locales import _
from engine.board import HOTEL
from engine.ids import AccountId, Money, PlayerId
from engine.phases import (
    WAITING_WORDS,
    AwaitingRoll,
    Debt,
    GameOver,
    JailDecision,
    MoveOn,
    Opening,
    SplitDebt,
    TurnOver,
    UtilityThrow,
)
from engine.seats import players_next
from engine.state import State, deeds_of, is_jailed, jail_card_index
from engine.valuation import worth

OF_TABLE = ("turn", "waiting", "debt", "winner", "supply", "pot", "jailcard", "promise")
OF_PLAYER = ("cash", "at", "worth", "deeds", "jailed", "free", "in", "out")
OF_SPACE = ("owner", "houses", "hotel", "mortgaged", "unmortgaged")
_NOBODY = "nobody"


def expect(read: Reader) -> Expect:
    """Read what stands after `expect`."""
    first = read.peek().casefold()
    if first in OF_TABLE:
        return _of_table(read)
    if read.peek(1).casefold() in OF_SPACE:
        return _of_space(read)
    if read.peek(1).casefold() in OF_PLAYER:
        return _of_player(read)
    return _of_neither(read)


def found(expectation: Expect, state: State) -> tuple[str, ...]:
    """Return what holds in *state*, as the language writes it; one of it is wanted."""
    return _FIND[expectation.what](state, expectation.subject)


def next_thrower(state: State) -> PlayerId | None:
    """Return who throws next, as far as that is known: the player whose turn it is."""
    if isinstance(state.phase, UtilityThrow):
        return state.phase.player
    base = state.phases[0]
    if isinstance(base, Opening):
        return base.waiting[0]
    if isinstance(base, AwaitingRoll | JailDecision | TurnOver | MoveOn):
        return base.player
    return None


def _of_table(read: Reader) -> Expect:
    what = read.keyword(*OF_TABLE)
    if what == "waiting":
        word = read.keyword(*dict.fromkeys(WAITING_WORDS.values()), "trade")
        return Expect(what, -1, word, f"{what} {word}")
    if what == "supply":
        wanted = f"{read.number()} {read.number()}"
        return Expect(what, -1, wanted, f"{what} {wanted}")
    if what == "pot":
        wanted = str(read.number())
        return Expect(what, -1, wanted, f"{what} {wanted}")
    if what == "jailcard":
        holder, deck = _name(read.state, read.account()), read.deck()
        index = jail_card_index(deck)
        return Expect(what, index, holder, f"{what} {holder} {deck}")
    name = read.state.names[read.player()]
    if what == "promise":
        wanted = _promised(name, read.state.names[read.player()], read.name())
        return Expect(what, -1, wanted, f"{what} {wanted}")
    wanted = f"{name} {read.number()}" if what == "debt" else name
    return Expect(what, -1, wanted, f"{what} {wanted}")


def _of_player(read: Reader) -> Expect:
    player = read.player()
    name = read.state.names[player]
    what = read.keyword(*OF_PLAYER)
    if what == "at":
        wanted = slugs(read.state)[read.space()]
        return Expect(what, player, wanted, f"{name} {what} {wanted}")
    if what in ("cash", "worth", "deeds"):
        wanted = str(read.number())
        return Expect(what, player, wanted, f"{name} {what} {wanted}")
    return Expect("standing", player, what, f"{name} {what}")


def _of_space(read: Reader) -> Expect:
    space = read.space()
    slug = slugs(read.state)[space]
    what = read.keyword(*OF_SPACE)
    if what == "owner":
        wanted = _name(read.state, read.account())
        return Expect(what, space, wanted, f"{slug} {what} {wanted}")
    if what == "houses":
        wanted = f"{what} {read.number(0, HOTEL - 1)}"
        return Expect("buildings", space, wanted, f"{slug} {wanted}")
    kind = "buildings" if what == "hotel" else "mortgage"
    return Expect(kind, space, what, f"{slug} {what}")


def _of_neither(read: Reader) -> Expect:
    """Refuse the word that is wrong: the subject, or what is said of it."""
    names, spaces = read.state.names, slugs(read.state)
    first = read.peek()
    if pick_exact(first, names) is None and pick_exact(first, spaces) is not None:
        read.space()
        read.wrong_next(_not_expected(read.peek()), OF_SPACE)
    if any(name.casefold().startswith(first.casefold()) for name in names):
        read.player()
        read.wrong_next(_not_expected(read.peek()), OF_PLAYER)
    if any(slug.startswith(first.casefold()) for slug in spaces) or first.startswith("@"):
        read.space()
        read.wrong_next(_not_expected(read.peek()), OF_SPACE)
    sentence = _("“{word}” is neither a player, a space nor anything else to expect.")
    read.wrong_next(sentence.format(word=first), (*names, *OF_TABLE, *spaces))


def _not_expected(word: str) -> str:
    return _("“{word}” is nothing that can be expected of it.").format(word=word)


def _name(state: State, account: AccountId) -> str:
    return state.names[account] if account >= 0 else BANK_WORD


def _money(amount: Money) -> tuple[str, ...]:
    return (str(amount),)


def _standing(state: State, player: int) -> tuple[str, ...]:
    seat = PlayerId(AccountId(player))
    if state.is_out[player]:
        return ("out",)
    return ("in", "jailed") if is_jailed(state, seat) else ("in", "free")


def _buildings(state: State, space: int) -> tuple[str, ...]:
    level = state.levels[space]
    return ("hotel",) if level == HOTEL else (f"houses {level}",)


def _turn(state: State, _subject: int) -> tuple[str, ...]:
    """Return whose turn it is; the next one too, where only business of this turn is left."""
    player = next_thrower(state)
    if player is None:
        return (_NOBODY,)
    base, name = state.phases[0], state.names[player]
    if state.phase is base or not isinstance(base, TurnOver) or base.doubles:
        return (name,)
    if isinstance(state.phase, UtilityThrow):
        return (name,)
    return (name, *(state.names[following] for following in players_next(state, player)[:1]))


def _waiting(state: State, _subject: int) -> tuple[str, ...]:
    return (WAITING_WORDS[type(state.phase)],)


def _debt(state: State, _subject: int) -> tuple[str, ...]:
    for phase in reversed(state.phases):
        if isinstance(phase, Debt):
            return (f"{state.names[phase.debtor]} {phase.amount}",)
        if isinstance(phase, SplitDebt):
            whole = phase.amount * len(phase.creditors)
            return (f"{state.names[phase.debtor]} {whole}",)
    return (_NOBODY,)


def _promise(state: State, _subject: int) -> tuple[str, ...]:
    names = state.names
    made = (_promised(names[p.giver], names[p.taker], p.text) for p in state.promises)
    return tuple(made) or (_NOBODY,)


def _promised(giver: str, taker: str, text: str) -> str:
    return f'{giver} {taker} "{text}"'


def _winner(state: State, _subject: int) -> tuple[str, ...]:
    if not isinstance(state.phase, GameOver):
        return (_NOBODY,)
    return tuple(state.names[player] for player in state.phase.outcome.winners)


def _worth(state: State, player: int) -> tuple[str, ...]:
    return _money(worth(state, PlayerId(AccountId(player))))


_FIND: dict[str, Callable[[State, int], tuple[str, ...]]] = {
    "turn": _turn,
    "waiting": _waiting,
    "debt": _debt,
    "promise": _promise,
    "winner": _winner,
    "supply": lambda state, _subject: (f"{state.houses} {state.hotels}",),
    "pot": lambda state, _subject: _money(state.pot),
    "jailcard": lambda state, deck: (_name(state, state.jail_cards[deck]),),
    "cash": lambda state, player: _money(state.cash[player]),
    "at": lambda state, player: (slugs(state)[state.tokens[player]],),
    "worth": _worth,
    "deeds": lambda state, player: (str(len(deeds_of(state, AccountId(player)))),),
    "standing": _standing,
    "owner": lambda state, space: (_name(state, state.owners[space]),),
    "buildings": _buildings,
    "mortgage": lambda state, space: ("mortgaged" if state.mortgaged[space] else "unmortgaged",),
}
