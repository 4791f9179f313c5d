"""One tap a presence, poll by poll on a made-up clock."""

from firmware_bridge.presence import PresenceTracker, Sighting
from firmware_bridge.signals import TagPresented, TagRemoved, TagReturned

ADA = Sighting("04AA", "ntag")
BEN = Sighting("04BB", "ntag")
POLL_NS = 50_000_000


def told(*polls, step_ns=POLL_NS):
    """Run polls, each a tuple of sightings; say what each is told as: +uid, =uid, -uid."""
    tracker = PresenceTracker("reader-1")
    marks = {TagPresented: "+", TagReturned: "=", TagRemoved: "-"}
    return [
        " ".join(marks[type(signal)] + signal.uid for signal in tracker.observe(seen, n * step_ns))
        for n, seen in enumerate(polls)
    ]


def test_a_card_is_presented_once_however_long_it_lies():
    """Arrival, nothing, removal at the second miss."""
    assert ["", "+04AA", "", "", "", "-04AA", ""] == told((), (ADA,), (ADA,), (ADA,), (), (), ())


def test_one_missed_poll_is_no_removal():
    """A card moved about on the antenna stays present."""
    assert ["+04AA", "", "", "", ""] == told((ADA,), (), (ADA,), (), (ADA,))


def test_the_same_card_is_dead_for_a_second_after_it_was_gone():
    """Back within it: no second tap, but a tick, and its removal."""
    away = [()] * 3
    back = [(ADA,)] * 30
    history = told((ADA,), *away, *back, *[()] * 25, (ADA,))

    assert ["+04AA", "", "-04AA"] == history[:3]
    assert "=04AA" == history[4]
    assert ["-04AA"] == [told for told in history[5:-1] if told]
    assert "+04AA" == history[-1]


def test_the_dead_time_is_counted_from_the_removal():
    """Gone at poll 2: a tick at 21 (0.95 s), heard at 22 (1.0 s)."""
    assert "=04AA" == told((ADA,), *[()] * 20, (ADA,))[-1]
    assert "+04AA" == told((ADA,), *[()] * 21, (ADA,))[-1]


def test_another_card_is_always_accepted():
    """While one lies there, and in the dead time of one."""
    assert ["+04AA", "+04BB", "", "-04BB"] == told((ADA,), (ADA, BEN), (ADA,), (ADA,))
    assert ["+04AA", "+04BB", "-04AA"] == told((ADA,), (BEN,), (BEN,))


def test_a_phone_is_one_presence_whatever_its_number():
    """Another number at every poll; told once, removed by the number it was told by."""
    numbers = [(Sighting(f"08{n:06X}", "phone"),) for n in range(5)]

    assert ["+08000000", "", "", "", "", "", "-08000000"] == told(*numbers, (), ())
