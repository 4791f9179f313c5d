"""A whole dice board on a real pseudo-terminal, and the hands that use it."""

import os
import re
import select
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import IO, Self

from hardware.emulator.engines import EmulatorError, command_of, environment
from hardware.emulator.fake_machine import MappedFile
from hardware.emulator.optics import Dice
from hardware.emulator.serial_line import SerialLine, sealed
from hardware.emulator.wiring import SAMPLES_AT, SCANS_AT, SHARED_BYTES, Shared
from hardware.emulator.world import DAZZLING, ROOM, Lying, Slot, World

SETTLE_MS = 250  # the firmware's own window, at speed 1
SETTLE_MS_MIN = 40  # shorter, and dice that roll on a busy computer would be told as lying askew
CLEAR_S = 0.13  # at speed 1: the firmware believes in an empty lane after half its window
CLEAR_S_MIN = 0.022  # half of the shortest window
TUMBLE_S = 0.08  # at speed 1, from the first die in the lane until none moves
RELEASE_S = 0.06  # two quick presses are two
FLICKER_S = 0.02  # how often a tumbling die shows the cells something new
SCANS_SEEN = 6  # scans the firmware is given to notice a change, however busy the computer is
SCANS_STEADY = 4  # the one under way, and three, of which it takes the median
SCANS_JUDGED = 2  # the one under way, and one
KNOB_SAMPLES = 3
PATIENCE_S = 20.0  # a starved process is not a broken one

_ROLL = re.compile(rb"^\$ROLL n=([0-9]+) boot=([0-9A-F]{8}) ")
_CFG_ID = "bench"


