"""What the reader's thread reads off cards and writes to them, through the real library."""

from concurrent.futures import Future

import ndef
import nfc.clf
import pytest
from support.hands import DEADLINE_S, Signals, until

from firmware_bridge.card_jobs import CardError, FormatCard, WriteCard
from firmware_bridge.nfc_reader import JOBS_MAX, NfcReader, ReaderDriver
from firmware_bridge.signals import DeviceUp, TagPresented, TagRead, TagRemoved, TagReturned
from hardware.emulator.other_tags import ClassicCard, UltralightCard
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.pn532_chip import INSTANT
from hardware.emulator.tags import NTAG213, NTAG215, NTAG216, NtagCard

UID = bytes.fromhex("04A1B2C3D4E5F6")
HEX = UID.hex().upper()
OTHER = bytes.fromhex("04A1B2C3D4E5F7")
MESSAGE = b"".join(ndef.message_encoder([ndef.UriRecord("https://a.example/" + "x" * 60)]))
SECRET = b"secret"
PATIENCE_S = 60.0  # a reader behind such a cable is reopened again and again


@pytest.fixture
def emulated(tmp_path):
    with ReaderEmulator(tmp_path / "reader-1", INSTANT) as reader:
        yield reader


@pytest.fixture
def signals():
    return Signals()


@pytest.fixture
def reader(emulated, signals):
    thread = NfcReader("reader-1", str(emulated.path), signals)
    thread.start()
    signals.wait(DeviceUp)
    yield thread
    thread.stop()


@pytest.fixture
def driver(emulated, signals):
    """Give a reader without a thread, stepped by the test."""
    driver = ReaderDriver("reader-1", str(emulated.path), signals)
    driver.open()
    yield driver
    driver.close()


def written(uid, octets, model=NTAG213):
    card = NtagCard(uid, model)
    card.put_message(octets)
    return card


def done(driver, job):
    """Step until the job is done."""
    future = driver.submit(job)
    until(lambda: driver.step() or future.done())
    return future


def lifted(driver, emulated):
    """Take the card away and step until the reader knows."""
    emulated.take(UID)
    until(lambda: driver.step() or driver._tracker.is_empty)  # noqa: SLF001


def why(future: Future[bool]) -> str:
    error = future.exception(DEADLINE_S)

    assert isinstance(error, CardError)
    return error.why


def page(card, number):
    return bytes(card.memory[number * 4 : number * 4 + 4])


@pytest.mark.usefixtures("reader")
def test_the_number_comes_first_and_the_message_after_it(emulated, signals):
    emulated.put(written(UID, MESSAGE))
    (read,) = signals.wait(TagRead)

    assert (HEX, MESSAGE, "") == (read.uid, read.octets, read.fault)
    assert [TagPresented, TagRead] == [type(each) for each in signals.all()[1:]]


def test_number_and_message_take_twelve_commands(driver, emulated, signals):
    """Four to find the card, four for READ, four for FAST_READ."""
    driver.step()
    emulated.put(written(UID, MESSAGE))
    before = emulated.command_count
    driver.step()

    assert [TagPresented, TagRead] == [type(each) for each in signals.all()]
    assert 12 == emulated.command_count - before


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("card", "octets", "fault"),
    [
        (NtagCard(UID), b"", ""),
        (UltralightCard(UID), b"", ""),
        (written(UID, bytes(480), NTAG215), bytes(480), ""),
        (written(UID, bytes(504), NTAG216), bytes(504), ""),
        (written(UID, bytes(505), NTAG216), b"", "unreadable"),
    ],
)
def test_every_kind_of_card_is_read_once(emulated, signals, card, octets, fault):
    emulated.put(card)
    assert emulated.wait_seen(UID, DEADLINE_S)
    emulated.take(UID)
    signals.wait(TagRemoved)

    assert [(octets, fault)] == [(read.octets, read.fault) for read in signals.all(TagRead)]


@pytest.mark.usefixtures("reader")
def test_a_classic_is_not_read(emulated, signals):
    emulated.put(ClassicCard(b"\x11\x22\x33\x44"))
    assert emulated.wait_seen(b"\x11\x22\x33\x44", DEADLINE_S)
    emulated.take(b"\x11\x22\x33\x44")
    signals.wait(TagRemoved)

    assert [] == signals.all(TagRead)


@pytest.mark.usefixtures("reader")
def test_each_of_two_cards_is_read_for_itself(emulated, signals):
    emulated.put(written(UID, MESSAGE))
    signals.wait(TagRead)
    emulated.put(written(OTHER, b"\xd0\x00\x00"))
    reads = signals.wait(TagRead, 2)

    assert [MESSAGE, b"\xd0\x00\x00"] == [read.octets for read in reads]


def test_a_card_gone_before_it_was_read_is_said_to_be(driver, emulated, signals):
    """Pulled between its number and its message: told before it is removed."""
    card = written(UID, MESSAGE)
    card.exchange = lambda _frame: None
    emulated.put(card)
    driver.step()
    emulated.take(UID)
    until(lambda: driver.step() or signals.all(TagRemoved))

    assert [TagPresented, TagRead, TagRemoved] == [type(each) for each in signals.all()]
    assert "gone" == signals.all(TagRead)[0].fault


def test_a_card_that_stays_silent_is_given_up(driver, emulated, signals):
    card = written(UID, MESSAGE)
    card.exchange = lambda _frame: None
    emulated.put(card)
    until(lambda: driver.step() or signals.all(TagRead))

    assert "unreadable" == signals.all(TagRead)[0].fault


@pytest.mark.usefixtures("reader")
def test_a_card_back_within_its_dead_time_is_answered_with_a_tick(emulated, signals):
    for _ in range(2):
        emulated.put(written(UID, MESSAGE))
        assert emulated.wait_seen(UID, DEADLINE_S)
        emulated.take(UID)
        assert emulated.wait_gone(UID, DEADLINE_S)
    signals.wait(TagRemoved, 2)

    assert 1 == len(signals.all(TagPresented))
    assert 1 == len(signals.all(TagRead))
    assert [HEX] == [tick.uid for tick in signals.all(TagReturned)]


def test_a_card_is_written_protected_and_read_by_all(driver, emulated, signals):
    """By the arguments that leave the capability container alone."""
    card = NtagCard(UID)
    container = page(card, 3)
    emulated.put(card)

    assert done(driver, WriteCard(HEX, MESSAGE, SECRET)).result(DEADLINE_S) is True
    assert container == page(card, 3)
    assert (4, 0) == (page(card, 41)[3], page(card, 42)[0])
    assert SECRET == bytes(card.memory[43 * 4 : 43 * 4 + 6])

    emulated.take(UID)
    until(lambda: driver.step() or signals.all(TagRemoved))
    emulated.put(card)
    until(lambda: driver.step() or signals.all(TagReturned))
    target = driver._frontend.sense(nfc.clf.RemoteTarget("106A"))  # noqa: SLF001

    assert MESSAGE == bytes(nfc.tag.activate(driver._frontend, target).ndef.octets)  # noqa: SLF001


def test_a_protected_card_is_written_by_its_password_only(driver, emulated):
    card = NtagCard(UID)
    emulated.put(card)
    done(driver, WriteCard(HEX, MESSAGE, SECRET))

    assert "locked" == why(done(driver, WriteCard(HEX, b"\xd0\x00\x00", b"guess!")))
    assert "locked" == why(done(driver, WriteCard(HEX, b"\xd0\x00\x00")))
    assert done(driver, WriteCard(HEX, b"\xd0\x00\x00", SECRET)).result(DEADLINE_S) is True


def test_a_card_is_emptied_and_open_again(driver, emulated):
    card = NtagCard(UID)
    emulated.put(card)
    done(driver, WriteCard(HEX, MESSAGE, SECRET))

    assert done(driver, FormatCard(HEX, SECRET)).result(DEADLINE_S) is False
    assert b"\x03\x00" == bytes(card.memory[21:23])
    assert done(driver, WriteCard(HEX, MESSAGE)).result(DEADLINE_S) is False


@pytest.mark.parametrize("blank", [NtagCard(UID), NtagCard(UID, NTAG215)])
def test_a_blank_card_is_given_its_container(driver, emulated, blank):
    blank.memory[12:24] = bytes(12)
    emulated.put(blank)

    assert done(driver, WriteCard(HEX, MESSAGE, SECRET)).result(DEADLINE_S) is True


@pytest.mark.parametrize(
    ("card", "message", "reason"),
    [
        (UltralightCard(UID), MESSAGE, "small"),
        (NtagCard(OTHER), MESSAGE, "gone"),
        (ClassicCard(b"\x11\x22\x33\x44"), MESSAGE, "refused"),
    ],
)
def test_what_cannot_be_written_says_why(driver, emulated, card, message, reason):
    emulated.put(card)
    uid = HEX if card.uid != b"\x11\x22\x33\x44" else "11223344"

    assert reason == why(done(driver, WriteCard(uid, message, SECRET)))


