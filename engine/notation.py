"""A position as a screenful of text, and back: `parse(render(state), state.edition) == state`.

One line a player, then what the bank has, then what the game waits for, the turn first::

    Ada    1340 @24 A1 A3* E21:2 E23:2 E24:H chance-card
    Ben      85 @10 jail=1 R5
    bank   supply=28/11 roll=3+4 turns=9
    rules  free_parking_pot=on
    wait   after Ada doubles=1
    wait   debt Ben creditor=Ada amount=240 reason=RENT-5

A deed is its group's letter and its space, `:2` houses, `:H` the hotel, `*` mortgaged. Whatever
has its usual value is left out; so are the letters, the bank's line and a pile in id order.
Without a `wait` line the first player is to throw.
"""

import re
from collections.abc import Iterator

import msgspec

from engine import phases as p
from engine.board import HOTEL, Deck, Edition, Effect
from engine.house_rules import HouseRules, with_rule
from engine.ids import BANK, NOBODY, POT, AccountId, CardId, PlayerId, SpaceId
from engine.phases import Phase
from engine.reasons import Reason
from engine.state import (
    NOT_JAILED,
    Draft,
    Position,
    RentClaim,
    State,
    jail_card_index,
    new_state,
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

_ACCOUNTS = {"player", "debtor", "creditor", "leader", "asked", "bankrupt"}
_ACCOUNT_LISTS = {"waiting", "leaders", "bidders", "eligible", "creditors", "shares", "winners"}
_PAIR_LISTS = {"wishes", "ranking"}
_CARD_MARKS = ("chance-card", "chest-card")
_DEED = re.compile(r"[A-Za-z]*(\d+)(?::([0-4H]))?(\*)?")
_PLAIN_NAME = re.compile(r"[^\s\",=*/:@#-][^\s\",=*/]*")
_TOKEN = re.compile(r'"[^"]*"|\S+')


class NotationError(ValueError):
    """Text that is no position; the sentence quotes the line."""


def render(state: State) -> str:
    """Return the whole position but for its edition, one line a player and a few more."""
    return "\n".join(_lines(state)) + "\n"


def parse(text: str, edition: Edition) -> State:
    """Return the position written in *text*, played on *edition*.

    Raises:
        NotationError: a line says nothing; the sentence quotes it.
    """
    return _Reader(edition).read(text)


def _lines(state: State) -> Iterator[str]:
    for player in range(len(state.names)):
        yield _player_line(state, PlayerId(AccountId(player)))
    yield f"bank   {_bank_words(state)}"
    rules = [
        f"{field.name}={getattr(state.rules, field.name)}"
        for field in msgspec.structs.fields(HouseRules)
        if getattr(state.rules, field.name) != field.default
    ]
    if rules:
        yield f"rules  {' '.join(rules)}"
    if state.banker:
        yield f"banker {_quoted(state.banker)}"
    for deck in Deck:
        cards = _prefix(pile(state, deck), _full_pile(state, deck))
        if cards:
            yield f"{'chance' if deck is Deck.CHANCE else 'chest':6} {' '.join(cards)}"
    if state.deeds:
        yield f"pile   {' '.join(str(space) for space in state.deeds)}"
    if state.inherited:
        yield f"taken  {' '.join(str(space) for space in state.inherited)}"
    for claim in state.claims:
        owner, payer = _ref(state.names, claim.owner), _ref(state.names, claim.payer)
        yield (
            f"claim  {owner} {payer} @{claim.space} {claim.amount} {claim.reason.value}"
            f" left={claim.throwers_left}"
        )
    for phase in state.phases:
        yield f"wait   {' '.join(_phase_words(state, phase))}"


def _player_line(state: State, player: PlayerId) -> str:
    words = [f"{_quoted(state.names[player]):6} {state.cash[player]:5} @{state.tokens[player]}"]
    if state.jail_tries[player] != NOT_JAILED:
        words.append(f"jail={state.jail_tries[player]}")
    if state.is_out[player]:
        words.append("out")
    words += _deed_words(state, player)
    cards = zip(state.jail_cards, _CARD_MARKS, strict=True)
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
    return " ".join([*words, *_deed_words(state, BANK)])


def _phase_words(state: State, phase: Phase) -> Iterator[str]:
    """Yield the phase's word, then each field that has not its usual value."""
    yield next(word for word, kind in WORDS.items() if type(phase) is kind)
    record: msgspec.Struct = phase.outcome if isinstance(phase, p.GameOver) else phase
    for field in msgspec.structs.fields(record):
        value: object = getattr(record, field.name)
        if value == field.default:
            continue
        text = _value_text(state.names, field.name, value)
        is_first = field.name in {"player", "debtor"}
        yield text if is_first else f"{field.name}={text}"


def _value_text(names: tuple[str, ...], key: str, value: object) -> str:
    match value:
        case p.Lot(space=None, is_hotel=is_hotel):
            return "hotel" if is_hotel else "house"
        case p.Lot(space=space):
            return f"@{space}"
        case bool():
            return "yes" if value else "no"
        case int() if key in _ACCOUNTS:
            return _ref(names, AccountId(value))
        case int() if key == "space":
            return f"@{value}"
        case tuple() if key in _ACCOUNT_LISTS:
            return ",".join(_ref(names, AccountId(one)) for one in value)
        case tuple() if key in _PAIR_LISTS:
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


def _full_pile(position: Position, deck: Deck) -> tuple[CardId, ...]:
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


def _spaces(words: list[str]) -> tuple[SpaceId, ...]:
    return tuple(SpaceId(int(word.removeprefix("@"))) for word in words)


class _Reader:
    """Reads the lines of one position; players first, for the others name them."""

    def __init__(self, edition: Edition) -> None:
        self.draft = Draft(new_state(edition))
        self.bank: dict[str, str] = {}
        self.tops: dict[str, tuple[CardId, ...]] = {"chance": (), "chest": ()}
        self.phases: list[Phase] = []

    def read(self, text: str) -> State:
        for line in text.splitlines():
            words = [word.strip('"') for word in _TOKEN.findall(line)]
            try:
                if len(words) > 2 and words[1].isdecimal() and words[2].startswith("@"):
                    self._player(words)
                elif words:
                    self._line(words[0], words[1:])
            except (ValueError, LookupError, TypeError, msgspec.ValidationError) as error:
                msg = f"no position: {line.strip()!r} ({error})"
                raise NotationError(msg) from error
        return self._state()

    def _line(self, word: str, rest: list[str]) -> None:
        draft = self.draft
        match word:
            case "bank":
                self._bank(rest)
            case "rules":
                self._rules(rest)
            case "banker":
                (draft.banker,) = rest
            case "chance" | "chest":
                self.tops[word] = tuple(CardId(card) for card in rest)
            case "pile":
                draft.deeds = _spaces(rest)
            case "taken":
                draft.inherited = _spaces(rest)
            case "claim":
                draft.claims = (*draft.claims, self._claim(rest))
            case "wait":
                self.phases.append(self._phase(rest[0], rest[1:]))
            case _:
                msg = "neither a player nor a known word"
                raise ValueError(msg)

    def _player(self, words: list[str]) -> None:
        draft, seat = self.draft, AccountId(len(self.draft.names))
        draft.names = (*draft.names, words[0])
        draft.cash.append(int(words[1]))
        draft.tokens += _spaces(words[2:3])
        draft.jail_tries.append(NOT_JAILED)
        draft.is_out.append(False)
        for word in words[3:]:
            if word == "out":
                draft.is_out[seat] = True
            elif word.startswith("jail="):
                draft.jail_tries[seat] = int(word.removeprefix("jail="))
            elif word in _CARD_MARKS:
                draft.jail_cards[_CARD_MARKS.index(word)] = seat
            else:
                self._deed(word, seat)

    def _bank(self, words: list[str]) -> None:
        for word in words:
            key, is_pair, value = word.partition("=")
            if not is_pair:
                self._deed(word, BANK)
            elif key in {"supply", "pot", "roll", "turns"}:
                self.bank[key] = value
            else:
                msg = f"the bank has no {key!r}"
                raise ValueError(msg)

    def _deed(self, word: str, holder: AccountId) -> None:
        draft, found = self.draft, _DEED.fullmatch(word)
        if found is None or draft.edition.spaces[int(found[1])].title is None:
            msg = f"no deed: {word!r}"
            raise ValueError(msg)
        space = int(found[1])
        draft.owners[space] = holder
        draft.levels[space] = HOTEL if found[2] == "H" else int(found[2] or 0)
        draft.mortgaged[space] = found[3] is not None

    def _rules(self, words: list[str]) -> None:
        for word in words:
            key, _, value = word.partition("=")
            rules = with_rule(self.draft.rules, key, value)
            if rules is None:
                msg = f"no switch or value: {word!r}"
                raise ValueError(msg)
            self.draft.rules = rules

    def _claim(self, words: list[str]) -> RentClaim:
        owner, payer, space, amount, reason, left = words
        return RentClaim(
            owner=PlayerId(self._account(owner)),
            payer=PlayerId(self._account(payer)),
            space=_spaces([space])[0],
            amount=int(amount),
            reason=Reason(reason),
            throwers_left=int(left.removeprefix("left=")),
        )

    def _phase(self, word: str, words: list[str]) -> Phase:
        kind = WORDS[word]
        record: type[msgspec.Struct] = p.Outcome if kind is p.GameOver else kind
        values: dict[str, object] = {}
        for one in words:
            key, is_pair, text = one.partition("=")
            key, text = (key, text) if is_pair else (record.__struct_fields__[0], one)
            if key not in record.__struct_fields__:
                msg = f"{word!r} has no {key!r}"
                raise ValueError(msg)
            values[key] = self._value(key, text)
        plain = {"outcome": values} if kind is p.GameOver else values
        found: Phase = msgspec.convert({"type": kind.__name__, **plain}, Phase)
        return found

    def _value(self, key: str, text: str) -> object:
        """Return what a `key=text` says, as plain data."""
        parts = [part for part in text.split(",") if part]
        if key == "lot":
            space = int(text.removeprefix("@")) if text.startswith("@") else None
            return {"space": space, "is_hotel": text == "hotel"}
        if key in _ACCOUNTS:
            return self._account(text)
        if key in _ACCOUNT_LISTS:
            return [self._account(part) for part in parts]
        if key in _PAIR_LISTS:
            pairs = (part.split("*") for part in parts)
            return [(self._account(name), int(count)) for name, count in pairs]
        if key == "spaces":
            return _spaces(parts)
        if text in {"yes", "no"}:
            return text == "yes"
        number = text.removeprefix("@")
        return int(number) if number.isdecimal() else text

    def _account(self, word: str) -> AccountId:
        if word.startswith("#"):
            return AccountId(int(word.removeprefix("#")) - 1)
        others = {"bank": BANK, "pot": POT, "-": NOBODY}
        return others[word] if word in others else AccountId(self.draft.names.index(word))

    def _state(self) -> State:
        draft = self.draft
        hotels = draft.levels.count(HOTEL)
        draft.houses -= sum(draft.levels) - hotels * HOTEL
        draft.hotels -= hotels
        if "supply" in self.bank:
            houses, hotels = (int(count) for count in self.bank["supply"].split("/"))
            draft.houses_missing, draft.houses = draft.houses - houses, houses
            draft.hotels_missing, draft.hotels = draft.hotels - hotels, hotels
        draft.pot = int(self.bank.get("pot", "0"))
        draft.bank = -sum(draft.cash) - draft.pot
        die_1, die_2 = self.bank.get("roll", "0+0").split("+")
        draft.roll = (int(die_1), int(die_2))
        draft.turns = int(self.bank.get("turns", "0"))
        first = p.AwaitingRoll(PlayerId(AccountId(0))) if draft.names else p.Setup()
        draft.phases = self.phases or [first]
        draft.chance = self._pile(Deck.CHANCE, self.tops["chance"])
        draft.chest = self._pile(Deck.CHEST, self.tops["chest"])
        return draft.freeze()

    def _pile(self, deck: Deck, top: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return (*top, *(card for card in _full_pile(self.draft, deck) if card not in top))
