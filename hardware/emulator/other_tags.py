"""Tags a table meets but cannot write to, bank cards, phones and the like; and Ultralights."""

import secrets
from typing import Final

from hardware.emulator.tags import NTAG_ACK, NTAG_NAK, Answer, type_a_entry

CLASSIC_KEY: Final = b"\xff" * 6  # every sector's, as the card leaves the factory
NO_SUCH_FILE: Final = b"\x6a\x82"  # what a phone says to whoever asks for an application

_SECTOR_BLOCKS = 4
_BLOCKS = 64
_BLOCK_BYTES = 16
_ULTRALIGHT_PAGES = 16
_RATS = 0xE0
_DESELECT = b"\xc2"


class SilentCard:
    """A card of technology A that answers to nothing but its number, as a bank card does here.

    The number stays, other than a phone's.
    """

    technology = "A"

    def __init__(self, uid: bytes, *, sens_res: bytes = b"\x03\x44", sel_res: int = 0x20) -> None:
        self.uid = uid
        self._sens_res = sens_res
        self._sel_res = sel_res

    def list_entry(self) -> bytes:
        """SENS_RES, SEL_RES and the number."""
        return type_a_entry(self._sens_res, self._sel_res, self.uid)

    def answer_to_select(self) -> bytes:
        """Nothing."""
        return b""

    def lose_field(self) -> None:
        """Nothing is remembered."""

    def select(self) -> None:
        """Nothing changes."""

    def exchange(self, frame: bytes) -> Answer | None:  # noqa: ARG002 - only its number matters
        """Stay silent."""
        return None


class ClassicCard:
    """A card with a number of four bytes whose blocks want a key first (MIFARE Classic 1K).

    The chip's own authentication, `60` or `61`, block, key, number, opens a sector; what needs no
    reader's cipher is left out. Anything else is refused and ends the selection.
    """

    technology = "A"

    def __init__(self, uid: bytes) -> None:
        assert len(uid) == 4, "a Classic card here has a number of 4 bytes"
        self.uid = uid
        self._is_selected = False
        self._sector: int | None = None
        self._blocks = [bytes(_BLOCK_BYTES)] * _BLOCKS
        check = uid[0] ^ uid[1] ^ uid[2] ^ uid[3]
        self._blocks[0] = (uid + bytes((check, 0x08, 0x04, 0x00))).ljust(_BLOCK_BYTES, b"\x00")
        for block in range(_SECTOR_BLOCKS - 1, _BLOCKS, _SECTOR_BLOCKS):
            self._blocks[block] = b"\x00" * 6 + b"\xff\x07\x80\x69" + CLASSIC_KEY

    def list_entry(self) -> bytes:
        """SENS_RES, SEL_RES and the number."""
        return type_a_entry(b"\x00\x04", 0x08, self.uid)

    def answer_to_select(self) -> bytes:
        """Nothing: it knows no RATS."""
        return b""

    def lose_field(self) -> None:
        """Forget the selection and the open sector."""
        self._is_selected = False
        self._sector = None

    def select(self) -> None:
        """Listen from now on."""
        self._is_selected = True
        self._sector = None

    def exchange(self, frame: bytes) -> Answer | None:
        """Open a sector, or read a block of the open one."""
        if not self._is_selected or len(frame) < 2:
            return None
        sector = frame[1] // _SECTOR_BLOCKS
        if frame[0] in {0x60, 0x61} and frame[2:] == CLASSIC_KEY + self.uid:
            self._sector = sector
            return Answer(b"")
        if frame[0] == 0x30 and sector == self._sector and len(frame) == 2:
            return Answer(self._blocks[frame[1]])
        self._is_selected = False
        return Answer(bytes((0x04,)), is_nibble=True)


