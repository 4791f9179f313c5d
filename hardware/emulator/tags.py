"""Tags as a reader's antenna meets them, and the NTAG21x, whose memory matters.

A tag answers to the anticollision of its technology and then to frames. Checksums are the air's
business (`pn532_chip.py`); a tag sees and gives frames without them.
"""

import hashlib
from dataclasses import dataclass
from typing import Final, Protocol

NTAG_ACK: Final = 0x0A
NTAG_NAK: Final = 0x00

_PAGE_BYTES = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tag sends back; `is_nibble` marks the four-bit acknowledgements of type 2 tags."""

    data: bytes
    is_nibble: bool = False


class Tag(Protocol):
    """Anything that can be laid on the antenna."""

    @property
    def uid(self) -> bytes:
        """Its identity for the hand that holds it."""

    @property
    def technology(self) -> str:
        """`A` or `F`."""

    def list_entry(self) -> bytes:
        """Its part of the answer to InListPassiveTarget, after the target number."""

    def answer_to_select(self) -> bytes:
        """Its answer to RATS with the length first, where it speaks ISO-DEP; else nothing."""

    def lose_field(self) -> None:
        """Forget selection and authentication: the field went off."""

    def select(self) -> None:
        """Listen to frames: it was found and selected."""

    def exchange(self, frame: bytes) -> Answer | None:
        """Answer a frame, or stay silent (None)."""


@dataclass(frozen=True, slots=True)
class NtagModel:
    """What tells one NTAG21x from another; page numbers from the data sheet."""

    name: str
    pages: int
    storage_code: int
    """Seventh byte of GET_VERSION."""
    data_bytes: int
    first_tlv: bytes
    """Pages 4 and 5 as they leave the factory."""
    lock_step: int
    """Pages a bit of the dynamic lock bytes covers."""

    @property
    def lock_page(self) -> int:
        """The page of the dynamic lock bytes; CFG0, CFG1, PWD and PACK follow."""
        return self.pages - 5


NTAG213 = NtagModel("NTAG213", 45, 0x0F, 144, bytes.fromhex("0103A00C340300FE"), 2)
NTAG215 = NtagModel("NTAG215", 135, 0x11, 496, bytes.fromhex("0300FE0000000000"), 16)
NTAG216 = NtagModel("NTAG216", 231, 0x13, 872, bytes.fromhex("0300FE0000000000"), 16)


class NtagCard:
    """An NTAG213, 215 or 216 as it leaves the factory: empty, readable, writable."""

    technology = "A"

    def __init__(self, uid: bytes, model: NtagModel = NTAG213) -> None:
        assert len(uid) == 7, "an NTAG has a number of 7 bytes"
        self.uid = uid
        self.model = model
        self.memory = bytearray(model.pages * _PAGE_BYTES)
        self._is_selected = False
        self._is_authenticated = False
        self._auth0 = 0xFF
        self._access = 0
        head = uid[:3] + bytes((0x88 ^ uid[0] ^ uid[1] ^ uid[2],)) + uid[3:]
        check = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.memory[:24] = (
            head
            + bytes((check, 0x48, 0, 0))
            + bytes((0xE1, 0x10, model.data_bytes // 8, 0))
            + model.first_tlv
        )
        self._set_page(model.lock_page, b"\x00\x00\x00\xbd")
        self._set_page(model.lock_page + 1, b"\x04\x00\x00\xff")
        self._set_page(model.lock_page + 2, b"\x00\x05\x00\x00")
        self._set_page(model.lock_page + 3, b"\xff\xff\xff\xff")

    def put_message(self, octets: bytes) -> None:
        """Hold a message, as if somebody's phone had written it; it must fit."""
        length = bytes((len(octets),)) if len(octets) < 255 else b"\xff" + _two(len(octets))
        data = b"\x03" + length + octets + b"\xfe"
        assert len(data) <= self.model.data_bytes + 1, "the message fits the chip"
        self.memory[16 : 16 + len(data)] = data

    def list_entry(self) -> bytes:
        """SENS_RES, SEL_RES and the number."""
        return type_a_entry(b"\x00\x44", 0x00, self.uid)

    def answer_to_select(self) -> bytes:
        """Nothing: it knows no RATS."""
        return b""

    def lose_field(self) -> None:
        """Forget the selection and the password."""
        self._is_selected = False
        self._is_authenticated = False

    def select(self) -> None:
        """Listen from now on; drops the password, and what CFG0 and CFG1 say now counts."""
        self._is_selected = True
        self._is_authenticated = False
        self._auth0 = self._page(self.model.lock_page + 1)[3]
        self._access = self._page(self.model.lock_page + 2)[0]

    def exchange(self, frame: bytes) -> Answer | None:
        """Answer as the data sheet says; anything else is refused and ends the selection."""
        if not self._is_selected or not frame:
            return None
        answer = self._answered(frame)
        if answer is None:
            self._is_selected = False
            return None if frame == b"\x50\x00" else Answer(bytes((NTAG_NAK,)), is_nibble=True)
        return answer

    def _answered(self, frame: bytes) -> Answer | None:
        match frame[0], len(frame):
            case 0x60, 1:
                version = bytes((0, 4, 4, 2, 1, 0, self.model.storage_code, 3))
                return Answer(version)
            case 0x30, 2:
                return self._read(frame[1])
            case 0x3A, 3:
                return self._fast_read(frame[1], frame[2])
            case 0xA2, 6:
                return self._write(frame[1], frame[2:])
            case 0x1B, 5:
                return self._authenticate(frame[1:])
            case 0x3C, 2:
                return Answer(hashlib.sha256(b"originality" + self.uid).digest())
            case _:
                return None

    def _read(self, page: int) -> Answer | None:
        """READ gives four pages and rolls over at the end of what may be read."""
        if page >= self._readable_end():
            return None
        pages = ((page + step) % self._readable_end() for step in range(4))
        return Answer(b"".join(self._shown(each) for each in pages))

    def _fast_read(self, first: int, last: int) -> Answer | None:
        if not first <= last < self._readable_end():
            return None
        return Answer(b"".join(self._shown(page) for page in range(first, last + 1)))

    def _write(self, page: int, data: bytes) -> Answer | None:
        if not 2 <= page < self.model.pages or self._is_locked(page):
            return None
        if page >= self._auth0 and not self._is_authenticated:
            return None
        old = self._page(page)
        if page == 2:  # the number's checksum is fixed, lock bits are set once
            data = old[:2] + bytes(a | b for a, b in zip(old[2:], data[2:], strict=True))
        elif page in {3, self.model.lock_page}:  # bits are set once
            data = bytes(a | b for a, b in zip(old, data, strict=True))
        self._set_page(page, data)
        return Answer(bytes((NTAG_ACK,)), is_nibble=True)

    def _authenticate(self, password: bytes) -> Answer | None:
        if password != self._page(self.model.lock_page + 3):
            return None
        self._is_authenticated = True
        return Answer(self._page(self.model.lock_page + 4)[:2])

    def _readable_end(self) -> int:
        """Return the first page that may not be read now (AUTH0 with PROT set)."""
        if self._access & 0x80 and not self._is_authenticated:
            return min(self.model.pages, self._auth0)
        return self.model.pages

    def _is_locked(self, page: int) -> bool:
        static = int.from_bytes(self._page(2)[2:], "little")
        if 3 <= page <= 15:
            return bool(static >> page & 1)
        if 16 <= page < self.model.lock_page:
            dynamic = int.from_bytes(self._page(self.model.lock_page)[:2], "little")
            return bool(dynamic >> (page - 16) // self.model.lock_step & 1)
        is_configuration = self.model.lock_page < page <= self.model.lock_page + 2
        return is_configuration and bool(self._access & 0x40)

    def _shown(self, page: int) -> bytes:
        """Password and its answer read as zero."""
        return b"\x00" * _PAGE_BYTES if page > self.model.lock_page + 2 else self._page(page)

    def _page(self, page: int) -> bytes:
        return bytes(self.memory[page * _PAGE_BYTES : (page + 1) * _PAGE_BYTES])

    def _set_page(self, page: int, data: bytes) -> None:
        self.memory[page * _PAGE_BYTES : (page + 1) * _PAGE_BYTES] = data


def _two(number: int) -> bytes:
    return number.to_bytes(2, "big")


def type_a_entry(sens_res: bytes, sel_res: int, number: bytes) -> bytes:
    """Return a list entry: SENS_RES, high byte first, SEL_RES, and the number with its length."""
    return sens_res + bytes((sel_res, len(number))) + number
