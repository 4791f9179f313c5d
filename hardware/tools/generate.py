"""Write what follows from `pins.toml`: cable plan, netlist, tables, and the sheet of 36 rolls.

`python -m hardware.tools.generate` after a change; a test holds that nothing is out of date.
"""

import csv
import io
from pathlib import Path
from typing import Any, Final

from hardware.tools import cell_map, netlist
from hardware.tools.netlist import HARDWARE, Circuit

_SUPPLY_PINS: Final = {"3V3": 36, "VBUS": 40}
_GROUND_PINS: Final = {"W1": 38, "W2": 28, "W3": 23, "W4": 18, "W5": 13}

# Each cable: what is at its far end, its length, its wires as (net, label there, colour).
_CABLES: Final = {
    "W1": ("lane board", 0.15, (
        ("3V3", "3V3", "RD"), ("GND", "GND", "BK"),
        ("S0", "S0", "BN"), ("S1", "S1", "OG"), ("S2", "S2", "YE"), ("S3", "S3", "GN"),
        ("LIGHT_OFF", "/EN", "BU"), ("CELLS", "CELLS", "VT"),
    )),
    "W2": ("overflow cell", 0.15, (
        ("3V3", "3V3", "RD"), ("GND", "GND", "BK"), ("OVERFLOW_LIGHT", "LAMP", "BU"),
        ("OVERFLOW", "CELL", "VT"),
    )),
    "W3": ("panel", 0.25, (
        ("GND", "GND", "BK"), ("BUTTON_YES", "yes", "GN"), ("BUTTON_NO", "no", "OG"),
        ("BUTTON_MENU", "menu", "YE"), ("KNOB_A", "A", "BU"), ("KNOB_B", "B", "VT"),
    )),
    "W4": ("lamps", 0.20, (
        ("VBUS", "5V", "RD"), ("GND", "GND", "BK"), ("LAMPS", "DIN", "WH"),
    )),
    "W5": ("buzzer", 0.20, (("GND", "-", "BK"), ("BUZZER", "+", "WH"))),
}  # fmt: skip

_VALUED: Final = {"resistor", "capacitor", "diode", "buzzer"}
_MARKED: Final = {"diode": {"A": " (plain end)", "K": " (end with the stripe)"}}

_ROWS: Final = 36
_ROW_MM: Final = 6.4
_COLUMNS: Final = (
    (14.0, "no."), (18.0, "die A"), (18.0, "die B"), (30.0, "d= says"), (30.0, "c= says"),
    (22.0, "right"), (48.0, "note"),
)  # fmt: skip
_LEFT_MM: Final = 15.0
_TOP_MM: Final = 38.0
_HEAD: Final = (
    (18, 6.0, "Dice board: 36 rolls"),
    (
        25,
        3.4,
        "Lay each pair in the lane by hand, turned differently every time; type read; copy it.",
    ),
    (
        31,
        3.4,
        f"Board (uid) {20 * '_'}   dice (set) {14 * '_'}   date {10 * '_'}   margin {6 * '_'}",
    ),
)
_FOOT: Final = "Passed: 36 right, every c= at 25 or more. One wrong: stop, see troubleshooting."

_TABLES_HEAD: Final = """\
# Wiring

Made from [`pins.toml`](../pins.toml) by `python -m hardware.tools.generate`. Every wire, part by
part, stands in [`netlist.csv`](netlist.csv); a test holds it to rules: no pin left open or in two
nets, no net driven from two sides or by nothing. `python -m hardware.tools.erc board.net` (with
`pip install -e .[maker]`) lets SKiDL judge the same circuit and writes it for KiCad: it finds
nothing. There is no drawn schematic yet.

![The cables from the Pico to lane board, overflow cell, panel, lamps and buzzer](board.png)

## Pins of the Pico

| place | pin | way | what |
| --: | --- | --- | --- |"""


