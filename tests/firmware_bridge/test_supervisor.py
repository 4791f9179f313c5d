"""The thread of a device, with a driver that fails to order."""

import threading
import time
from queue import Queue

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.signals import DeviceDown, DeviceUp
from firmware_bridge.supervisor import SupervisedThread

DEADLINE_S = 10


class ScriptedDriver:
    """Opens and steps as its script says: an exception is raised, None works."""

    name = "board"

    def __init__(self, *script):
        self._script = list(script)
        self._idle = threading.Event()
        self.detail = None
        self.closed_count = 0

    def open(self):
        self._play()
        self.detail = "a board"

    def step(self):
        if self._script:
            self._play()
        else:
            self._idle.wait(0.5)

    def close(self):
        self.detail = None
        self.closed_count += 1

    def interrupt(self):
        self._idle.set()

    def _play(self):
        failure = self._script.pop(0) if self._script else None
        if failure is not None:
            raise failure


def told_by(driver, count):
    """Run the driver until it has told `count` signals; return them and the thread."""
    signals = Queue()
    thread = SupervisedThread(driver, signals.put)
    thread.start()
    told = [signals.get(timeout=DEADLINE_S) for _ in range(count)]
    return told, thread


def test_a_device_that_answers_is_up_once():
    told, thread = told_by(ScriptedDriver(None, None, None), 1)
    thread.stop()

    assert [DeviceUp(device="board", detail="a board")] == told


def test_down_is_told_once_however_often_opening_fails():
    failures = [DeviceLostError("no such file") for _ in range(3)]

    told, thread = told_by(ScriptedDriver(*failures), 2)
    thread.stop()

    assert [
        DeviceDown(device="board", why="no such file"),
        DeviceUp(device="board", detail="a board"),
    ] == told


def test_a_lost_device_is_closed_and_reopened():
    driver = ScriptedDriver(None, None, DeviceLostError("unplugged"))

    told, thread = told_by(driver, 3)
    thread.stop()

    assert [DeviceUp, DeviceDown, DeviceUp] == [type(signal) for signal in told]
    assert "unplugged" == told[1].why
    assert 2 == driver.closed_count


def test_a_bug_in_a_driver_does_not_end_the_thread(caplog):
    told, thread = told_by(ScriptedDriver(None, ZeroDivisionError("a bug")), 3)
    thread.stop()

    assert DeviceDown(device="board", why="ZeroDivisionError: a bug") == told[1]
    assert DeviceUp(device="board", detail="a board") == told[2]
    assert "driver board failed" in caplog.text


def test_stop_interrupts_a_waiting_step_and_closes_without_a_signal():
    driver = ScriptedDriver()
    told, thread = told_by(driver, 1)

    thread.stop()

    assert 1 == driver.closed_count
    assert [DeviceUp] == [type(signal) for signal in told]


def test_the_watchdog_sees_the_thread_come_round():
    before = time.monotonic_ns()
    driver = ScriptedDriver(None, None, None, DeviceLostError("gone"))

    _, thread = told_by(driver, 3)
    thread.stop()

    assert before < thread.alive_ns
