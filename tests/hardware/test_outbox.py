"""Events kept until acknowledged, over power cuts too."""

import json
from pathlib import Path

import pytest
from support.firmware import firmware_module

outbox_module = firmware_module("outbox")
store = firmware_module("store")

BOOT, NEXT_BOOT = "00010000", "00020000"
ROLL = (("d", "3,4"),)


@pytest.fixture(autouse=True)
def _flash(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def kept(outbox):
    """Empty the outbox; return [(boot, n, type)]."""
    events = []
    while (first := outbox.first()) is not None:
        events.append(tuple(first[:3]))
        outbox.acknowledge(first[0], first[1], 0)
    return events


def test_only_the_exact_acknowledgement_removes_the_first_event():
    outbox = outbox_module.Outbox(BOOT, 0)
    outbox.add("ROLL", ROLL, 0)
    outbox.add("CLEAR", (), 0)

    assert outbox.acknowledge(NEXT_BOOT, 1, 0) is None
    assert outbox.acknowledge(BOOT, 2, 0) is None
    assert outbox.acknowledge(BOOT, 1, 0) == "ROLL"
    assert [(BOOT, 2, "CLEAR")] == kept(outbox)


def test_in_normal_play_the_flash_is_not_written():
    outbox = outbox_module.Outbox(BOOT, 0)
    outbox.add("ROLL", ROLL, 0)
    outbox.step(99)
    outbox.acknowledge(BOOT, 1, 99)
    outbox.step(500)

    assert [] == list(Path().iterdir())


def test_what_waits_survives_a_power_cut_under_its_old_boot_id():
    outbox = outbox_module.Outbox(BOOT, 0)
    outbox.add("ROLL", ROLL, 0)
    outbox.add("CLEAR", (), 50)
    outbox.step(100)

    after = outbox_module.Outbox(NEXT_BOOT, 0)
    after.add("ROLL", ROLL, 0)

    assert [(BOOT, 1, "ROLL"), (BOOT, 2, "CLEAR"), (NEXT_BOOT, 1, "ROLL")] == kept(after)


def test_what_was_acknowledged_does_not_come_back():
    outbox = outbox_module.Outbox(BOOT, 0)
    outbox.add("ROLL", ROLL, 0)
    outbox.add("CLEAR", (), 0)
    outbox.step(100)
    outbox.acknowledge(BOOT, 1, 150)

    assert [(BOOT, 2, "CLEAR")] == kept(outbox_module.Outbox(NEXT_BOOT, 0))


def test_the_age_goes_on_over_a_power_cut():
    outbox = outbox_module.Outbox(BOOT, 0)
    outbox.add("ROLL", ROLL, 0)
    outbox.step(7500)

    assert -7000 == outbox_module.Outbox(NEXT_BOOT, 0).first()[4]


def test_a_full_queue_loses_advisory_events_first_and_counts_them():
    outbox = outbox_module.Outbox(BOOT, 0)
    outbox.add("ROLL", ROLL, 0)
    outbox.add("BTN", (), 0)
    for _ in range(outbox_module.QUEUE_MAX):
        outbox.add("ROLL", ROLL, 0)

    assert outbox_module.QUEUE_MAX == len(outbox)
    assert outbox.lost_count == 2
    assert {"ROLL"} == {kind for _, _, kind in kept(outbox)}


def test_a_damaged_file_is_an_empty_one():
    Path("pending.json").write_text('[["0001')

    assert outbox_module.Outbox(BOOT, 0).first() is None


def test_a_full_flash_does_not_stop_the_game(tmp_path):
    outbox = outbox_module.Outbox(BOOT, 0)
    outbox.add("ROLL", ROLL, 0)
    (tmp_path / "pending.json.new").mkdir()  # the one way to make writing fail for root too

    outbox.step(100)

    assert outbox.flash_error_count == 1
    assert [(BOOT, 1, "ROLL")] == kept(outbox)


def test_boot_ids_never_come_twice_though_chance_does():
    boots = {store.next_boot(0x2A2A) for _ in range(50)}

    assert len(boots) == 50
    assert all(boot.endswith("2A2A") and len(boot) == 8 for boot in boots)
    assert json.loads(Path("boot.json").read_text()) == 50
