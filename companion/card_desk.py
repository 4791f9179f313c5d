"""What lies on a reader: known, unknown, foreign, copied, lost, no card at all; and its enrolment.

Used by a running table and by `tapbank enrol` alone. A known card acts at once; an unknown one that
can hold a message is read first.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future

import msgspec

from companion.card_orders import EnrolCard, Enrolled
from companion.card_signature import CardSet, Seal
from companion.card_words import (
    card_name,
    enrolled_words,
    fault_words,
    found_words,
    refusal_words,
)
from companion.enrolment import Enrolment
from companion.flows.meanings import Meaning
from companion.found import Found
from companion.locales import _
from engine.board import Edition
from firmware_bridge.card_jobs import CardError, Job, WriteCard
from firmware_bridge.signals import TagPresented, TagRead, TagRemoved

READABLE = "ntag"
"""The kind of chip that is read, and written to."""
_BY_TECH = {
    "phone": Found.PHONE,
    "transit": Found.TRANSIT,
    "felica": Found.TRANSIT,
    "classic": Found.CLASSIC,
}
_BY_SEAL = {
    Seal.OURS: Found.OURS,
    Seal.COPIED: Found.COPIED,
    Seal.FOREIGN: Found.FOREIGN,
    Seal.EMPTY: Found.NEW,
    Seal.OTHER: Found.OTHER,
}
_BY_NUMBER = {"small", "refused"}
"""Faults of a card that can hold no record: its number will do."""

Submit = Callable[[str, Job], "Future[bool]"]
"""Has a job done by the reader of that name."""


class Finding(msgspec.Struct, frozen=True):
    """A card on a reader, and what it is."""

    tag: TagPresented
    what: Found
    meaning: Meaning | None = None
    """What it stands for, or stood for where it is lost."""


class CardDesk:
    """Says of each card what it is, and enrols one at a time as ordered."""

    def __init__(self, cards: Enrolment, card_set: CardSet, submit: Submit) -> None:
        self._cards = cards
        self._set = card_set
        self._submit = submit
        self._unread: dict[tuple[str, str], TagPresented] = {}
        self._order: EnrolCard | None = None
        self._is_busy = False

    @property
    def order(self) -> EnrolCard | None:
        """What the next card is to stand for; nothing where taps act."""
        return self._order

    def begin(self, order: EnrolCard) -> Enrolled | None:
        """Wait for a card; return the answer to the order that waited before."""
        ended = self.stop()
        self._order = order
        return ended

    def stop(self) -> Enrolled | None:
        """Wait for no card; return the answer to the order that waited."""
        order, self._order = self._order, None
        if order is None:
            return None
        return Enrolled(order.id, "", "", _("No card was enrolled."), is_over=True)

    def take(self, signal: TagPresented | TagRead | TagRemoved) -> Finding | None:
        """Return what a card is, once that is known: at once, or when it has been read."""
        match signal:
            case TagPresented(reader=reader, uid=uid, tech=tech):
                is_known = self._cards.meaning(uid) or self._cards.lost_meaning(uid)
                if tech == READABLE and (not is_known or self._order is not None):
                    self._unread[reader, uid] = signal
                    return None
                return self._finding(signal, None)
            case TagRead(reader=reader, uid=uid):
                tag = self._unread.pop((reader, uid), None)
                return None if tag is None else self._finding(tag, signal)
            case TagRemoved(reader=reader, uid=uid):
                self._unread.pop((reader, uid), None)
                return None

    def forget_reader(self, reader: str) -> None:
        """Wait for no reading of a reader that is gone."""
        self._unread = {key: tag for key, tag in self._unread.items() if key[0] != reader}

    async def carry_out(self, found: Finding, edition: Edition) -> Enrolled | None:
        """Do what is ordered with the card that was found; nothing while another is written."""
        order = self._order
        if order is None or self._is_busy:
            return None
        self._is_busy = True
        try:
            answer = await self._carried_out(order, found, edition)
        finally:
            self._is_busy = False
        if answer.is_over and self._order is order:
            self._order = None
        return answer

    async def _carried_out(self, order: EnrolCard, found: Finding, edition: Edition) -> Enrolled:
        uid, what = found.tag.uid, found.what.value
        meaning = order.meaning
        if meaning is None:
            said = found_words(found.what, found.meaning, edition)
            return Enrolled(order.id, uid, what, said, is_done=True, is_over=True)
        if why := refusal_words(found.what, may_overwrite=order.may_overwrite):
            return Enrolled(order.id, uid, what, why)
        is_written = is_protected = False
        if order.does_write and found.tag.tech == READABLE:
            try:
                is_protected = await self._write(found.tag, meaning)
                is_written = True
            except CardError as error:
                if error.why not in _BY_NUMBER:
                    return Enrolled(order.id, uid, what, fault_words(error.why))
        try:
            self._remember(order, uid, meaning)
        except OSError as error:
            sentence = _("The card could not be remembered: {reason}.")
            return Enrolled(order.id, uid, what, sentence.format(reason=error.strerror))
        name = card_name(meaning, edition)
        said = enrolled_words(uid, name, is_written=is_written, is_protected=is_protected)
        return Enrolled(
            order.id,
            uid,
            what,
            said,
            is_done=True,
            is_over=True,
            is_written=is_written,
            is_protected=is_protected,
        )

    def _write(self, tag: TagPresented, meaning: Meaning) -> Awaitable[bool]:
        message = self._set.message(tag.uid, meaning)
        job = WriteCard(tag.uid, message, self._set.password(tag.uid))
        return asyncio.wrap_future(self._submit(tag.reader, job))

    def _remember(self, order: EnrolCard, uid: str, meaning: Meaning) -> None:
        if order.is_replacing:
            self._cards.replace(uid, meaning)
        else:
            self._cards.enrol(uid, meaning)

    def _finding(self, tag: TagPresented, read: TagRead | None) -> Finding:
        if (lost := self._cards.lost_meaning(tag.uid)) is not None:
            return Finding(tag, Found.LOST, lost)
        if (known := self._cards.meaning(tag.uid)) is not None:
            return Finding(tag, Found.KNOWN, known)
        if tag.tech != READABLE or read is None:
            return Finding(tag, _BY_TECH.get(tag.tech, Found.UNREADABLE))
        if read.fault:
            return Finding(tag, Found.GONE if read.fault == "gone" else Found.UNREADABLE)
        seal, meaning = self._set.read(tag.uid, read.octets)
        return Finding(tag, _BY_SEAL[seal], meaning)
