"""What hands do at the emulated table, a line at a time (the console language, "At the table")."""

import difflib
import json
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from hardware.emulator.board import BoardEmulator
from hardware.emulator.cards import Card, CardBox, CardError
from hardware.emulator.engines import EmulatorError
from hardware.emulator.other_tags import Phone
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.tags import NtagCard, Tag

DEAD_TIME_S: Final = 1.05  # a reader ignores the same card for 1.0 after it was gone
SEEN_S_MAX: Final = 5.0  # a reader that was just plugged in is open again within 3
SETTLE_S_MAX: Final = 2.0  # a board without a host tells it later; speed spares no busy processor
FAULT_S: Final = 0.6  # at speed 1, more than twice the board's settle window
LOOK_S: Final = 0.01
WAIT_S_MAX: Final = 600.0
PRESS_S: Final = 0.1
PRESS_S_MAX: Final = 30.0
NOISE_BYTES_MAX: Final = 4096
KNOB_DETENTS_MAX: Final = 1000

PAGES_MAX: Final = 300  # more than any tag has
_SHARES: Final = {"flip": "flip_share", "truncate": "truncate_share"}
_BUTTONS = ("yes", "no", "menu")
_WORD = re.compile(r'"([^"]*)"|(\S+)')
_UID = re.compile(r"#[0-9A-Fa-f]{2,}(:[a-z0-9]+)?")


class LineError(Exception):
    """A line cannot be done; the text names the word and what would do."""


