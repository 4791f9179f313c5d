"""The table as a service: it says that it is ready and alive, and may do little else."""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from support.tables import DEADLINE_S, running_table

import companion
from companion.devices import Devices
from companion.supervision import Supervision

UNIT = Path(companion.__file__).parent / "systemd" / "tapbank.service"
EXPOSURE_MAX = 2.0

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here"
)


@pytest.mark.parametrize("is_abstract", [False, True])
def test_the_manager_is_told_ready_alive_and_ending(tmp_path, is_abstract):
    path = f"\0tapbank-test-{os.getpid()}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(DEADLINE_S)
        told = {"NOTIFY_SOCKET": path.replace("\0", "@"), "WATCHDOG_USEC": "90000"}
        with running_table(tmp_path / "data", env={**os.environ, "TAPBANK_LANG": "en"} | told):
            heard = [manager.recv(100) for _datagram in range(4)]
        assert heard == [b"READY=1"] + [b"WATCHDOG=1"] * 3
        while (last := manager.recv(100)) == b"WATCHDOG=1":
            pass
        assert last == b"STOPPING=1"


async def test_alive_is_not_said_while_a_device_s_thread_stands_still(tmp_path):
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(0)
        supervision = Supervision({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "3000"})
        answers = iter([True, False, False, True])
        asked = asyncio.Event()

        def are_alive():
            if (answer := next(answers, None)) is None:
                asked.set()
            return bool(answer)

        pinging = asyncio.create_task(supervision.keep_alive(are_alive))
        await asyncio.wait_for(asked.wait(), DEADLINE_S)
        pinging.cancel()

        assert b"WATCHDOG=1" == manager.recv(100) == manager.recv(100)
        with pytest.raises(BlockingIOError):
            manager.recv(100)


def test_a_thread_that_nobody_lets_go_is_noticed(monkeypatch):
    monkeypatch.setattr("companion.devices.BEAT_S_MAX", 0.2)
    stuck, release = threading.Event(), threading.Event()

    def sink(_signal):
        stuck.set()
        release.wait(DEADLINE_S)

    devices = Devices("/dev/none", (), sink)
    devices.start()
    assert stuck.wait(DEADLINE_S)
    until = time.monotonic() + DEADLINE_S
    while devices.are_alive and time.monotonic() < until:
        time.sleep(0.01)

    assert not devices.are_alive

    release.set()
    while not devices.are_alive and time.monotonic() < until:
        time.sleep(0.01)

    assert devices.are_alive

    devices.stop()


def test_a_manager_that_is_gone_harms_nobody(tmp_path):
    told = {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "1000000"}
    with running_table(tmp_path / "data", env={**os.environ, "TAPBANK_LANG": "en"} | told):
        pass


@needs_systemd
def test_the_service_is_confined():
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)

    exposure = re.search(r"exposure level for tapbank\.service: ([\d.]+)", said.stdout)
    assert exposure, said.stdout + said.stderr
    assert float(exposure[1]) <= EXPOSURE_MAX


def test_the_watchdog_outlasts_a_stalled_card():
    text = UNIT.read_text()
    assert "WatchdogSec=60\n" in text
    assert "Type=notify\n" in text
    assert "Restart=always\n" in text
