"""A position as a screenful of text, one line a player and a few more; `notation` says how."""

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from engine import phases as p
from engine.board import HOTEL, Deck, Effect
from engine.house_rules import HouseRules
from engine.ids import BANK, NOBODY, POT, AccountId, CardId, PlayerId
from engine.phases import Phase
from engine.state import (
    NOT_JAILED,
    Position,
    State,
    jail_card_index,
    pile,
)

WORDS: dict[str, type[Phase]] = {
    "setup": p.Setup,
    "opening": p.Opening,
    "roll": p.AwaitingRoll,
    "jail": p.JailDecision,
    "after": p.TurnOver,
    "move-on": p.MoveOn,
    "landing": p.Landing,
    "offer": p.PurchaseOffer,
    "tax": p.TaxChoice,
    "card": p.CardDrawn,
    "choice": p.CardChoice,
    "confirm": p.Confirmation,
    "throw": p.UtilityThrow,
    "auction": p.Auction,
    "want": p.Shortage,
    "place": p.PlaceWonBuilding,
    "debt": p.Debt,
    "split": p.SplitDebt,
    "estate": p.Estate,
    "over": p.GameOver,
}
"""What a `wait` line calls each phase."""

ACCOUNTS = {"player", "debtor", "creditor", "payer", "payee", "leader", "asked", "bankrupt"}
ACCOUNT_LISTS = {"waiting", "leaders", "bidders", "eligible", "creditors", "shares", "winners"}
PAIR_LISTS = {"wishes", "ranking"}
CARD_MARKS = ("chance-card", "chest-card")
_PLAIN_NAME = re.compile(r"[^\s\",=*/:@#-][^\s\",=*/]*")


