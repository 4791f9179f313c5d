"""The PN532 itself: commands in, answers out, tags on its antenna.

Facts are from the chip's user manual and data sheet. It knows nothing of serial lines (`pn532.py`
has the line), and waits only as long as its `Timing` says.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from hardware.emulator.tags import NTAG_ACK, Answer, Tag

FIRMWARE_VERSION = bytes((0x32, 1, 6, 7))  # IC PN532, version 1.6, ISO 14443 A and B and ISO 18092
POWER_ON_BAUD = 115200
BAUDS = (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1288000)
TARGETS_MAX = 2  # what the chip can keep activated at a time

STATUS_OK = 0x00
STATUS_TIMEOUT = 0x01
STATUS_CRC = 0x02
STATUS_NO_TARGET = 0x27

_TX_MODE, _RX_MODE, _TX_CONTROL = 0x6302, 0x6303, 0x6304
_FIFO_DATA, _FIFO_LEVEL = 0x6339, 0x633A
_CRC_ON = 0x80
_SENS_REQ = 0x26
_RETRY_FOR_EVER = 0xFF
_AUTOMATIC_RATS = 0x10  # of SetParameters
_ISO_DEP = 0x20  # of SEL_RES


class UnknownCommandError(Exception):
    """The chip answers such a command with its syntax error frame."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things take, in seconds; zeros make the chip as quick as the machine."""

    command_s: float = 0.0015
    """From a command to its acknowledgement."""
    field_s: float = 0.005
    """The field coming on."""
    poll_s: float = 0.003
    """A poll nobody answers."""
    page_write_s: float = 0.0045
    """A page of an NTAG."""


INSTANT = Timing(0, 0, 0, 0)


