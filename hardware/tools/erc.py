"""The circuit in SKiDL: its electrical rules checked by somebody else's program, a KiCad netlist.

`python -m hardware.tools.erc [board.net]`, with the extra `maker` installed. Beside the rules of
`netlist.py`, which every test run checks, SKiDL knows which kinds of pins may meet.
"""

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hardware.tools.netlist import KINDS, Circuit, circuit, pin_table

FED_THROUGH_PARTS: Final = ("LAMPS_5V",)
"""Nets whose supply comes through a part that SKiDL takes for passive: here the diode D17."""
_NETLIST: Final = "board.net"


def checked(board: Circuit, netlist: Path | None = None) -> int:
    """Let SKiDL check *board* and tell on stderr; return how much it found.

    Writes the circuit to *netlist* as KiCad reads it.

    Raises:
        ImportError: SKiDL is not installed.
    """
    with _scratch():
        import skidl  # noqa: PLC0415  # it writes into the folder that it is loaded in

        built = skidl.Circuit()
        _build(skidl, board, built)
        built.ERC()
        found: int = skidl.erc_logger.error.count + skidl.erc_logger.warning.count
        if netlist is not None:
            built.generate_netlist(file_=_NETLIST, do_backup=False)
            shutil.copy(_NETLIST, netlist)
    return found


def main() -> int:
    """Check the board; return the exit code."""
    netlist = Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else None
    try:
        found = checked(circuit(pin_table()), netlist)
    except ImportError:
        sys.stderr.write("SKiDL is not installed: pip install -e .[maker]\n")
        return 2
    sys.stdout.write(f"{found} errors and warnings\n")
    return 1 if found else 0


def _build(skidl: Any, board: Circuit, built: Any) -> None:  # noqa: ANN401 - SKiDL has no types
    """Make parts and nets of *board* in the circuit *built*."""
    kinds = skidl.Pin.types
    ways = {
        "supply": kinds.PWROUT,
        "power": kinds.PWRIN,
        "out": kinds.OUTPUT,
        "in": kinds.INPUT,
        "passive": kinds.PASSIVE,
    }
    pins: dict[tuple[str, str], Any] = {}
    for ref, kind in board.parts.items():
        names = board.pico if kind == "pico" else KINDS[kind]
        made = [
            skidl.Pin(num=str(number), name=name, func=ways[way])
            for number, (name, way) in enumerate(names.items(), start=1)
        ]
        name = kind.replace(" ", "_")
        part = skidl.Part(
            name=name, tool=skidl.SKIDL, dest=skidl.TEMPLATE, pins=made, footprint=f"tapbank:{name}"
        )
        placed = part(circuit=built, ref=ref, tag=ref, value=kind)
        pins.update({(ref, pin.name): pin for pin in placed.pins})
    for name, pads in board.nets.items():
        net = skidl.Net(name, circuit=built)
        net += [pins[pad] for pad in pads]
        if name in FED_THROUGH_PARTS:
            net.drive = skidl.POWER


@contextlib.contextmanager
def _scratch() -> Iterator[None]:
    """Work in a folder of its own: SKiDL leaves logs and libraries behind."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


if __name__ == "__main__":
    sys.exit(main())