class BoardEmulator:
    """The dice board at *link_path*, running the real firmware with its flash in *flash_dir*.

    A hand's movement (`throw`, `press`, …) returns when it is done; one hand at a time. Dice fly
    and the firmware's settle window is *speed* times shorter; a finger is as slow as ever.
    The board keeps its power when unplugged, `power_cut` takes it.
    """

    def __init__(
        self,
        link_path: Path,
        flash_dir: Path,
        engine: str = "cpython",
        *,
        speed: float = 1.0,
        seed: int = 1,
    ) -> None:
        self._flash_dir = flash_dir
        self._speed = speed
        self._seed = seed
        self._shared_path = link_path.with_name(link_path.name + ".tray").absolute()
        self._command = command_of(
            engine, self._shared_path, f"E66141040311{seed & 0xFFFF:04X}", seed
        )
        flash_dir.mkdir(parents=True, exist_ok=True)
        self._shared_path.write_bytes(bytes(SHARED_BYTES))
        self._memory = MappedFile(self._shared_path)
        self._shared = Shared(self._memory)
        self._world = World(self._shared, seed)
        self._line = SerialLine(link_path)
        self._hands = threading.Lock()
        self._is_lane_clear = False
        self._picking_up: threading.Thread | None = None
        self._lane: tuple[Slot, Slot] = (Lying.EMPTY, Lying.EMPTY)
        self._rolls: set[tuple[bytes | None, ...]] = set()
        self._closing = threading.Event()
        self._has_booted = threading.Event()
        self._firmware = self._booted()
        self._line.plug()
        self._pump_thread = threading.Thread(target=self._pump, name="usb", daemon=True)
        self._pump_thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def rolls_sent(self) -> int:
        """How many different rolls the board has sent, over all its boots."""
        return len(self._rolls)

    @property
    def lamps(self) -> tuple[str, ...]:
        """What the eight lamps show, six hex digits each."""
        raw = self._shared.lamps()
        return tuple(
            f"{raw[at + 1]:02X}{raw[at]:02X}{raw[at + 2]:02X}" for at in range(0, len(raw), 3)
        )

    @property
    def tone_hertz(self) -> int:
        """The tone that sounds; 0 is silence."""
        return self._shared.tone()

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._line.is_plugged

    def throw(self, a: int, b: int) -> None:
        """Lift what lies in the lane and throw two dice, which come to lie flat."""
        assert {a, b} <= set(range(1, 7)), "a die has the faces 1 to 6"
        self._throw(a, b)

    def throw_cocked(self, a: int) -> None:
        """Throw two dice; the first lies flat, the second leans."""
        self._throw(a, Lying.COCKED)

    def throw_short(self, a: int) -> None:
        """Throw two dice; the first lies flat, the second stops short of its place."""
        self._throw(a, Lying.SHORT)

    def throw_one(self, a: int) -> None:
        """Throw one die into the slot at the stop."""
        self._throw(a, Lying.EMPTY)

    def throw_extra(self, a: int, b: int) -> None:
        """Throw three dice; the third lies on the overflow cell."""
        self._throw(a, b, has_extra=True)

    def nudge(self, a: int, b: int) -> None:
        """Turn the dice in the lane to other faces without lifting them."""
        with self._hands:
            self._tumble(Lying.MOVING, Lying.MOVING)
            self._lay(a, b)

    def clear(self) -> None:
        """Lift the dice out of the lane; done when the firmware knows that it is empty."""
        with self._hands:
            self._await_pick_up()
            self._lift()

    def pick_up(self) -> None:
        """Begin to lift the dice out of the lane; a throw waits until the firmware knows it."""
        with self._hands:
            self._await_pick_up()
            self._picking_up = threading.Thread(target=self._try_lift, name="pick-up", daemon=True)
            self._picking_up.start()

    def press(self, button: str, seconds: float = 0.1) -> None:
        """Hold a button (`yes`, `no`, `menu`) down for so long."""
        with self._hands:
            for is_down, held_s in ((True, seconds), (False, RELEASE_S)):
                self._world.hold(button, is_down=is_down)
                self._rest(held_s)

    def turn_knob(self, n: int) -> None:
        """Turn the knob by *n* detents, clockwise positive."""
        with self._hands:
            for _ in range(4 * abs(n)):
                self._world.turn_knob_a_step(1 if n > 0 else -1)
                self._wait_for(SAMPLES_AT, 2 * KNOB_SAMPLES)

    def use_dice(self, dice: Dice) -> None:
        """Take the dice out of the lane and throw these from now on."""
        with self._hands:
            self._lift()
            self._world.dice = dice

    def set_down(self, top: int, *, is_turned: bool) -> None:
        """Lay both dice down by hand, square, with this face on top in one orientation."""
        with self._hands:
            self._lift()
            self._world.set_down(top, is_turned=is_turned)
            self._rest(0)

    def dazzle(self, *, is_on: bool) -> None:
        """Hold a torch on the lane, or take it away."""
        self.light(DAZZLING if is_on else ROOM)

    def light(self, room: int, *, flicker_thousandths: int = 0, hertz: int = 0) -> None:
        """Light the room so that the unlit cells read *room*, 0 to 65535, flickering or not."""
        with self._hands:
            self._world.room = room
            self._world.flicker(flicker_thousandths, hertz)
            self._lay(*self._lane)

    def break_cell(self, cell: int, level: int) -> None:
        """Make one of the 17 cells read *level*, 0 to 65535, for good."""
        with self._hands:
            self._world.break_cell(cell, level)
            self._lay(*self._lane)

    def unplug(self) -> None:
        """Pull the cable; the board keeps its power."""
        self._line.unplug()

    def plug(self) -> None:
        """Put the cable in; the port has a new name behind the same link."""
        self._line.plug()

    def noise(self, n: int, seed: int | None = None) -> None:
        """Put *n* random bytes on the line, board to host."""
        chance = Random(self._seed if seed is None else seed)  # noqa: S311  repeatable noise
        for at in range(0, n, 64):
            self._line.send(chance.randbytes(min(64, n - at)))

    def power_cut(self) -> None:
        """Take the board's power in the middle of whatever it does, and give it back.

        Returns when the board has started again, with the cable as it was.
        """
        with self._hands:
            self._await_pick_up()
            self._has_booted.clear()
            self._firmware.kill()
            if not self._has_booted.wait(PATIENCE_S):
                message = "the board did not start again"
                raise EmulatorError(message)

    def close(self) -> None:
        """Take the board away."""
        self._closing.set()
        self._await_pick_up()
        self._firmware.kill()
        self._pump_thread.join(PATIENCE_S)
        self._power_off()  # it may just have started again
        self._line.close()
        self._memory.close()
        self._shared_path.unlink()

    def _throw(self, a: Slot, b: Slot, *, has_extra: bool = False) -> None:
        with self._hands:
            self._await_pick_up()
            if not self._is_lane_clear:
                self._lift()
            self._is_lane_clear = False
            self._tumble(Lying.MOVING, Lying.EMPTY if b is Lying.EMPTY else Lying.MOVING)
            self._lay(a, b, has_extra=has_extra)

    def _lift(self) -> None:
        """Empty the lane; return once the firmware must know, however busy the computer is."""
        self._lay(Lying.EMPTY, Lying.EMPTY)
        self._wait_for(SCANS_AT, SCANS_STEADY)
        time.sleep(max(CLEAR_S / self._speed, CLEAR_S_MIN))
        self._wait_for(SCANS_AT, SCANS_JUDGED)
        self._is_lane_clear = True

    def _try_lift(self) -> None:
        with suppress(EmulatorError):  # the lane is not clear then: the next throw tries, and tells
            self._lift()

    def _await_pick_up(self) -> None:
        if self._picking_up is not None:
            self._picking_up.join()
            self._picking_up = None

    def _tumble(self, a: Slot, b: Slot) -> None:
        until = time.monotonic() + TUMBLE_S / self._speed
        while time.monotonic() < until:
            self._lay(a, b)
            time.sleep(FLICKER_S)

    def _lay(self, a: Slot, b: Slot, *, has_extra: bool = False) -> None:
        self._lane = (a, b)
        self._world.lay(a, b, has_extra=has_extra)

    def _rest(self, seconds: float) -> None:
        """Wait as a hand would, and until the firmware has had its chance to look."""
        time.sleep(seconds)
        self._wait_for(SCANS_AT, SCANS_SEEN)

    def _wait_for(self, counter: int, count: int) -> None:
        before = self._shared.number(counter)
        deadline = time.monotonic() + PATIENCE_S
        while (self._shared.number(counter) - before) & 0xFFFFFFFF < count:
            if self._closing.is_set():
                message = "the board was taken away"
                raise EmulatorError(message)
            if time.monotonic() > deadline:
                message = "the firmware has stopped scanning"
                raise EmulatorError(message)
            time.sleep(0.001)

    def _booted(self) -> subprocess.Popen[bytes]:
        """Start the firmware and set its settle window, as on a bench before the cable goes in."""
        self._shared.set_lamps(bytes(24))
        self._is_lane_clear = False
        firmware = subprocess.Popen(  # noqa: S603  our own interpreter and module
            self._command,
            cwd=self._flash_dir,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            process_group=0,  # Ctrl-C at the emulator's terminal is not for the board
        )
        settle_ms = max(SETTLE_MS_MIN, round(SETTLE_MS / self._speed))
        assert firmware.stdin is not None
        assert firmware.stdout is not None
        firmware.stdin.write(sealed(f"CFG id={_CFG_ID} settle={settle_ms}"))
        _await_line(firmware.stdout, b"$OK id=" + _CFG_ID.encode())
        os.set_blocking(firmware.stdin.fileno(), False)
        return firmware

    def _power_off(self) -> None:
        self._firmware.kill()
        self._firmware.wait()
        for stream in (self._firmware.stdin, self._firmware.stdout):
            if stream is not None:
                stream.close()

    def _pump(self) -> None:
        """Carry bytes between the firmware and the line, and power the board up when it ends."""
        while not self._closing.is_set():
            self._carry(self._firmware)
            self._power_off()
            if self._closing.is_set():
                return
            was_plugged = self._line.is_plugged
            self._line.unplug()  # without power a USB device is gone
            self._firmware = self._booted()
            if was_plugged:
                self._line.plug()
            self._has_booted.set()

    def _carry(self, firmware: subprocess.Popen[bytes]) -> None:
        assert firmware.stdin is not None
        assert firmware.stdout is not None
        source, sink = firmware.stdout.fileno(), firmware.stdin.fileno()
        held = b""
        while True:
            has_said, heard = self._line.wait(source)
            if heard:
                with suppress(BlockingIOError, BrokenPipeError):  # a board that hangs, or has died
                    os.write(sink, heard)
            if not has_said:
                continue
            said = os.read(source, 4096)
            if not said:
                return
            *lines, held = (held + said).split(b"\n")
            self._rolls.update(match.groups() for match in map(_ROLL.match, lines) if match)
            self._line.send(said)


def _await_line(stream: IO[bytes], start: bytes) -> None:
    """Read up to the end of the line with this start."""
    held = b""
    deadline = time.monotonic() + PATIENCE_S
    while not (held.endswith(b"\n") and held.rpartition(b"$")[2].startswith(start[1:])):
        is_late = not select.select([stream], [], [], max(0, deadline - time.monotonic()))[0]
        byte = b"" if is_late else stream.read(1)
        if not byte:
            message = f"the firmware did not start: {held!r}"
            raise EmulatorError(message)
        held += byte
