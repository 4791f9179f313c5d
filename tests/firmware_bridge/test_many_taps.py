"""An evening of taps through the real library, over a bad cable and through faults of all kinds."""

import os
import random
import threading
import time
from pathlib import Path
from statistics import quantiles

import pytest
from support.hands import Signals
from support.shares import report, share

from firmware_bridge.nfc_reader import NfcReader
from firmware_bridge.signals import DeviceDown, DeviceUp, TagPresented, TagRemoved
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.tags import NtagCard

TAPS = share("TAPS", 16)
FAULTS = 10 if TAPS >= 270 else 4
IDLE_S = 20.0 if TAPS >= 270 else 0.0
SPOILT = 0.005
"""Of the frames, in either direction: one flipped bit each."""
PATIENCE_S = 60.0
NAME = "the reader"  # also of its thread


class Evening:
    """A reader, and hands that tap one card after the other; each card is new."""

    def __init__(self, emulated):
        self.signals = Signals()
        self.emulated = emulated
        self.tap_ms = []
        self.recovery_s = []
        self.reader = NfcReader(NAME, str(emulated.path), self.signals)
        self.reader.start()
        self.signals.wait(DeviceUp)

    def tap(self, number, fault=None):
        card = NtagCard(bytes((4, 2, 0, 0, 0, *number.to_bytes(2, "big"))))
        began_ns = time.monotonic_ns()
        self.emulated.put(card)
        if fault is not None:
            fault()
        assert self.emulated.wait_seen(card.uid, PATIENCE_S)
        self.emulated.take(card.uid)
        assert self.emulated.wait_gone(card.uid, PATIENCE_S)
        if fault is None:
            noticed = [each.at_ns for each in self.signals.all(TagPresented)]
            self.tap_ms += [(at_ns - began_ns) / 1e6 for at_ns in noticed if at_ns > began_ns]
        return card.uid.hex().upper()

    def go_through(self, trouble, mend):
        """Let something happen to the reader, mend it, and see how soon it answers again."""
        down, up = len(self.signals.all(DeviceDown)), len(self.signals.all(DeviceUp))
        trouble()
        self.signals.wait(DeviceDown, down + 1)
        mend()
        began_s = time.monotonic()
        self.signals.wait(DeviceUp, up + 1)
        self.recovery_s.append(time.monotonic() - began_s)


def troubles(reader):
    """Return what may happen to a reader, and what mends it."""
    return [
        (reader.hang, reader.resume),
        (reader.reset, lambda: None),
        (reader.unplug, reader.plug),
        (reader.unplug, lambda: reader.plug(has_kept_power=True)),  # left at its high speed
    ]


@pytest.mark.timeout(0 if TAPS > 100 else 120)
def test_every_tap_comes_once_over_a_bad_cable_and_through_faults(tmp_path):
    chance = random.Random(532)
    with ReaderEmulator(tmp_path / "reader-1") as emulated:
        evening = Evening(emulated)
        emulated.faults.flip_share = SPOILT
        kinds, tapped = troubles(emulated), []
        for number in range(TAPS):
            time.sleep(chance.uniform(0, 0.05))  # hands know nothing of polls
            fault_number, rest = divmod(number, TAPS // FAULTS)
            is_due = rest == 0 and fault_number < FAULTS
            trouble, mend = kinds[fault_number % len(kinds)]
            fault = (lambda t=trouble, m=mend: evening.go_through(t, m)) if is_due else None
            tapped.append(evening.tap(number, fault))
        emulated.faults.flip_share = 0.0
        evening.signals.wait(TagRemoved, TAPS)
        idle_share = cpu_share(evening.reader, IDLE_S)
        evening.reader.stop()
        spoilt_count = emulated.faults.spoilt_count

    assert tapped == [each.uid for each in evening.signals.all(TagPresented)]
    assert tapped == [each.uid for each in evening.signals.all(TagRemoved)]
    assert FAULTS == len(evening.recovery_s)
    cuts = quantiles(evening.tap_ms, n=100)
    report(
        f"{TAPS} taps, {spoilt_count} frames spoilt, {FAULTS} faults: tap to TagPresented p50 "
        f"{cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms; recovery at most "
        f"{max(evening.recovery_s):.2f} s; idle {100 * idle_share:.1f} % of a core"
    )


def cpu_share(reader, seconds):
    """Return how much of a core the reader's thread takes while nothing lies on it."""
    if not seconds:
        return 0.0
    (thread,) = [each for each in threading.enumerate() if each.name == NAME]
    assert reader.alive_ns
    stat = Path(f"/proc/self/task/{thread.native_id}/stat")

    def ticks():
        fields = stat.read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    before = ticks()
    time.sleep(seconds)
    return (ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds
