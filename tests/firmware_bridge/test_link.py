"""A session with a board, on a simulated clock."""

from support.dlp import BOOT, NEXT_BOOT, UID, board_line, greeting, roll

from firmware_bridge.cues import Acknowledge, Chime, Light
from firmware_bridge.frames import HOST_START, FrameDecoder, Junk
from firmware_bridge.link import COMMANDS_MAX, Link
from firmware_bridge.signals import (
    ButtonPressed,
    DiceChanged,
    DiceCleared,
    DiceFault,
    DiceSettled,
    KnobTurned,
)

SETTLED = DiceSettled(UID, BOOT, 17, (3, 4), (97, 88), True, 0, 5_000_000)  # noqa: FBT003  as sent


def said(link):
    """Return what the link writes now, as `TYPE key=value …`."""
    frames = FrameDecoder(HOST_START).feed(link.outgoing())
    return [
        " ".join([frame.type, *(f"{key}={value}" for key, value in frame.fields.items())])
        for frame in frames
    ]


def greeted(**more):
    link = Link(0)
    link.outgoing()
    link.receive(greeting(**more), 0)
    return link


def test_a_link_greets_at_once_and_every_two_seconds_until_answered():
    link = Link(0)

    assert ["HI id=h1 v=1 host=tapbank"] == said(link)
    link.tick(1999)
    assert [] == said(link)
    link.tick(2000)
    assert ["HI id=h1 v=1 host=tapbank"] == said(link)
    assert link.detail is None


def test_an_answered_greeting_says_which_board_it_is():
    link = greeted()

    assert f"rp2-dice 0.1.0 {UID}" == link.detail
    link.tick(1000)
    assert [] == said(link)


def test_a_hello_is_greeted():
    link = Link(0)
    link.outgoing()

    link.receive(board_line(f"HELLO v=1 board=b fw=1 uid={UID} boot={BOOT}"), 500)

    assert ["HI id=h2 v=1 host=tapbank"] == said(link)


def test_an_event_goes_up_and_is_not_acknowledged_by_the_link():
    link = greeted()

    assert [SETTLED] == link.receive(roll(), 5)
    assert [] == said(link)


def test_the_cue_acknowledges_exactly_that_event():
    link = greeted()
    link.receive(roll(), 5)

    link.send(Acknowledge(BOOT, 17), 6)

    assert [f"ACK boot={BOOT} n=17"] == said(link)


def test_an_event_again_while_its_acknowledgement_is_awaited_is_passed_over():
    link = greeted()
    link.receive(roll(), 5)

    assert [] == link.receive(roll() + roll(), 405)
    assert [] == said(link)


def test_an_acknowledged_event_again_is_acknowledged_at_once():
    link = greeted()
    link.receive(roll(), 5)
    link.send(Acknowledge(BOOT, 17), 6)
    link.outgoing()

    assert [] == link.receive(roll(), 405)
    assert [f"ACK boot={BOOT} n=17"] == said(link)


def test_an_event_whose_acknowledgement_never_came_goes_up_again_after_reopening():
    link = greeted()
    link.receive(roll(), 5)

    link.reopened(100)
    link.receive(greeting("h2"), 110)

    assert [17] == [signal.n for signal in link.receive(roll(), 120)]


def test_what_was_acknowledged_is_remembered_over_reopening():
    link = greeted()
    link.receive(roll(), 5)
    link.send(Acknowledge(BOOT, 17), 6)

    link.reopened(100)
    link.outgoing()
    link.receive(greeting("h2"), 110)

    assert [] == link.receive(roll(), 120)
    assert [f"ACK boot={BOOT} n=17"] == said(link)


def test_an_acknowledgement_given_while_the_port_is_away_is_sent_when_the_event_comes_again():
    link = greeted()
    link.receive(roll(), 5)
    link.send(Acknowledge(BOOT, 17), 6)
    link.reopened(100)
    link.outgoing()

    link.receive(greeting("h2") + roll(), 120)

    assert [f"ACK boot={BOOT} n=17"] == said(link)


def test_the_same_number_of_another_boot_is_another_event():
    link = greeted()
    link.receive(roll(), 5)
    link.send(Acknowledge(BOOT, 17), 6)

    assert [NEXT_BOOT] == [signal.boot for signal in link.receive(roll(boot=NEXT_BOOT), 50)]


def test_an_event_before_the_board_is_known_waits_for_its_next_sending():
    link = Link(0)

    assert [] == link.receive(roll(), 5)
    link.receive(greeting(), 10)
    assert [17] == [signal.n for signal in link.receive(roll(), 405)]


def test_every_event_has_its_signal():
    link = greeted()
    head = f"boot={BOOT} age=2"
    lines = [
        board_line(f"FAULT n=1 {head} why=COCKED slot=B"),
        board_line(f"CHANGED n=2 {head} d=3,5"),
        board_line(f"CLEAR n=3 {head}"),
        board_line(f"BTN n=4 {head} b=menu e=down"),
    ]

    assert [
        DiceFault(UID, BOOT, 1, "COCKED", "B", 7_000_000),
        DiceChanged(UID, BOOT, 2, (3, 5), 7_000_000),
        DiceCleared(UID, BOOT, 3, 7_000_000),
        ButtonPressed(UID, BOOT, 4, "menu", is_down=True, at_ns=7_000_000, age_s=2),
    ] == link.receive(b"".join(lines), 7)


def knob_turns(link, *positions):
    lines = b"".join(board_line(f"ENC p={position}") for position in positions)
    return [signal.detents for signal in link.receive(lines, 1)]


def test_the_knob_turns_by_the_difference_of_its_positions():
    assert [2, -3] == knob_turns(greeted(p=5), 7, 4)


def test_a_lost_knob_line_is_made_up_by_the_next_beat():
    link = greeted(p=5)

    assert [
        KnobTurned(board=UID, detents=4, at_ns=2_000_000),
    ] == link.receive(board_line("BEAT t=1 p=9"), 2)


def test_the_knob_wraps():
    assert [2] == knob_turns(greeted(p=32767), -32767)


def test_a_knob_that_does_not_say_where_it_stands_begins_where_it_is_first_seen():
    assert [1] == knob_turns(greeted(), 5, 6)


def test_a_restarted_board_starts_its_knob_anew():
    link = greeted(p=5)
    link.receive(board_line(f"HELLO v=1 uid={UID} boot={NEXT_BOOT}"), 1000)
    link.receive(greeting("h2", boot=NEXT_BOOT, p=0), 1010)

    assert [1] == knob_turns(link, 1)


def test_a_command_without_an_answer_is_sent_four_times():
    link = greeted()
    link.send(Chime(880, 120), 0)
    sends = []
    for now_ms in range(3000):
        link.receive(board_line("BEAT t=1"), now_ms)
        link.tick(now_ms)
        sends += [(now_ms, line) for line in said(link) if line.startswith("BUZ")]

    assert [(at, "BUZ id=c1 f=880 ms=120") for at in (0, 300, 900, 1800)] == sends
    assert 1 == link.commands_lost_count


def test_the_next_command_waits_for_the_answer_of_the_one_before():
    link = greeted()
    link.send(Chime(880, 120), 0)
    link.send(Chime(440, 120), 0)

    assert ["BUZ id=c1 f=880 ms=120"] == said(link)
    link.receive(board_line("OK id=c9"), 10)
    assert [] == said(link)
    link.receive(board_line("OK id=c1"), 10)
    assert ["BUZ id=c2 f=440 ms=120"] == said(link)


def test_a_busy_board_is_asked_again_and_a_refusal_is_not():
    link = greeted()
    link.send(Chime(880, 120), 0)
    link.outgoing()

    link.receive(board_line("ERR id=c1 code=BUSY"), 10)
    link.tick(300)
    assert ["BUZ id=c1 f=880 ms=120"] == said(link)
    link.receive(board_line("ERR id=c1 code=ARG"), 310)
    link.tick(1500)
    assert [] == said(link)


def test_only_the_latest_of_the_waiting_lights_is_shown():
    link = greeted()
    for rgb in ("FF0000", "00FF00", "0000FF"):
        link.send(Light(rgb), 0)

    assert ["LED id=c1 rgb=FF0000 fx=solid"] == said(link)
    link.receive(board_line("OK id=c1"), 10)
    assert ["LED id=c2 rgb=0000FF fx=solid"] == said(link)


def test_the_light_comes_back_with_the_board_and_old_tones_do_not():
    link = greeted()
    link.send(Light("00FF00", "pulse"), 0)
    link.send(Chime(880, 120), 0)
    link.reopened(100)
    link.outgoing()

    link.receive(greeting("h2"), 110)
    assert ["LED id=c2 rgb=00FF00 fx=pulse"] == said(link)
    link.receive(board_line("OK id=c2"), 120)
    assert [] == said(link)


def test_tones_that_pile_up_are_forgotten_from_the_oldest():
    link = greeted()
    for hertz in range(100, 200):
        link.send(Chime(hertz, 120), 0)

    assert [f"BUZ id=c1 f={100} ms=120"] == said(link)
    link.receive(board_line("OK id=c1"), 10)
    assert [f"BUZ id=c2 f={200 - COMMANDS_MAX} ms=120"] == said(link)


def test_a_quiet_host_pings_so_that_the_board_knows_it_lives():
    link = greeted()

    link.tick(1999)
    assert [] == said(link)
    link.tick(2000)
    assert ["PING id=c1"] == said(link)


def test_a_mute_board_is_given_up_after_six_seconds():
    link = greeted()

    link.tick(6000)
    assert link.lost_why is None
    link.tick(6001)
    assert link.lost_why == "silent for 6 s"


def test_noise_is_no_sign_of_life_but_any_good_line_is():
    link = greeted()
    link.receive(board_line("BEAT t=1"), 3000)
    link.receive(b"\xff$ROLL n=17\n" + board_line("SMELL kind=burnt"), 5000)

    link.tick(9000)
    assert link.lost_why is None
    link.tick(9001)
    assert link.lost_why is not None
    assert {Junk.INTERRUPTED: 1, Junk.NO_CHECKSUM: 1, Junk.UNKNOWN_TYPE: 1} == link.junk


def test_another_board_on_the_same_port_ends_the_session():
    link = greeted()

    link.receive(board_line(f"HELLO v=1 uid=OTHER boot={NEXT_BOOT}"), 1000)

    assert "another board answers" == link.lost_why


def test_commands_wait_while_the_board_is_greeted_anew():
    link = greeted()
    link.receive(board_line(f"HELLO v=1 uid={UID} boot={NEXT_BOOT}"), 1000)
    link.outgoing()
    link.send(Chime(880, 120), 1000)

    assert [] == said(link)
    link.receive(greeting("h2", boot=NEXT_BOOT), 1010)
    link.tick(1010)
    assert ["BUZ id=c1 f=880 ms=120"] == said(link)