def render(state: State) -> str:
    """Return the whole position but for its edition, one line a player and a few more."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    for player in range(len(state.names)):
        yield _player_line(state, PlayerId(AccountId(player)))
    yield f"bank   {_bank_words(state)}"
    rules = [
        f"{field.name}={getattr(state.rules, field.name)}"
        for field in _fields(HouseRules)
        if getattr(state.rules, field.name) != field.default
    ]
    if rules:
        yield f"rules  {' '.join(rules)}"
    if list(state.order) != sorted(state.order):
        yield f"order  {' '.join(_ref(state.names, player) for player in state.order)}"
    if state.banker:
        yield f"banker {_quoted(state.banker)}"
    for deck in Deck:
        cards = _prefix(pile(state, deck), full_pile(state, deck))
        if cards:
            yield f"{'chance' if deck is Deck.CHANCE else 'chest':6} {' '.join(cards)}"
    if state.deeds:
        yield f"pile   {' '.join(str(space) for space in state.deeds)}"
    if state.inherited:
        yield f"taken  {' '.join(str(space) for space in state.inherited)}"
    yield from _ledger_lines(state)
    for phase in state.phases:
        yield f"wait   {' '.join(_phase_words(state, phase))}"


def _ledger_lines(state: State) -> Iterator[str]:
    """Yield rents that are open or may be given back, and promises."""
    names = state.names
    for claim in state.claims:
        owner, payer = _ref(names, claim.owner), _ref(names, claim.payer)
        yield (
            f"claim  {owner} {payer} @{claim.space} {claim.amount} {claim.reason.value}"
            f" left={claim.throwers_left}"
        )
    for rent in state.rents:
        owner, payer = _ref(names, rent.owner), _ref(names, rent.payer)
        yield f"rent   {owner} {payer} {rent.amount}"
    for promise in state.promises:
        giver, taker = _ref(names, promise.giver), _ref(names, promise.taker)
        yield f"vow    {giver} {taker} {promise.text}"


def _player_line(state: State, player: PlayerId) -> str:
    words = [f"{_quoted(state.names[player]):6} {state.cash[player]:5} @{state.tokens[player]}"]
    if state.jail_tries[player] != NOT_JAILED:
        words.append(f"jail={state.jail_tries[player]}")
    if state.is_out[player]:
        words.append("out")
    if any(state.modes[player]):
        words.append(f"modes={','.join(state.modes[player])}")
    words += _deed_words(state, player)
    cards = zip(state.jail_cards, CARD_MARKS, strict=True)
    words += [mark for holder, mark in cards if holder == player]
    return " ".join(words)


def _deed_words(state: State, holder: AccountId) -> list[str]:
    """Return a holder's deeds; of the bank's only those with something on them."""
    words = []
    for space, printed in enumerate(state.edition.spaces):
        if printed.title is None or state.owners[space] != holder:
            continue
        level = state.levels[space]
        mark = f":{'H' if level == HOTEL else level}" if level else ""
        mark += "*" if state.mortgaged[space] else ""
        letter = state.edition.groups[printed.title.group].letter
        if mark or holder != BANK:
            words.append(f"{letter if letter.isalpha() else ''}{space}{mark}")
    return words


def _bank_words(state: State) -> str:
    words = [f"supply={state.houses}/{state.hotels}"]
    if state.pot:
        words.append(f"pot={state.pot}")
    if state.roll != (0, 0):
        words.append(f"roll={state.roll[0]}+{state.roll[1]}")
    if state.turns:
        words.append(f"turns={state.turns}")
    if state.first != NOBODY:
        words.append(f"first={_ref(state.names, state.first)}")
    if state.first_round:
        words.append(f"round={','.join(_ref(state.names, seat) for seat in state.first_round)}")
    if state.bankruptcies:
        words.append(f"bankruptcies={state.bankruptcies}")
    if state.seconds:
        words.append(f"seconds={state.seconds}")
    if state.is_last_round:
        words.append("last-round")
    if state.is_reseated:
        words.append("reseated")
    return " ".join([*words, *_deed_words(state, BANK)])


def _phase_words(state: State, phase: Phase) -> Iterator[str]:
    """Yield the phase's word, then each field that has not its usual value."""
    yield next(word for word, kind in WORDS.items() if type(phase) is kind)
    record: msgspec.Struct = phase.outcome if isinstance(phase, p.GameOver) else phase
    for field in _fields(type(record)):
        value: object = getattr(record, field.name)
        if value == field.default:
            continue
        text = _value_text(state.names, field.name, value)
        is_first = field.name in {"player", "debtor"}
        yield text if is_first else f"{field.name}={text}"


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _value_text(names: tuple[str, ...], key: str, value: object) -> str:
    match value:
        case p.Lot(space=None, is_hotel=is_hotel):
            return "hotel" if is_hotel else "house"
        case p.Lot(space=space):
            return f"@{space}"
        case bool():
            return "yes" if value else "no"
        case int() if key in ACCOUNTS:
            return _ref(names, AccountId(value))
        case int() if key == "space":
            return f"@{value}"
        case tuple() if key in ACCOUNT_LISTS:
            return ",".join(_ref(names, AccountId(one)) for one in value)
        case tuple() if key in PAIR_LISTS:
            return ",".join(f"{_ref(names, AccountId(one))}*{count}" for one, count in value)
        case tuple():
            return ",".join(f"@{space}" for space in value)
        case _:
            return str(value)


def _ref(names: tuple[str, ...], account: AccountId) -> str:
    """Return how a line names an account: a plain name, else the seat counted from 1."""
    if account >= 0:
        name = names[account]
        return name if _PLAIN_NAME.fullmatch(name) else f"#{account + 1}"
    return {BANK: "bank", POT: "pot"}.get(account, "-")


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def full_pile(position: Position, deck: Deck) -> tuple[CardId, ...]:
    """Return the deck in id order, the jail card left out where it is held (DECK-6)."""
    is_held = position.jail_cards[jail_card_index(deck)] != BANK
    cards = position.edition.deck(deck)
    return tuple(c.id for c in cards if not (is_held and c.effect is Effect.JAIL_CARD))


def _prefix(cards: tuple[CardId, ...], in_order: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Return the fewest top cards after which the rest lies in id order."""
    for count in range(len(cards) + 1):
        if (*cards[:count], *(c for c in in_order if c not in cards[:count])) == cards:
            return cards[:count]
    return cards