def test_an_ultralight_is_written_and_stays_open(driver, emulated):
    emulated.put(UltralightCard(UID))

    assert done(driver, WriteCard(HEX, b"\xd0\x00\x00", SECRET)).result(DEADLINE_S) is False


def test_a_card_pulled_at_any_page_holds_all_nothing_or_what_it_held(driver, emulated):
    """And the same job mends it, also where the pull has left it half protected."""
    old = b"\xd0\x00\x00"
    card, frames = written(UID, old), []
    plain_exchange = card.exchange
    card.exchange = lambda frame: frames.append(frame[0]) or plain_exchange(frame)
    emulated.put(card)
    done(driver, WriteCard(HEX, MESSAGE, SECRET))
    count = sum(frame == 0xA2 for frame in frames)
    held = set()
    for pages in {1, 2, count // 2, *range(count - 6, count + 1)}:
        lifted(driver, emulated)
        card = written(UID, old)
        emulated.put(card)
        emulated.pull_after(UID, pages)
        first = done(driver, WriteCard(HEX, MESSAGE, SECRET))
        lifted(driver, emulated)
        size = card.memory[17]
        held.add(size)

        assert "gone" == why(first)
        assert bytes(card.memory[18 : 18 + size]) in {old, b"", MESSAGE}

        emulated.put(card)

        assert done(driver, WriteCard(HEX, MESSAGE, SECRET)).result(DEADLINE_S) is True

    assert {0, len(MESSAGE)} == held


def test_more_jobs_than_room_are_refused_at_once(driver):
    futures = [driver.submit(FormatCard(HEX)) for _ in range(JOBS_MAX + 1)]

    assert not any(future.done() for future in futures[:-1])
    assert "busy" == why(futures[-1])

    driver.give_up_jobs()

    assert {"reader"} == {why(future) for future in futures[:-1]}


def test_jobs_run_between_polls_and_taps_go_on(reader, emulated, signals):
    card = NtagCard(UID)
    emulated.put(card)
    signals.wait(TagRead)
    future = reader.submit(WriteCard(HEX, MESSAGE, SECRET))

    assert future.result(DEADLINE_S) is True

    beat = reader.alive_ns
    until(lambda: reader.alive_ns > beat)
    emulated.put(NtagCard(OTHER))

    assert OTHER.hex().upper() == signals.wait(TagPresented, 2)[1].uid


def test_two_readers_are_told_apart(emulated, tmp_path, signals):
    """One thread each, the name in every signal; the same card may lie on both."""
    with ReaderEmulator(tmp_path / "reader-2", INSTANT) as second:
        threads = [
            NfcReader("reader-1", str(emulated.path), signals),
            NfcReader("reader-2", str(second.path), signals),
        ]
        for thread in threads:
            thread.start()
        signals.wait(DeviceUp, 2)
        emulated.put(written(UID, MESSAGE))
        second.put(written(OTHER, MESSAGE))
        reads = signals.wait(TagRead, 2)
        for thread in threads:
            thread.stop()

    assert {("reader-1", HEX), ("reader-2", OTHER.hex().upper())} == {
        (read.reader, read.uid) for read in reads
    }


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("fault", "share"), [("flip_share", 0.02), ("truncate_share", 0.01)])
def test_no_number_and_no_message_is_ever_wrong_over_a_bad_cable(emulated, signals, fault, share):
    """One or two frames in a hundred: every card once, its message whole or unreadable."""
    setattr(emulated.faults, fault, share)
    cards = [written(bytes((4, 0, 0, 0, 0, 2, n)), MESSAGE) for n in range(5)]
    for card in cards:
        emulated.put(card)
        assert emulated.wait_seen(card.uid, PATIENCE_S)
        emulated.take(card.uid)
        assert emulated.wait_gone(card.uid, PATIENCE_S)
    emulated.faults.flip_share = emulated.faults.truncate_share = 0.0
    signals.wait(TagRemoved, len(cards))
    reads = signals.all(TagRead)

    assert emulated.faults.spoilt_count
    assert [card.uid.hex().upper() for card in cards] == [
        each.uid for each in signals.all(TagPresented)
    ]
    assert all(read.octets == MESSAGE for read in reads if not read.fault)
    assert len(cards) == len(reads)
