"""From what each poll of a reader saw to one tap a presence, with time as an argument."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_bridge.signals import TagPresented, TagRemoved, TagReturned

MISSES_TO_BE_GONE = 2  # one poll may fail while a card is moved; two are about 100 ms
DEAD_TIME_S = 1.0  # a hand that trembles at the edge of the field is not a second tap

_PHONE = "phone"

TagSignal = TagPresented | TagReturned | TagRemoved


@dataclass(frozen=True, slots=True)
class Sighting:
    """A tag as one poll saw it."""

    uid: str
    tech: str

    @property
    def key(self) -> str:
        """What it is told apart by.

        A phone has another number at every poll, so all phones are one.
        """
        return _PHONE if self.tech == _PHONE else self.uid


@dataclass(slots=True)
class _Presence:
    uid: str
    tech: str
    missed_count: int = 0


class PresenceTracker:
    """Turn polls into `TagPresented` and `TagRemoved`, each once a presence.

    A tag back within its dead time is `TagReturned`, however long it then stays; any other tag is
    always presented. What is present survives a reader that is reopened, so a resting card does not
    act twice.
    """

    def __init__(self, reader: str, dead_time_s: float = DEAD_TIME_S) -> None:
        self._reader = reader
        self._dead_time_ns = int(dead_time_s * 1e9)
        self._present: dict[str, _Presence] = {}
        self._gone_ns: dict[str, int] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no tag is in the field."""
        return not self._present

    def holds(self, tech: str) -> bool:
        """Whether a tag of that kind is in the field."""
        return any(each.tech == tech for each in self._present.values())

    def observe(self, sightings: Iterable[Sighting], now_ns: int) -> list[TagSignal]:
        """Return what has changed with a poll that ended at *now_ns*; removals first."""
        seen = {sighting.key: sighting for sighting in sightings}
        signals: list[TagSignal] = []
        for key in list(self._present):
            if key in seen:
                self._present[key].missed_count = 0
            else:
                signals += self._missed(key, now_ns)
        self._gone_ns = {
            key: gone for key, gone in self._gone_ns.items() if now_ns - gone < self._dead_time_ns
        }
        for key, sighting in seen.items():
            if key not in self._present:
                signals += self._arrived(key, sighting, now_ns)
        return signals

    def _missed(self, key: str, now_ns: int) -> list[TagRemoved]:
        presence = self._present[key]
        presence.missed_count += 1
        if presence.missed_count < MISSES_TO_BE_GONE:
            return []
        del self._present[key]
        self._gone_ns[key] = now_ns
        return [TagRemoved(self._reader, presence.uid, now_ns)]

    def _arrived(self, key: str, sighting: Sighting, now_ns: int) -> list[TagSignal]:
        self._present[key] = _Presence(sighting.uid, sighting.tech)
        if key in self._gone_ns:
            return [TagReturned(self._reader, sighting.uid, now_ns)]
        return [TagPresented(self._reader, sighting.uid, sighting.tech, now_ns)]
