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

import msgspec

from engine import phases as p
from engine.board import HOTEL, Deck, Edition
from engine.house_rules import with_rule
from engine.ids import BANK, NOBODY, POT, AccountId, CardId, PlayerId, SpaceId
from engine.notation_lines import (
    ACCOUNT_LISTS,
    ACCOUNTS,
    CARD_MARKS,
    PAIR_LISTS,
    WORDS,
    full_pile,
    render,
)
from engine.phases import Phase
from engine.reasons import Reason
from engine.seats import NO_MODES
from engine.state import NOT_JAILED, Draft, Promise, RentClaim, RentPaid, State, new_state

_DEED = re.compile(r"[A-Za-z]*(\d+)(?::([0-4H]))?(\*)?")
_BANK_KEYS = {"supply", "pot", "roll", "turns", "first", "round", "bankruptcies", "seconds"}
_TOKEN = re.compile(r'"[^"]*"|\S+')


class NotationError(ValueError):
    """Text that is no position; the sentence quotes the line."""


def parse(text: str, edition: Edition) -> State:
    """Return the position written in *text*, played on *edition*.

    Raises:
        NotationError: a line says nothing; the sentence quotes it.
    """
    return _Reader(edition).read(text)


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
                    self._seat(words)
                elif words[:1] == ["vow"]:
                    self._promise(*line.split(maxsplit=3)[1:])
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
            case "rent":
                owner, payer, amount = rest
                paid = RentPaid(self._player(owner), self._player(payer), int(amount))
                draft.rents = (*draft.rents, paid)
            case "order":
                draft.order = tuple(self._player(name) for name in rest)
            case "wait":
                self.phases.append(self._phase(rest[0], rest[1:]))
            case _:
                msg = "neither a player nor a known word"
                raise ValueError(msg)

    def _seat(self, words: list[str]) -> None:
        draft, seat = self.draft, PlayerId(AccountId(len(self.draft.names)))
        draft.names = (*draft.names, words[0])
        draft.order = (*draft.order, seat)
        draft.cash.append(int(words[1]))
        draft.tokens += _spaces(words[2:3])
        draft.jail_tries.append(NOT_JAILED)
        draft.is_out.append(False)
        modes = NO_MODES
        for word in words[3:]:
            if word == "out":
                draft.is_out[seat] = True
            elif word.startswith("jail="):
                draft.jail_tries[seat] = int(word.removeprefix("jail="))
            elif word.startswith("modes="):
                modes = tuple(word.removeprefix("modes=").split(","))
            elif word in CARD_MARKS:
                draft.jail_cards[CARD_MARKS.index(word)] = seat
            else:
                self._deed(word, seat)
        draft.modes = (*draft.modes, modes)

    def _bank(self, words: list[str]) -> None:
        for word in words:
            key, is_pair, value = word.partition("=")
            if word == "last-round":
                self.draft.is_last_round = True
            elif word == "reseated":
                self.draft.is_reseated = True
            elif not is_pair:
                self._deed(word, BANK)
            elif key in _BANK_KEYS:
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
        draft.owners = (*draft.owners[:space], holder, *draft.owners[space + 1 :])
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
            owner=self._player(owner),
            payer=self._player(payer),
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
        if key in ACCOUNTS:
            return self._account(text)
        if key in ACCOUNT_LISTS:
            return [self._account(part) for part in parts]
        if key in PAIR_LISTS:
            pairs = (part.split("*") for part in parts)
            return [(self._account(name), int(count)) for name, count in pairs]
        if key == "spaces":
            return _spaces(parts)
        if text in {"yes", "no"}:
            return text == "yes"
        number = text.removeprefix("@")
        return int(number) if number.isdecimal() else text

    def _promise(self, giver: str, taker: str, text: str) -> None:
        promise = Promise(self._player(giver), self._player(taker), text.rstrip())
        self.draft.promises = (*self.draft.promises, promise)

    def _player(self, word: str) -> PlayerId:
        return PlayerId(self._account(word))

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
        draft.bankruptcies = int(self.bank.get("bankruptcies", "0"))
        draft.seconds = int(self.bank.get("seconds", "0"))
        draft.first = self._player(self.bank.get("first", "-"))
        in_first = (name for name in self.bank.get("round", "").split(",") if name)
        draft.first_round = tuple(self._player(name) for name in in_first)
        first = p.AwaitingRoll(PlayerId(AccountId(0))) if draft.names else p.Setup()
        *draft.below, draft.phase = self.phases or [first]
        draft.chance = self._pile(Deck.CHANCE, self.tops["chance"])
        draft.chest = self._pile(Deck.CHEST, self.tops["chest"])
        return draft.freeze()

    def _pile(self, deck: Deck, top: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return (*top, *(card for card in full_pile(self.draft, deck) if card not in top))


__all__ = ["NotationError", "parse", "render"]
