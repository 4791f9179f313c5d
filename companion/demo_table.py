"""The processes of a demonstration: emulated hardware and a table, in a folder of their own."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Self

from companion.client import is_running
from companion.config import CONFIG_NAME, SOCKET_NAME
from companion.editions import load_edition
from companion.enrolment import FILE_NAME, Enrolment
from companion.errors import TapbankError
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, Meaning
from companion.locales import _
from companion.parentage import end_with_parent
from engine.ids import CardId, SpaceId
from hardware.emulator.cards import ACTIONS, DEEDS, EVENTS, uid_of

START_S_MAX = 60.0  # three Pythons start at once on a small machine
END_S_MAX = 10.0
POLL_S = 0.02
STAND_S = 1.0  # at speed 1
PREFIX = "tapbank-demo-"
HOLD_NAME = "held"
EDITION = "us"  # whose slugs the emulated deed cards bear


_Child = subprocess.Popen[bytes]


class DemoTable:
    """An emulator and a table on it; both end with the `with`, and their folder goes."""

    def __init__(
        self,
        seed: int,
        names: tuple[str, ...],
        *,
        speed: float,
        board_engine: str,
        meanwhile: Callable[[], None],
    ) -> None:
        """Prepare a folder; *meanwhile* is called once, while both processes are starting."""
        _clear_away()
        self._root = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._hold = _held(self._root)
        self.hands = self._root / "hardware"
        self.data = self._root / "data"
        self._seed = seed
        self._meanwhile = meanwhile
        self.stand_s = STAND_S / max(1.0, speed)
        """How long what a card confirms must have stood."""
        self._names = names
        self._emulator_options = ["--speed", str(speed), "--board-engine", board_engine]
        self._children: list[_Child] = []
        self._logs: dict[int, Path] = {}

    @property
    def socket(self) -> Path:
        """Where clients attach."""
        return self.data / SOCKET_NAME

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End both processes, the emulator first, so that hands in mid-air come down."""
        for child in self._children:
            child.terminate()
        for child in self._children:
            try:
                child.wait(END_S_MAX)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        self._children.clear()
        shutil.rmtree(self._root, ignore_errors=True)
        self._hold.close()

    def _start(self) -> None:
        """Start both at once: a table finds its devices whenever they appear."""
        self.data.mkdir(mode=0o700)
        said = f"seed = {self._seed}\nconfirm_after_ms = {round(self.stand_s * 1000)}\n"
        said += "is_kept = false\n"
        (self.data / CONFIG_NAME).write_text(said, encoding="utf-8")
        cards = Enrolment.load(self.data / FILE_NAME)
        cards.enrol_all(_printed_cards())
        cards.expect_names({_uid(name): name for name in self._names})
        devices = ["--board", str(self.hands / "board"), "--reader", str(self.hands / "reader-1")]
        emulator = self._spawn("emulate", "--dir", str(self.hands), *self._emulator_options)
        table = self._spawn("table", "--data", str(self.data), *devices)
        self._meanwhile()
        self._wait(emulator, lambda: "ready" in self._log(emulator).read_text(encoding="utf-8"))
        self._wait(table, lambda: is_running(self.socket))

    def _spawn(self, *words: str) -> _Child:
        log = self._root / f"{words[0]}.log"
        with log.open("wb") as file:
            child = subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-m", "companion", *words],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,  # ^C is ours; they end with the `with`
                pass_fds=(self._hold.fileno(),),  # it is held until the last of us has ended
                preexec_fn=partial(end_with_parent, os.getpid()),  # noqa: PLW1509  # no thread runs here yet
                env={**os.environ, "PYTHONPATH": _python_path()},
            )
        self._children.append(child)
        self._logs[child.pid] = log
        return child

    def _log(self, child: _Child) -> Path:
        return self._logs[child.pid]

    def _wait(self, child: _Child, is_up: Callable[[], bool]) -> None:
        deadline = time.monotonic() + START_S_MAX
        while not is_up():
            if child.poll() is not None or time.monotonic() > deadline:
                lines = self._log(child).read_text(encoding="utf-8", errors="replace")
                sentence = _("A part of the demonstration did not start: {why}")
                raise TapbankError(sentence.format(why=lines.strip().rpartition("\n")[2]))
            time.sleep(POLL_S)


def _held(folder: Path) -> IO[bytes]:
    """Take hold of *folder* for as long as any process has what is returned open."""
    fresh = folder / f"{HOLD_NAME}.new"
    hold = fresh.open("wb")
    fcntl.flock(hold, fcntl.LOCK_EX)
    fresh.rename(folder / HOLD_NAME)  # under this name nobody ever finds it free before its end
    return hold


def _clear_away() -> None:
    """Remove the folders of demonstrations that were killed and could not do it themselves."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # it is held, or goes just now
            if folder.stat(follow_symlinks=False).st_uid == os.getuid():
                with (folder / HOLD_NAME).open("rb") as hold:
                    fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)


def _printed_cards() -> dict[str, Meaning]:
    """Return what deed, action and event cards of the emulated box stand for."""
    slugs = [space.slug for space in load_edition(EDITION).spaces]
    deeds = {_uid(slug): DeedCard(SpaceId(slugs.index(slug))) for slug in DEEDS.values()}
    actions = {_uid(action): ActionCard(Action(action)) for action in ACTIONS}
    events = {_uid(event): EventCard(CardId(event)) for event in EVENTS}
    return {**deeds, **actions, **events}


def _uid(name: str) -> str:
    return uid_of(name).hex().upper()


def _python_path() -> str:
    """Return a path on which a child finds this very program, wherever it was started."""
    here = str(Path(__file__).resolve().parent.parent)
    there = os.environ.get("PYTHONPATH")
    return f"{here}{os.pathsep}{there}" if there else here
