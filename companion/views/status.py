"""The status bar in words and shapes, and the banner of what is lost."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.locales import _
from companion.protocol import DeviceHealth, Storage

Level = Literal["good", "warn", "bad"]
MARKS: dict[Level, str] = {"good": "●", "warn": "▲", "bad": "✖"}


class StatusItem(msgspec.Struct, frozen=True, gc=False):
    """One word of the status bar."""

    text: str
    level: Level

    @property
    def mark(self) -> str:
        """Return the shape that says the level without colour."""
        return MARKS[self.level]


def status_items(
    devices: Sequence[DeviceHealth], storage: Storage | None, way_back: str = ""
) -> tuple[StatusItem, ...]:
    """Return what the status bar says, devices first.

    With a *way_back*, the command that brings a lost table back, only that.
    """
    if way_back:
        # TRANSLATORS: in the status bar; q is a key, command “tapbank play”; at most 70 characters
        words = _("NO TABLE. If that lasts: q, then {command} again")
        return (StatusItem(words.format(command=f"tapbank {way_back}"), "bad"),)
    items = [
        StatusItem(device.device.upper().replace("-", " "), "good" if device.is_up else "bad")
        for device in devices
    ]
    if not devices:
        # TRANSLATORS: in the status bar; at most 34 characters
        items.append(StatusItem(_("NO DEVICES: PLAY BY KEYS"), "warn"))
    items.append(_saving(storage))
    return tuple(items)


def banner(
    devices: Sequence[DeviceHealth], storage: Storage | None, *, is_connected: bool
) -> str | None:
    """Return what must not be overlooked; nothing where all is well."""
    if not is_connected:
        return _("The table does not answer: reconnecting. Nothing is lost.")
    if storage is not None and storage.status == "failed":
        return _("NOT SAVED: {detail}").format(detail=storage.detail)
    lost = [device for device in devices if not device.is_up]
    if not lost:
        return storage.detail if storage is not None and storage.status == "warned" else None
    names = ", ".join(device.device.upper().replace("-", " ") for device in lost)
    sentence = _("{devices} lost: check the cable. Play on by keys. It comes back by itself.")
    return sentence.format(devices=names)


def whole_sentences(words: str, width: int) -> str:
    """Return as many sentences of *words* as have room in *width* letters, at least the first."""
    first, *others = words.split(". ")
    shown = first
    for sentence in others:
        if len(f"{shown}. {sentence}") > width - 1:  # a full stop may follow
            return f"{shown}."
        shown = f"{shown}. {sentence}"
    return shown


def _saving(storage: Storage | None) -> StatusItem:
    if storage is None or storage.status == "ok":
        # TRANSLATORS: in the status bar: all is on the disk; at most 12 characters
        return StatusItem(_("SAVED"), "good")
    if storage.status == "warned":
        return StatusItem(_("SAVED, BUT"), "warn")
    if storage.status == "slow":
        # TRANSLATORS: in the status bar; at most 20 characters
        return StatusItem(_("SAVING SLOWLY"), "warn")
    # TRANSLATORS: in the status bar; at most 20 characters
    return StatusItem(_("NOT SAVED"), "bad")
