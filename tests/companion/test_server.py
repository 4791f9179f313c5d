"""The table's process: clients, devices and the end, on real sockets and a real file."""

# ruff: noqa: ASYNC221  # a test waits for what it started
import asyncio
import ctypes
import json
import os
import random
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import suppress

import pytest
from support.games import next_command
from support.tables import (
    DEADLINE_S,
    attached,
    ended,
    gone,
    ready,
    running_table,
    table_process,
    until,
)

from companion.address import connected_socket
from companion.client import is_running
from companion.config import CONFIG_NAME
from companion.errors import EXIT_DATA, EXIT_IO, EXIT_LOCKED, EXIT_PERMISSION
from companion.journal.second_copy import COPY_NAME
from companion.journal.store import JOURNAL_NAME
from companion.protocol import Hello, Notice, Storage, Submit, Transition
from companion.wire import line_of
from engine.commands import RecordRoll, SeatPlayers, StartGame
from engine.corrections import SetOwner
from engine.ids import BANK, SpaceId
from engine.phases import Opening

KILLS = 20


async def test_clients_see_the_same_table(tmp_path):
    with running_table(tmp_path):
        async with attached(tmp_path) as one, attached(tmp_path) as two:
            await one.submit(SeatPlayers(("Ada", "Ben")))
            await two.submit(StartGame())
            for dice in ((6, 5), (1, 2), (2, 4)):
                await one.submit(RecordRoll(*dice))
            await two.undo()
            await one.redo()
            await two.correct_roll(1, 2)
            assert (await one.strike()).is_accepted
            assert not (await one.correct_card("CH01")).is_accepted

            await until(lambda: one.replica.seq == two.replica.seq)
            assert one.state == two.state
            async with attached(tmp_path) as late:
                assert late.state == one.state
                await until(lambda: late.replica.prompt == one.replica.prompt)


async def tap_until(client, card, condition):
    """Tap again while it changed too lately, until *condition* holds."""
    answers = []
    client.on_message = lambda m: answers.append(m) if isinstance(m, Notice | Transition) else None
    while not condition():
        answers.clear()
        client.tap(card)
        await until(lambda: answers)
        await client.measure()


async def test_prompts_are_published_and_keys_tap_cards(tmp_path):
    with running_table(tmp_path):
        async with attached(tmp_path) as client:
            await until(lambda: client.replica.prompt is not None)
            assert client.replica.prompt.kind == "lobby"
            await client.submit(SeatPlayers(("Ada", "Ben")))

            client.press("yes")
            await until(lambda: client.replica.prompt.kind == "start")
            await tap_until(client, "banker", lambda: isinstance(client.state.phase, Opening))
            await until(lambda: client.replica.prompt.kind == "opening")
            assert (await client.throw()).is_accepted
            client.tap("1")
            measured = await client.measure()
            assert measured.commands >= 4


async def test_a_stray_tap_is_answered_and_measured(tmp_path):
    with running_table(tmp_path):
        async with attached(tmp_path) as client:
            notices = []
            client.on_message = lambda m: notices.append(m) if isinstance(m, Notice) else None
            await client.submit(SeatPlayers(("Ada", "Ben")))
            await client.submit(StartGame())

            client.tap("8")

            await until(lambda: notices)
            measured = await client.measure()
            assert measured.taps == 1
            assert measured.tap_to_published_ms["p99"] >= measured.tap_to_published_ms["p50"] > 0


async def test_the_socket_and_the_folder_are_the_users_own(tmp_path):
    folder = tmp_path / "table"
    with running_table(folder):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / "table.sock").stat().st_mode) == 0o600
    assert not (folder / "table.sock").exists()


async def test_a_folder_with_a_very_long_name_is_served(tmp_path):
    folder = tmp_path / ("long" * 25) / ("name" * 25)
    with running_table(folder):
        async with attached(folder) as client:
            assert (await client.submit(SeatPlayers(("Ada", "Ben")))).is_accepted


async def test_a_client_that_does_not_read_is_dropped_and_holds_up_nobody(tmp_path):
    with running_table(tmp_path):
        deaf = connected_socket(tmp_path / "table.sock")
        deaf.sendall(line_of(Hello("deaf")))
        async with attached(tmp_path) as client:
            while is_heard(deaf):
                assert not (await client.undo(500)).is_accepted
            assert (await client.submit(SeatPlayers(("Ada", "Ben")))).is_accepted
        deaf.close()


