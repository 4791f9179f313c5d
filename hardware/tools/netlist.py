"""The board's circuit as data, made from `pins.toml`, and the rules that it must keep."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

HARDWARE: Final = Path(__file__).resolve().parents[1]

Pad = tuple[str, str]
"""(part, pin), as `("U1", "S0")`."""
Nets = dict[str, list[Pad]]

_MUX_PADS: Final = (
    "S0",
    "S1",
    "S2",
    "S3",
    "/EN",
    "COM",
    "VCC",
    "GND",
    *(f"C{n}" for n in range(16)),
)
_TWO: Final = ("1", "2")

# The kinds of parts, and how each of their pins behaves.
KINDS: Final[dict[str, dict[str, str]]] = {
    "CD74HC4067": {
        pad: "power" if pad in {"VCC", "GND"} else "passive" if pad[0] == "C" else "in"
        for pad in _MUX_PADS
    },
    "lamp IR": {"A": "passive", "K": "passive"},
    "phototransistor": {"C": "passive", "E": "passive"},
    "resistor": dict.fromkeys(_TWO, "passive"),
    "capacitor": dict.fromkeys(_TWO, "passive"),
    "diode": {"A": "passive", "K": "passive"},
    "button": dict.fromkeys(_TWO, "passive"),
    "knob": {"A": "passive", "B": "passive", "C": "passive"},
    "buzzer": dict.fromkeys(_TWO, "passive"),
    "lamps": {"DIN": "in", "5V": "power", "GND": "power"},
}
_PICO_POWER: Final = {"3V3": "supply", "VBUS": "supply", "GND": "supply"}
_WAYS: Final = {"out": "out", "in": "in", "adc": "in"}


@dataclass(frozen=True)
class Circuit:
    """All parts with their kinds, and all nets."""

    parts: dict[str, str]
    nets: Nets
    pico: dict[str, str]
    """How each used pin of the Pico behaves."""

    def way_of(self, pad: Pad) -> str:
        """Return how a pin behaves: supply, power, out, in or passive."""
        part, pin = pad
        return self.pico[pin] if self.parts[part] == "pico" else KINDS[self.parts[part]][pin]

    def pads(self) -> set[Pad]:
        """Return every pin of every part."""
        found = {("U0", pin) for pin in self.pico}
        for part, kind in self.parts.items():
            if kind != "pico":
                found |= {(part, pin) for pin in KINDS[kind]}
        return found


def pin_table() -> dict[str, Any]:
    """Return `pins.toml` as data."""
    return tomllib.loads((HARDWARE / "pins.toml").read_text("utf-8"))


def channel_names(table: dict[str, Any]) -> list[str]:
    """Return what each channel sees, in order: `A a`, …, `B i`, `seat A`, `seat B`, `overflow`."""
    cells = [f"{slot} {cell}" for slot in "AB" for cell in table["channels"][slot]]
    return [*cells, *(f"seat {slot}" for slot in table["channels"]["seats"]), "overflow"]


def circuit(table: dict[str, Any]) -> Circuit:
    """Return the circuit that these pins make."""
    gp = {pin["name"]: ("U0", f"GP{pin['gp']}") for pin in table["pin"]}
    pico = {f"GP{pin['gp']}": _WAYS[pin["way"]] for pin in table["pin"]} | _PICO_POWER
    parts = {"U0": "pico", "U1": "CD74HC4067", "U2": "CD74HC4067"}
    nets: Nets = {
        "3V3": [("U0", "3V3"), ("U1", "VCC"), ("U2", "VCC")],
        "GND": [("U0", "GND"), ("U1", "GND"), ("U2", "GND"), ("U1", "/EN"), ("U2", "COM")],
        "CELLS": [gp["cells"], ("U1", "COM")],
        "LIGHT_OFF": [gp["cell_light_off"], ("U2", "/EN")],
        "ANODES": [],
        "VBUS": [("U0", "VBUS")],
    }
    for bit in range(4):
        nets[f"S{bit}"] = [gp[f"select_{bit}"], ("U1", f"S{bit}"), ("U2", f"S{bit}")]
    _add_cells(parts, nets, gp)
    _add_panel(parts, nets, gp)
    for n, net in enumerate(("3V3", "3V3"), 1):
        _between(parts, nets, f"C{n}", "capacitor", (net, "GND"))
    return Circuit(parts, nets, pico)


def _add_cells(parts: dict[str, str], nets: Nets, gp: dict[str, Pad]) -> None:
    """Add sixteen cells behind the multiplexers, and the overflow cell on pins of its own."""
    for channel in range(16):
        lamp, eye = f"D{channel}", f"Q{channel}"
        parts[lamp], parts[eye] = "lamp IR", "phototransistor"
        nets["ANODES"].append((lamp, "A"))
        nets["3V3"].append((eye, "C"))
        nets[f"K{channel}"] = [(lamp, "K"), ("U2", f"C{channel}")]
        nets[f"E{channel}"] = [(eye, "E"), ("U1", f"C{channel}")]
    parts["D16"], parts["Q16"] = "lamp IR", "phototransistor"
    nets["3V3"].append(("Q16", "C"))
    nets["GND"].append(("D16", "K"))
    nets["OVERFLOW"] = [gp["overflow_cell"], ("Q16", "E")]
    nets["OVERFLOW_LIGHT"] = [gp["overflow_light"]]
    nets["OVERFLOW_ANODE"] = [("D16", "A")]
    _between(parts, nets, "R1", "resistor", ("CELLS", "GND"))
    _between(parts, nets, "R2", "resistor", ("3V3", "ANODES"))
    _between(parts, nets, "R3", "resistor", ("OVERFLOW_LIGHT", "OVERFLOW_ANODE"))
    _between(parts, nets, "R4", "resistor", ("3V3", "LIGHT_OFF"))
    _between(parts, nets, "R5", "resistor", ("OVERFLOW", "GND"))


def _add_panel(parts: dict[str, str], nets: Nets, gp: dict[str, Pad]) -> None:
    """Add buttons, knob, buzzer and lamps."""
    for n, name in enumerate(("yes", "no", "menu"), 1):
        nets[f"BUTTON_{name.upper()}"] = [gp[f"button_{name}"]]
        _between(parts, nets, f"SW{n}", "button", (f"BUTTON_{name.upper()}", "GND"))
    parts["SW4"] = "knob"
    nets["KNOB_A"] = [gp["knob_a"], ("SW4", "A")]
    nets["KNOB_B"] = [gp["knob_b"], ("SW4", "B")]
    nets["GND"].append(("SW4", "C"))
    nets["BUZZER"] = [gp["buzzer"]]
    nets["TONE"] = []
    _between(parts, nets, "R6", "resistor", ("BUZZER", "TONE"))
    _between(parts, nets, "BZ1", "buzzer", ("TONE", "GND"))
    parts["LS1"], parts["D17"] = "lamps", "diode"
    nets["LAMPS"] = [gp["lamps"]]
    nets["DIN"] = [("LS1", "DIN")]
    _between(parts, nets, "R7", "resistor", ("LAMPS", "DIN"))
    nets["VBUS"].append(("D17", "A"))
    nets["LAMPS_5V"] = [("D17", "K"), ("LS1", "5V")]
    nets["GND"].append(("LS1", "GND"))
    _between(parts, nets, "C3", "capacitor", ("LAMPS_5V", "GND"))


def _between(
    parts: dict[str, str], nets: Nets, part: str, kind: str, ends: tuple[str, str]
) -> None:
    parts[part] = kind
    for pin, net in zip(_TWO, ends, strict=True):
        nets[net].append((part, pin))


def faults(board: Circuit) -> list[str]:
    """Return what is wrong with a circuit, as sentences; none if it may be soldered."""
    found = [f"net {name} has one end" for name, pads in board.nets.items() if len(pads) < 2]
    uses = Counter(pad for pads in board.nets.values() for pad in pads)
    found += [f"{part}.{pin} is in {n} nets" for (part, pin), n in uses.items() if n > 1]
    found += [f"{part}.{pin} is not connected" for part, pin in sorted(board.pads() - set(uses))]
    found += [f"{part}.{pin} does not exist" for part, pin in sorted(set(uses) - board.pads())]
    for name, pads in board.nets.items():
        ways = Counter(board.way_of(pad) for pad in pads if pad in board.pads())
        if ways["out"] + ways["supply"] > 1:
            found.append(f"net {name} is driven from two sides")
        if ways["in"] and not ways["out"] + ways["supply"] + ways["passive"]:
            found.append(f"net {name} is driven by nothing")
    supplies = {name for name, pads in board.nets.items() if _has(board, pads, "supply")}
    found += [
        f"net {name} feeds a chip and has no supply"
        for name, pads in board.nets.items()
        if _has(board, pads, "power") and name not in supplies | {"LAMPS_5V"}
    ]
    return found


def _has(board: Circuit, pads: list[Pad], way: str) -> bool:
    return any(pad in board.pads() and board.way_of(pad) == way for pad in pads)