_PARTS_HEAD: Final = """\
## What goes where on the boards

U1 sees the cells, U2 lights them. A module prints SIG or Z for COM, and EN for /EN.

| net | joins |
| --- | --- |
| 3V3 | VCC of U1 and U2, every phototransistor's collector, R2, R4, C1, C2 |
| GND | GND of U1 and U2, **/EN of U1, COM of U2**, R1, R5, C1, C2, the overflow lamp's cathode |
| S0 to S3 | the same pin of U1 and of U2 |
| CELLS | COM of U1, R1, and the cable |
| LIGHT_OFF | /EN of U2, R4, and the cable |
| ANODES | R2 and the anodes of D0 to D15 |
| channel n | U1.Cn to the emitter of Qn; U2.Cn to the cathode of Dn |
| OVERFLOW | emitter of Q16, R5, and the cable (its wire CELL) |
| OVERFLOW_LIGHT, OVERFLOW_ANODE | the cable's wire LAMP, through R3, to the anode of D16 |

| part | value | from | to |
| --- | --- | --- | --- |"""


def outputs() -> dict[Path, str]:
    """Return the text of every generated file."""
    table = netlist.pin_table()
    board = netlist.circuit(table)
    return {
        HARDWARE / "wiring" / "board.yml": _cable_plan(table, board),
        HARDWARE / "wiring" / "netlist.csv": _netlist(board),
        HARDWARE / "wiring" / "README.md": _tables(table, board),
        HARDWARE / "wiring" / "cells.svg": cell_map.svg(),
        HARDWARE / "docs" / "roll-sheet.svg": _roll_sheet(),
    }


def pico_pin(table: dict[str, Any], board: Circuit, cable: str, net: str) -> tuple[int, str]:
    """Return the place on the Pico's edge, and the name, of a net's pin there."""
    if net == "GND":
        return _GROUND_PINS[cable], "GND"
    (name,) = [pin for part, pin in board.nets[net] if part == "U0"]
    if name in _SUPPLY_PINS:
        return _SUPPLY_PINS[name], name
    (physical,) = [pin["physical"] for pin in table["pin"] if f"GP{pin['gp']}" == name]
    return physical, name


def _cable_plan(table: dict[str, Any], board: Circuit) -> str:
    """Return WireViz's source."""
    ends = [
        (cable, *pico_pin(table, board, cable, net))
        for cable, (_, _, wires) in _CABLES.items()
        for net, _, _ in wires
    ]
    pins = dict(sorted({(number, name) for _, number, name in ends}))
    lines = [
        "# Made from pins.toml by hardware/tools/generate.py.",
        "connectors:",
        "  Pico:",
        "    type: Raspberry Pi Pico",
        "    subtype: places on its edge",
        f"    pins: [{', '.join(map(str, pins))}]",
        f"    pinlabels: [{', '.join(pins.values())}]",
    ]
    for what, _, wires in _CABLES.values():
        labels = ", ".join(f'"{label}"' for _, label, _ in wires)
        lines += [f"  {what}:", f"    type: {what}", f"    pinlabels: [{labels}]"]
    lines.append("cables:")
    for cable, (_, length_m, wires) in _CABLES.items():
        colours = ", ".join(colour for _, _, colour in wires)
        lines += [
            f"  {cable}:", "    gauge: 0.14 mm2", f"    length: {length_m}",
            f"    colors: [{colours}]",
        ]  # fmt: skip
    lines.append("connections:")
    for cable, (what, _, wires) in _CABLES.items():
        numbers = [pico_pin(table, board, cable, net)[0] for net, _, _ in wires]
        count = ", ".join(str(n) for n in range(1, len(wires) + 1))
        lines += [
            "  -", f"    - Pico: [{', '.join(map(str, numbers))}]", f"    - {cable}: [{count}]",
            f"    - {what}: [{count}]",
        ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _netlist(board: Circuit) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("net", "part", "pin", "kind"))
    for net in sorted(board.nets):
        rows.writerows((net, part, pin, board.parts[part]) for part, pin in board.nets[net])
    return text.getvalue()