class Hands:
    """One pair of hands: lines are done one after the other, whoever says them.

    A `tap` is never lost: it waits until the reader has seen the card, and a card that was just
    there waits until the reader knows that it was gone, and then out the reader's dead time. A
    `throw` is done when the dice have settled; they lie until the next, or until `pick-up`.
    """

    def __init__(
        self,
        box: CardBox,
        board: BoardEmulator,
        readers: Mapping[str, ReaderEmulator],
        *,
        speed: float = 1.0,
        dead_time_s: float = DEAD_TIME_S,
    ) -> None:
        self._box = box
        self._board = board
        self._readers = readers
        self._speed = speed
        self._dead_time_s = dead_time_s
        self._both_hands = threading.Lock()
        self._rolls_thrown = 0
        self._tags: dict[bytes, Tag] = {}
        self._verbs: dict[str, Callable[[Sequence[str]], str]] = {
            "tap": self._tap,
            "lay": self._lay,
            "lift-tag": self._lift_tag,
            "throw": self._throw,
            "pick-up": self._pick_up,
            "press": self._press,
            "turn-knob": self._turn_knob,
            "unplug": self._unplug,
            "plug": self._plug,
            "noise": self._noise,
            "pull": self._pull,
            "write": self._write,
            "fault": self._fault,
        }
        self._faults: dict[str, Callable[[ReaderEmulator], None]] = {
            "hang": ReaderEmulator.hang,
            "resume": ReaderEmulator.resume,
            "glitch": ReaderEmulator.reset,
            "fast": _left_fast,
        }

    def do(self, line: str) -> str:
        """Do one line and return what was done; an empty line or a comment does nothing.

        Raises:
            LineError: the line cannot be done; nothing was.
        """
        words = words_of(line)
        if not words:
            return "ok"
        verb, arguments = words[0].lower(), words[1:]
        if verb == "wait":
            return self._wait(arguments)
        if (act := self._verbs.get(verb)) is None:
            raise LineError(_unknown(words[0], "verb", (*self._verbs, "wait", "status", "stop")))
        with self._both_hands:
            try:
                return act(arguments)
            except (CardError, EmulatorError) as error:
                raise LineError(str(error)) from error

    def status(self) -> str:
        """Return the counters as one line of JSON; a roll is a throw of two dice that lie flat."""
        return json.dumps(
            {
                "taps_made": sum(reader.taps_made for reader in self._readers.values()),
                "rolls_thrown": self._rolls_thrown,
                "rolls_sent": self._board.rolls_sent,
                "readers": {
                    name: {"plugged": reader.is_plugged, "polls": reader.poll_count}
                    for name, reader in self._readers.items()
                },
            }
        )

    def _tap(self, words: Sequence[str]) -> str:
        card, name, reader = self._card_and_reader("tap", words)
        if not reader.is_plugged:
            message = f"{name} is unplugged: 'plug {name}' first"
            raise LineError(message)
        self._put(card, reader)
        is_seen = reader.wait_seen(card.uid, SEEN_S_MAX)
        reader.take(card.uid)
        if not is_seen:
            message = f"{name} did not look within {SEEN_S_MAX:g} s: is a table running on it?"
            raise LineError(message)
        return f"tapped {card.name} on {name}"

    def _lay(self, words: Sequence[str]) -> str:
        card, name, reader = self._card_and_reader("lay", words)
        self._put(card, reader)
        if reader.is_plugged and not reader.wait_seen(card.uid, SEEN_S_MAX):
            return f"laid {card.name} on {name}, which has not looked yet"
        return f"laid {card.name} on {name}"

    def _lift_tag(self, words: Sequence[str]) -> str:
        card, name, reader = self._card_and_reader("lift-tag", words)
        if not reader.lies(card.uid):
            message = f"{card.name} does not lie on {name}"
            raise LineError(message)
        reader.take(card.uid)
        return f"lifted {card.name} from {name}"

    def _put(self, card: Card, reader: ReaderEmulator) -> None:
        for other_name, other in self._readers.items():
            if other.lies(card.uid):
                message = f"{card.name} lies on {other_name}: 'lift-tag {card.name}' first"
                raise LineError(message)
        tag = self._tag(card)
        time.sleep(max(0.0, self._dead_until_s(tag, reader) - time.monotonic()))
        reader.put(tag)

    def _tag(self, card: Card) -> Tag:
        """Return the card's chip with all that was written on it."""
        if card.uid not in self._tags:
            self._tags[card.uid] = card.tag()
        return self._tags[card.uid]

    def _pull(self, words: Sequence[str]) -> str:
        """Lay a card down and pull it away once so many pages of it are written."""
        if len(words) < 2:
            message = "pull takes a card and pages: 'pull Ada 5', 'pull Ada 5 reader-2'"
            raise LineError(message)
        pages = _whole("pull", words[1:2], 1, PAGES_MAX)
        card, name, reader = self._card_and_reader("pull", [words[0], *words[2:]])
        self._put(card, reader)
        reader.pull_after(card.uid, pages)
        return f"laid {card.name} on {name}, to be pulled after {pages} pages"

    def _write(self, words: Sequence[str]) -> str:
        """Write a message on a card with a phone."""
        if len(words) != 2 or not re.fullmatch(r"([0-9A-Fa-f]{2}){1,137}", words[1]):
            message = "write takes a card and up to 137 bytes in hex: 'write Ada d10100...'"
            raise LineError(message)
        card = self._box.card(words[0])
        tag = self._tag(card)
        if not isinstance(tag, NtagCard):
            message = f"{card.name} cannot be written on with a phone: an NTAG can"
            raise LineError(message)
        tag.put_message(bytes.fromhex(words[1]))
        return f"wrote {len(words[1]) // 2} bytes on {card.name}"

    def _fault(self, words: Sequence[str]) -> str:
        known = (*self._faults, *_SHARES)
        match words:
            case [name, kind] if name in self._readers and kind in self._faults:
                self._faults[kind](self._readers[name])
                return f"{name}: {kind}"
            case [name, kind, percent] if name in self._readers and kind in _SHARES:
                share = _number(percent, 100) / 100
                setattr(self._readers[name].faults, _SHARES[kind], share)
                return f"{name}: {kind} {percent} % of all frames"
            case _:
                message = (
                    "fault takes a reader, a fault and, of frames, a share in per cent:"
                    f" 'fault reader-1 hang', 'fault reader-1 flip 2'; {_listed(known)}"
                )
                raise LineError(message)

    def _dead_until_s(self, tag: Tag, reader: ReaderEmulator) -> float:
        """Return when the reader takes *tag* for a new one, once it knows that it was gone."""
        until_s = 0.0
        for uid in [uid for uid, other in self._tags.items() if _key(other) == _key(tag)]:
            if reader.is_plugged:
                reader.wait_gone(uid, SEEN_S_MAX)
            until_s = max(until_s, reader.gone_s(uid) + self._dead_time_s)
        return until_s

    def _throw(self, words: Sequence[str]) -> str:
        match words:
            case [a]:
                self._board.throw_one(_face(a))
                self._settle(None)
                return f"threw {a}, the other die is missing"
            case [a, "cocked"]:
                self._board.throw_cocked(_face(a))
                self._settle(None)
                return f"threw {a}, the other die is cocked"
            case [a, b]:
                rolls_sent = self._board.rolls_sent
                self._board.throw(_face(a), _face(b))
                self._rolls_thrown += 1
                self._settle(rolls_sent)
                return f"threw {a} {b}"
            case _:
                message = "throw takes one or two faces: 'throw 3 4', 'throw 3 cocked', 'throw 3'"
                raise LineError(message)

    def _pick_up(self, words: Sequence[str]) -> str:
        if words:
            message = "pick-up takes nothing more: it is the dice in the tray"
            raise LineError(message)
        self._board.pick_up()
        return "picked up the dice"

    def _settle(self, rolls_sent: int | None) -> None:
        """Wait until the board has told the throw, or must have seen that it cannot."""
        longest_s = FAULT_S / self._speed if rolls_sent is None else SETTLE_S_MAX
        until_s = time.monotonic() + longest_s
        while time.monotonic() < until_s and rolls_sent in {None, self._board.rolls_sent}:
            time.sleep(LOOK_S)

    def _press(self, words: Sequence[str]) -> str:
        if not 1 <= len(words) <= 2:
            message = "press takes a button and seconds: 'press yes', 'press yes 2'"
            raise LineError(message)
        if (button := words[0].lower()) not in _BUTTONS:
            raise LineError(_unknown(words[0], "button", _BUTTONS))
        seconds = _number(words[1], PRESS_S_MAX) if len(words) == 2 else PRESS_S
        self._board.press(button, seconds)
        return f"pressed {button}"

    def _turn_knob(self, words: Sequence[str]) -> str:
        detents = _whole("turn-knob", words, -KNOB_DETENTS_MAX, KNOB_DETENTS_MAX)
        self._board.turn_knob(detents)
        return f"turned the knob by {detents}"

    def _unplug(self, words: Sequence[str]) -> str:
        name, device = self._device("unplug", words)
        device.unplug()
        return f"unplugged {name}"

    def _plug(self, words: Sequence[str]) -> str:
        name, device = self._device("plug", words)
        device.plug()
        return f"plugged {name} in"

    def _noise(self, words: Sequence[str]) -> str:
        count = _whole("noise", words, 1, NOISE_BYTES_MAX)
        self._board.noise(count)
        return f"put {count} bytes of noise on the board's line"

    def _wait(self, words: Sequence[str]) -> str:
        if len(words) != 1:
            message = "wait takes seconds: 'wait 2.5'"
            raise LineError(message)
        seconds = _number(words[0], WAIT_S_MAX)
        time.sleep(seconds / self._speed)
        return f"waited {seconds:g} s"

    def _card_and_reader(self, verb: str, words: Sequence[str]) -> tuple[Card, str, ReaderEmulator]:
        if not 1 <= len(words) <= 2:
            message = f"{verb} takes a card and maybe a reader: '{verb} Ada', '{verb} Ada reader-2'"
            raise LineError(message)
        name = words[1] if len(words) == 2 else next(iter(self._readers))
        if name not in self._readers:
            raise LineError(_unknown(name, "reader", tuple(self._readers)))
        return self._box.card(words[0]), name, self._readers[name]

    def _device(
        self, verb: str, words: Sequence[str]
    ) -> tuple[str, BoardEmulator | ReaderEmulator]:
        known = ("board", *self._readers)
        if len(words) != 1:
            message = f"{verb} takes one device: {_listed(known)}"
            raise LineError(message)
        if words[0] not in known:
            raise LineError(_unknown(words[0], "device", known))
        return words[0], self._readers.get(words[0], self._board)