class Phone:
    """A phone: four bytes beginning with 08, thrown anew each time the field comes on.

    It speaks ISO-DEP and has none of the applications that anybody asks for.
    """

    technology = "A"

    def __init__(self, uid: bytes = b"\x08\x00\x00\x00") -> None:
        self.uid = uid
        self._number = uid

    def list_entry(self) -> bytes:
        """SENS_RES, SEL_RES and the number of the moment."""
        return type_a_entry(b"\x00\x04", 0x20, self._number)

    def answer_to_select(self) -> bytes:
        """Frames of up to 256 bytes, no node address."""
        return bytes.fromhex("0578807002")

    def lose_field(self) -> None:
        """Throw another number."""
        self._number = b"\x08" + secrets.token_bytes(3)

    def select(self) -> None:
        """Nothing changes."""

    def exchange(self, frame: bytes) -> Answer | None:
        """Answer RATS, an application asked for, and the farewell; else stay silent."""
        if len(frame) == 2 and frame[0] == _RATS:
            return Answer(self.answer_to_select())
        if frame == _DESELECT:
            return Answer(_DESELECT)
        is_block = len(frame) > 1 and frame[0] & 0xEE == 0x02
        return Answer(frame[:1] + NO_SUCH_FILE) if is_block else None


class FelicaCard:
    """A card of technology F, known by its eight-byte IDm; it answers to polls alone."""

    technology = "F"

    def __init__(self, uid: bytes) -> None:
        assert len(uid) == 8, "an IDm has 8 bytes"
        self.uid = uid

    def list_entry(self) -> bytes:
        """Return the polling response with its length: code 01, IDm, PMm."""
        response = b"\x01" + self.uid + b"\x00\xf0" + b"\xff" * 6
        return bytes((len(response) + 1,)) + response

    def answer_to_select(self) -> bytes:
        """Nothing: it knows no RATS."""
        return b""

    def lose_field(self) -> None:
        """Nothing is remembered."""

    def select(self) -> None:
        """Nothing changes."""

    def exchange(self, frame: bytes) -> Answer | None:
        """Answer another poll; services it has none."""
        return Answer(self.list_entry()) if frame[:2] == b"\x06\x00" else None


class UltralightCard:
    """The first Ultralight (MF0ICU1): 16 pages, READ and WRITE, nothing of what came later."""

    technology = "A"

    def __init__(self, uid: bytes) -> None:
        assert len(uid) == 7, "an Ultralight has a number of 7 bytes"
        self.uid = uid
        self._is_selected = False
        head = uid[:3] + bytes((0x88 ^ uid[0] ^ uid[1] ^ uid[2],)) + uid[3:]
        check = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        capability = bytes((0xE1, 0x10, 0x06, 0))  # 48 bytes
        empty_message = b"\x03\x00\xfe\x00"
        content = head + bytes((check, 0x48, 0, 0)) + capability + empty_message
        self.memory = bytearray(content.ljust(_ULTRALIGHT_PAGES * 4, b"\x00"))

    def list_entry(self) -> bytes:
        """SENS_RES, SEL_RES and the number."""
        return type_a_entry(b"\x00\x44", 0x00, self.uid)

    def answer_to_select(self) -> bytes:
        """Nothing: it knows no RATS."""
        return b""

    def lose_field(self) -> None:
        """Forget the selection."""
        self._is_selected = False

    def select(self) -> None:
        """Listen from now on."""
        self._is_selected = True

    def exchange(self, frame: bytes) -> Answer | None:
        """READ rolls over at the end; GET_VERSION and FAST_READ are refused as unknown."""
        if not self._is_selected or not frame:
            return None
        match frame[0], len(frame):
            case 0x30, 2 if frame[1] < _ULTRALIGHT_PAGES:
                doubled = self.memory + self.memory
                return Answer(bytes(doubled[frame[1] * 4 : frame[1] * 4 + 16]))
            case 0xA2, 6 if 2 <= frame[1] < _ULTRALIGHT_PAGES:
                at = frame[1] * 4
                old = self.memory[at : at + 4]
                if frame[1] in {2, 3}:  # bits are set once
                    kept = old[:2] if frame[1] == 2 else b""
                    rest = zip(old[len(kept) :], frame[2 + len(kept) :], strict=True)
                    self.memory[at : at + 4] = kept + bytes(a | b for a, b in rest)
                else:
                    self.memory[at : at + 4] = frame[2:]
                return Answer(bytes((NTAG_ACK,)), is_nibble=True)
            case _:
                self._is_selected = False
                return Answer(bytes((NTAG_NAK,)), is_nibble=True)