def _tables(table: dict[str, Any], board: Circuit) -> str:
    lines = [_TABLES_HEAD]
    lines += [
        f"| {pin['physical']} | GP{pin['gp']} | {pin['way']} | {pin['what']} |"
        for pin in table["pin"]
    ]
    lines += [
        "",
        "## Channels",
        "",
        "![The mask from below with the number of each hole](cells.svg)",
        "",
        "| channel | sees | lamp | phototransistor |",
        "| --: | --- | --- | --- |",
    ]
    lines += [
        f"| {n} | {name} | D{n} | Q{n} |" for n, name in enumerate(netlist.channel_names(table))
    ]
    lines += ["", _PARTS_HEAD, *_parts_between(board)]
    lines += ["", "## Cables", "", "| cable | from | to | colour |", "| --- | --- | --- | --- |"]
    for cable, (what, _, wires) in _CABLES.items():
        for net, label, colour in wires:
            number, name = pico_pin(table, board, cable, net)
            lines.append(f"| {cable} | {name} (place {number}) | {what}, {label} | {colour} |")
    return "\n".join(lines) + "\n"


def _parts_between(board: Circuit) -> list[str]:
    """Return a row for each part that has a value and two ends."""
    rows = []
    for part, kind in sorted(board.parts.items()):
        ends = {pin: net for net, pads in board.nets.items() for ref, pin in pads if ref == part}
        if kind in _VALUED:
            (pin_1, net_1), (pin_2, net_2) = sorted(ends.items())
            marks = _MARKED.get(kind, {})
            one, two = net_1 + marks.get(pin_1, ""), net_2 + marks.get(pin_2, "")
            rows.append(f"| {part} | {_value_of(part)} | {one} | {two} |")
    return rows


def _value_of(part: str) -> str:
    """Return what the bill says of a part, as `resistor 10 kOhm`."""
    with (HARDWARE / "bom.csv").open(encoding="utf-8", newline="") as file:
        return next(row["part"] for row in csv.DictReader(file) if part in row["ref"].split())


def _roll_sheet() -> str:
    """Return an A4 page with a row for each pair of faces."""
    width = sum(column for column, _ in _COLUMNS)
    bottom = _TOP_MM + _ROW_MM * (_ROWS + 1)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm"',
        '  viewBox="0 0 210 297" font-family="DejaVu Sans, sans-serif" stroke="black"',
        '  stroke-width="0.2">',
        '<rect width="210" height="297" fill="white" stroke="none"/>',
    ]
    parts += [_text(_LEFT_MM, y, text, size) for y, size, text in _HEAD]
    at = _LEFT_MM
    for column, title in _COLUMNS:
        parts.append(_line(at, _TOP_MM, at, bottom))
        parts.append(_text(at + 1.5, _TOP_MM + 4.4, title))
        at += column
    parts.append(_line(at, _TOP_MM, at, bottom))
    for row in range(_ROWS + 2):
        y = _TOP_MM + _ROW_MM * row
        parts.append(_line(_LEFT_MM, y, _LEFT_MM + width, y))
    for n in range(_ROWS):
        y = _TOP_MM + _ROW_MM * (n + 1) + 4.4
        a, b = n // 6 + 1, n % 6 + 1
        parts += [
            _text(_LEFT_MM + 1.5, y, str(n + 1)), _text(_LEFT_MM + 20, y, str(a)),
            _text(_LEFT_MM + 38, y, str(b)),
        ]  # fmt: skip
    parts.append(_text(_LEFT_MM, bottom + 7, _FOOT))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, size: float = 3.4) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" stroke="none" fill="black">{text}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def main() -> None:
    """Write every generated file."""
    for path, text in outputs().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