class Antenna:
    """The tags in front of the chip, in order of arrival; they lose their power with its field."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.is_field_on = False

    def switch(self, *, is_on: bool) -> None:
        """Switch the field; off and on again resets every tag."""
        if self.is_field_on and not is_on:
            for tag in self.tags:
                tag.lose_field()
        self.is_field_on = is_on


class Pn532Chip:
    """Executes host commands (user manual, "PN532 commands").

    *on_listed* is told the technology and the tags, if any, of each finished poll;
    *on_written* each tag that has taken a page.
    """

    def __init__(
        self,
        antenna: Antenna,
        timing: Timing,
        on_listed: Callable[[str, list[Tag]], None],
        on_written: Callable[[Tag], None] = lambda _: None,
    ) -> None:
        self._antenna = antenna
        self.timing = timing
        self._on_listed = on_listed
        self._on_written = on_written
        self._handlers: dict[int, Callable[[bytes], bytes | None]] = {
            0x00: self._diagnose,
            0x02: lambda _: FIRMWARE_VERSION,
            0x04: self._general_status,
            0x06: self._read_registers,
            0x08: self._write_registers,
            0x0C: lambda _: b"\x3f\x07\x03",
            0x0E: lambda _: b"",
            0x10: self._set_baud,
            0x12: self._set_parameters,
            0x14: lambda _: b"",
            0x16: lambda _: bytes((STATUS_OK,)),
            0x32: self._rf_configuration,
            0x40: self._data_exchange,
            0x42: self._communicate_thru,
            0x44: self._release,
            0x4A: self._list_passive_target,
            0x52: self._release,
            0x54: self._select,
        }
        self.power_on()

    def power_on(self) -> None:
        """Stand as after power was given: slow line, field off, nothing selected."""
        self.baud = POWER_ON_BAUD
        self.announced_baud: int | None = None
        self._registers: dict[int, int] = {}
        self._fifo = bytearray()
        self._targets: list[Tag] = []
        self._parameters = _AUTOMATIC_RATS | 0x04
        self._iso_dep_block: int | None = None
        self._activation_retries = _RETRY_FOR_EVER
        self._antenna.switch(is_on=False)

    def execute(self, code: int, data: bytes) -> bytes | None:
        """Return the answer's parameters, or None while a poll goes on: then call again.

        Raises:
            UnknownCommandError: the code or its parameters make no sense to the chip.
        """
        if (handler := self._handlers.get(code)) is None:
            raise UnknownCommandError
        try:
            return handler(data)
        except IndexError as error:
            raise UnknownCommandError from error

    def settle_baud(self) -> None:
        """Go to the announced speed: the host has acknowledged, or speaks it already."""
        if self.announced_baud is not None:
            self.baud, self.announced_baud = self.announced_baud, None

    def _diagnose(self, data: bytes) -> bytes:
        match data[0]:
            case 0x00:  # communication line: everything back
                return data
            case 0x01 | 0x02:  # ROM, RAM
                return bytes((STATUS_OK,))
            case 0x06:  # is the target still there
                is_there = bool(self._targets) and self._targets[0] in self._antenna.tags
                return bytes((STATUS_OK if is_there else STATUS_TIMEOUT,))
            case _:
                raise UnknownCommandError

    def _general_status(self, _: bytes) -> bytes:
        targets = b"".join(bytes((n + 1, 0, 0, 0)) for n in range(len(self._targets)))
        return bytes((0, int(self._antenna.is_field_on), len(self._targets))) + targets + b"\x00"

    def _read_registers(self, data: bytes) -> bytes:
        addresses = [int.from_bytes(data[n : n + 2], "big") for n in range(0, len(data), 2)]
        return bytes(self._register(address) for address in addresses)

    def _register(self, address: int) -> int:
        match address:
            case 0x6339:
                return self._fifo.pop(0) if self._fifo else 0
            case 0x633A:
                return len(self._fifo)
            case 0x6304:
                drivers = 0b11 if self._antenna.is_field_on else 0
                return self._registers.get(_TX_CONTROL, 0x80) & ~0b11 | drivers
            case _:
                return self._registers.get(address, 0)

    def _write_registers(self, data: bytes) -> bytes:
        for n in range(0, len(data), 3):
            address, value = int.from_bytes(data[n : n + 2], "big"), data[n + 2]
            if address == _FIFO_DATA:
                self._fifo.append(value)
            elif address == _FIFO_LEVEL:
                self._fifo.clear()
            else:
                self._registers[address] = value
        return b""

    def _set_parameters(self, data: bytes) -> bytes:
        self._parameters = data[0]
        return b""

    def _set_baud(self, data: bytes) -> bytes:
        self.announced_baud = BAUDS[data[0]]
        return b""

    def _rf_configuration(self, data: bytes) -> bytes:
        match data[0]:
            case 0x01:
                self._switch_field(is_on=bool(data[1] & 1))
            case 0x05:
                self._activation_retries = data[3]
            case _:  # time-outs and analogue settings: the air here needs none
                pass
        return b""

    def _switch_field(self, *, is_on: bool) -> None:
        if is_on and not self._antenna.is_field_on:
            time.sleep(self.timing.field_s)
        if not is_on:
            self._targets = []
        self._antenna.switch(is_on=is_on)

    def _list_passive_target(self, data: bytes) -> bytes | None:
        count, technology, wanted = data[0], self._technology(data[1]), data[2:]
        if not 1 <= count <= TARGETS_MAX:
            raise UnknownCommandError
        self._switch_field(is_on=True)
        found = [tag for tag in self._antenna.tags if tag.technology == technology]
        entries = [(tag, tag.list_entry()) for tag in found]
        if technology == "A" and wanted:
            number = _without_cascade_tags(wanted)
            entries = [(tag, entry) for tag, entry in entries if entry[4:] == number]
        entries = [(tag, entry + self._answer_to_select(tag, entry)) for tag, entry in entries]
        entries = entries[:count]
        if not entries:
            time.sleep(self.timing.poll_s)
            if self._activation_retries == _RETRY_FOR_EVER:
                return None
        self._targets = [tag for tag, _ in entries]
        self._iso_dep_block = 0 if self._parameters & _AUTOMATIC_RATS else None
        for tag in self._targets:
            tag.select()
        self._fifo[:] = b"" if entries else bytes((_SENS_REQ,))  # the poll still lies there
        self._registers[_TX_MODE] = self._registers[_RX_MODE] = _CRC_ON
        if technology != "A" or not wanted:  # one card by its number is no poll
            self._on_listed(technology, self._targets)
        numbered = (bytes((n,)) + entry for n, (_, entry) in enumerate(entries, start=1))
        return bytes((len(entries),)) + b"".join(numbered)

    def _answer_to_select(self, tag: Tag, entry: bytes) -> bytes:
        """Return what the chip has from the tag where it asks for ISO-DEP by itself."""
        is_asked = self._parameters & _AUTOMATIC_RATS and tag.technology == "A"
        return tag.answer_to_select() if is_asked and entry[2] & _ISO_DEP else b""

    @staticmethod
    def _technology(code: int) -> str:
        return ("A", "F", "F", "B", "1")[code]

    def _communicate_thru(self, data: bytes) -> bytes:
        """Send a frame as it is; checksums as TxMode and RxMode say."""
        target = self._targets[0] if self._targets else None
        frame = data
        if not self._registers.get(_TX_MODE, 0) & _CRC_ON:
            if crc_a(data[:-2]) != data[-2:]:
                target = None  # a tag is deaf to a wrong checksum
            frame = data[:-2]
        answer = self._on_air(target, frame)
        if answer is None:
            return bytes((STATUS_TIMEOUT,))
        is_checked = bool(self._registers.get(_RX_MODE, 0) & _CRC_ON)
        if answer.is_nibble:  # too short for a checksum
            return bytes((STATUS_CRC,)) if is_checked else bytes((STATUS_OK,)) + answer.data
        crc = b"" if is_checked else crc_a(answer.data)
        return bytes((STATUS_OK,)) + answer.data + crc

    def _data_exchange(self, data: bytes) -> bytes:
        """Send a frame to a numbered target.

        The chip knows READ and WRITE of type 2 tags, and packs what goes to ISO-DEP into blocks.
        """
        number = data[0] & 0x3F
        if not 1 <= number <= len(self._targets):
            return bytes((STATUS_NO_TARGET,))
        target = self._targets[number - 1]
        if self._iso_dep_block is not None and target.answer_to_select():
            return self._iso_dep_exchange(target, data[1:])
        answer = self._on_air(target, data[1:])
        if answer is None:
            return bytes((STATUS_TIMEOUT,))
        if answer.is_nibble:
            return bytes((STATUS_OK if answer.data == b"\x0a" else STATUS_TIMEOUT,))
        return bytes((STATUS_OK,)) + answer.data

    def _iso_dep_exchange(self, target: Tag, data: bytes) -> bytes:
        assert self._iso_dep_block is not None, "only after an answer to select"
        answer = self._on_air(target, bytes((0x02 | self._iso_dep_block,)) + data)
        if answer is None:
            return bytes((STATUS_TIMEOUT,))
        self._iso_dep_block ^= 1
        return bytes((STATUS_OK,)) + answer.data[1:]

    def _on_air(self, target: Tag | None, frame: bytes) -> Answer | None:
        if target is None or target not in self._antenna.tags or not self._antenna.is_field_on:
            time.sleep(self.timing.poll_s)
            return None
        if frame[:1] == b"\xa2":
            time.sleep(self.timing.page_write_s)
        answer = target.exchange(frame)
        if frame[:1] == b"\xa2" and answer is not None and answer.data == bytes((NTAG_ACK,)):
            self._on_written(target)
        return answer

    def _release(self, _: bytes) -> bytes:
        self._targets = []
        return bytes((STATUS_OK,))

    def _select(self, data: bytes) -> bytes:
        is_known = 1 <= data[0] <= len(self._targets)
        return bytes((STATUS_OK if is_known else STATUS_NO_TARGET,))


def crc_a(data: bytes) -> bytes:
    """Return the checksum of ISO 14443 type A, low byte first."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc.to_bytes(2, "little")


def _without_cascade_tags(wanted: bytes) -> bytes:
    """Return the number asked for; an 88 stands before each cascade level but the last."""
    number = wanted
    if len(number) >= 8 and number[0] == 0x88:
        number = number[1:]
    if len(number) >= 11 and number[3] == 0x88:
        number = number[:3] + number[4:]
    return number