def words_of(line: str) -> list[str]:
    """Split a line at blanks; quotes hold words together, a `#` that is no tag is a comment."""
    words: list[str] = []
    for match in _WORD.finditer(line):
        quoted, plain = match.groups()
        if quoted is None and plain.startswith("#") and not (words and _UID.fullmatch(plain)):
            break
        words.append(plain if quoted is None else quoted)
    return words


def _left_fast(reader: ReaderEmulator) -> None:
    """Pull the cable of a reader whose chip keeps its power and its speed, and put it back."""
    reader.unplug()
    reader.plug(has_kept_power=True)


def _key(tag: Tag) -> bytes:
    """Return what a reader knows the tag by: it takes all phones for one."""
    return b"phone" if isinstance(tag, Phone) else tag.uid


def _face(word: str) -> int:
    if word not in {"1", "2", "3", "4", "5", "6"}:
        message = f"'{word}' is no face of a die: 1 to 6"
        raise LineError(message)
    return int(word)


def _whole(verb: str, words: Sequence[str], least: int, most: int) -> int:
    word = words[0] if len(words) == 1 else " ".join(words)
    if not re.fullmatch(r"[+-]?\d{1,9}", word) or not least <= int(word) <= most:
        message = f"{verb} takes a whole number from {least} to {most}, not '{word}'"
        raise LineError(message)
    return int(word)


def _number(word: str, most: float) -> float:
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", word) or float(word) > most:
        message = f"'{word}' is no number of seconds from 0 to {most:g}"
        raise LineError(message)
    return float(word)


def _unknown(word: str, kind: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(word.lower(), known, n=1)
    guess = f", did you mean '{near[0]}'?" if near else f": {_listed(known)}"
    return f"unknown {kind} '{word}'{guess}"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