def is_heard(deaf):
    """Ask for one more welcome without reading any; return whether the table still listens."""
    try:
        deaf.sendall(line_of(Hello("deaf")))
    except OSError:
        return False
    return True


async def test_what_no_client_should_say_is_answered_with_a_sentence(tmp_path):
    with running_table(tmp_path):
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "table.sock"))

        async def answer_to(line):
            writer.write(line + b"\n")
            return json.loads(await asyncio.wait_for(reader.readline(), DEADLINE_S))

        assert "does not understand" in (await answer_to(b"\xff\x00 nonsense"))["text"]
        assert "hello" in (await answer_to(line_of(Submit("x", StartGame())).strip()))["text"]
        assert "version" in (await answer_to(line_of(Hello("x", version=9)).strip()))["text"]
        assert (await answer_to(line_of(Hello("x")).strip()))["type"] == "Welcome"
        command = SetOwner(BANK, (SpaceId(1),) * 90_000)
        assert "too much" in (await answer_to(line_of(Submit("x", command)).strip()))["sentence"]
        writer.write(b"x" * 2_000_000)
        writer.close()
        async with attached(tmp_path) as client:
            assert (await client.submit(SeatPlayers(("Ada", "Ben")))).is_accepted


async def test_a_second_table_is_refused_by_the_first_ones_process_id(tmp_path):
    with running_table(tmp_path) as first:
        code, said = ended(table_process(tmp_path))

        assert code == EXIT_LOCKED
        assert f"process {first.pid}" in said
        assert is_running(tmp_path / "table.sock")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_signal_ends_the_table_cleanly(tmp_path, number):
    with running_table(tmp_path) as table:
        async with attached(tmp_path) as client:
            lost = []
            client.on_connection = lost.append
            table.send_signal(number)
            await until(lambda: False in lost)
        assert ended(table)[0] == 0
    assert not (tmp_path / "table.sock").exists()
    assert not (tmp_path / f"{JOURNAL_NAME}-wal").exists(), "the journal was closed"


def test_a_missing_device_never_ends_the_table(tmp_path):
    async def wait_for_banner():
        async with attached(tmp_path) as client:
            await until(lambda: all(not device.is_up for device in client.replica.devices))
            return [device.device for device in client.replica.devices]

    options = ("--board", str(tmp_path / "none"), "--reader", str(tmp_path / "none-either"))
    with running_table(tmp_path, *options):
        assert asyncio.run(wait_for_banner()) == ["board", "reader-1"]


def damage(path):
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(4096))


def test_a_damaged_journal_is_named_and_left_alone(tmp_path):
    with running_table(tmp_path):
        pass
    path = tmp_path / JOURNAL_NAME
    (tmp_path / COPY_NAME).unlink()
    damage(path)
    before = path.read_bytes()

    code, said = ended(table_process(tmp_path))

    assert code == EXIT_DATA
    assert len(said.splitlines()) == 1
    assert str(path) in said
    assert path.read_bytes() == before


def without_override():
    """Let the rights of files hold for root too; for everybody else they do."""
    prctl = ctypes.CDLL(None).prctl
    for override in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        prctl(24, override, 0, 0, 0)  # PR_CAPBSET_DROP


def test_a_folder_without_rights_is_refused(tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    code, said = ended(table_process(folder / "table", preexec_fn=without_override))

    assert code == EXIT_PERMISSION
    assert len(said.splitlines()) == 1


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")

    code, said = ended(table_process(tmp_path / "file"))

    assert (code, len(said.splitlines())) == (2, 1)


async def test_a_file_that_may_not_grow_ends_the_table_with_nothing_half_done(tmp_path):
    """A limit of the system on the size of files stands in for a storage that fails."""
    with running_table(tmp_path) as table:
        async with attached(tmp_path) as client:
            told = []
            client.on_message = lambda m: told.append(m) if isinstance(m, Storage) else None
            await client.submit(SeatPlayers(("Ada", "Ben")))
            grown = (tmp_path / f"{JOURNAL_NAME}-wal").stat().st_size + 20_000
            resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (grown, grown))
            source, seqs = random.Random(1), [client.replica.seq]
            reply = await client.submit(next_command(client.state, source))
            while reply.is_accepted:
                seqs.append(reply.seq)
                reply = await client.submit(next_command(client.state, source))
            await until(lambda: any(storage.status == "failed" for storage in told))
            state = client.state
        code, said = ended(table)
    assert code == EXIT_IO
    assert "Traceback" not in said

    with running_table(tmp_path):
        async with attached(tmp_path) as client:
            assert client.state == state
            assert client.replica.seq == seqs[-1] + 1
            assert (await client.submit(next_command(client.state, source))).is_accepted


MOUNT = ("mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs")


def filled(disk):
    """Fill a file system to the last page; return the file to delete for room."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    return ballast


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")
async def test_a_full_disk_ends_the_table_and_a_restart_goes_on_once_there_is_room(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run([*MOUNT, str(disk)], check=False).returncode:
        pytest.skip("this machine does not let root mount")
    (disk / CONFIG_NAME).write_text("free_mb_min = 0\n")
    try:
        with running_table(disk) as table:
            async with attached(disk) as client:
                await client.submit(SeatPlayers(("Ada", "Ben")))
                ballast = filled(disk)
                source = random.Random(1)
                reply = await client.submit(next_command(client.state, source))
                while reply.is_accepted:
                    reply = await client.submit(next_command(client.state, source))
                assert "full" in reply.sentence
                await until(lambda: client.replica.storage.status == "failed")
                state = client.state

            code, said = ended(table)
        assert code == EXIT_IO
        assert "full" in said

        ballast.unlink()
        with running_table(disk):
            async with attached(disk) as client:
                assert client.state == state
                assert (await client.submit(next_command(client.state, source))).is_accepted
    finally:
        subprocess.run(["umount", str(disk)], check=True)


async def test_kill_9_at_any_moment_loses_nothing_acknowledged_and_doubles_nothing(tmp_path):
    """A game played through 20 kills: what was acknowledged is there, what was asked is once."""
    source = random.Random(11)
    acknowledged, counter = None, 0
    for _kill in range(KILLS):
        table = table_process(tmp_path)
        ready(table)
        async with attached(tmp_path) as client:
            if acknowledged is not None:
                seq, state, prompt, pending = acknowledged
                ahead = client.replica.seq - seq - 1  # the start itself is one
                assert ahead in (0, 1), "at most what was under way is recorded beyond it"
                if ahead == 0:
                    assert client.state == state
                    client.press("yes")  # after a start nothing is asked before YES
                    await until(lambda asked=prompt: client.replica.prompt == asked)
                again = await client.ask(pending)
                assert again.seq in (seq + 1, client.replica.seq)
            killed = asyncio.get_running_loop().call_later(source.uniform(0.01, 0.15), table.kill)
            try:
                async with asyncio.timeout(DEADLINE_S):
                    while True:
                        counter += 1
                        command = next_command(client.state, source)
                        request = Submit(f"kill-{counter}", command)
                        known = client.replica
                        acknowledged = (known.seq, known.state, known.prompt, request)
                        asked = asyncio.create_task(client.ask(request))
                        while not asked.done() and table.poll() is None:
                            await asyncio.wait([asked], timeout=0.01)
                        if not asked.done():
                            asked.cancel()
                            await asyncio.gather(asked, return_exceptions=True)
                            break
                        assert asked.result().is_accepted
            finally:
                killed.cancel()
        table.kill()
        ended(table)
    assert counter > KILLS
    db = sqlite3.connect(tmp_path / JOURNAL_NAME)
    ids = [row[0] for row in db.execute("SELECT cmd_id FROM journal WHERE cmd_id LIKE 'kill-%'")]
    db.close()
    assert len(ids) == len(set(ids)) == counter or len(ids) == counter - 1


def test_a_lock_is_free_after_kill_9(tmp_path):
    table = table_process(tmp_path)
    ready(table)
    table.kill()
    ended(table)
    gone(tmp_path / "table.sock")

    with running_table(tmp_path):
        assert is_running(tmp_path / "table.sock")


def test_python_without_assertions_is_refused(tmp_path):
    command = [sys.executable, "-O", "-m", "companion", "table", "--data", str(tmp_path)]

    process = subprocess.run(command, capture_output=True, check=False, text=True)

    assert process.returncode == 1
    assert "without -O" in process.stderr
    assert not list(tmp_path.iterdir())
