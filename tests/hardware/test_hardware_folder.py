"""What can be held: pins, circuit, cables, parts, bill and guides agree with each other."""

import csv
import importlib.util
import re
import shutil
import sys
import tomllib
from copy import deepcopy

import pytest
from support.firmware import FIRMWARE, firmware_module

from hardware.emulator import optics, wiring
from hardware.tools import cell_map, draw, generate, mesh, netlist

HARDWARE = netlist.HARDWARE
TABLE = netlist.pin_table()
GP = {pin["name"]: pin["gp"] for pin in TABLE["pin"]}
BED_MM = 180
GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
# The Pico's two edges, place 1 to 40, as its data sheet has them.
EDGES = [
    "0", "1", "GND", "2", "3", "4", "5", "GND", "6", "7", "8", "9", "GND", "10", "11", "12", "13",
    "GND", "14", "15", "16", "17", "GND", "18", "19", "20", "21", "GND", "22", "RUN", "26", "27",
    "AGND", "28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
]  # fmt: skip


def selects():
    return tuple(GP[f"select_{n}"] for n in range(4))


def buttons():
    return tuple(GP[f"button_{name}"] for name in ("yes", "no", "menu"))


def test_the_firmware_uses_the_pins_of_the_table():
    sys.modules.setdefault("machine", wiring)
    hal = firmware_module("hal_pico")

    assert (selects(), buttons()) == (hal._SELECT, hal._BUTTONS)  # noqa: SLF001
    single = ("cell_light_off", "overflow_light", "buzzer", "knob_a", "knob_b", "lamps", "cells",
              "overflow_cell")  # fmt: skip
    assert {name: GP[name] for name in single} == {
        name: getattr(hal, f"_{name.upper()}") for name in single
    }


def test_the_emulated_wiring_uses_the_pins_of_the_table():
    emulated = (
        wiring.SELECT_PINS, wiring.CELL_LIGHT_OFF, wiring.OVERFLOW_LIGHT, wiring.BUZZER,
        wiring.BUTTON_PINS, wiring.KNOB_PINS, wiring.LAMPS, wiring.CELLS_ADC, wiring.OVERFLOW_ADC,
    )  # fmt: skip

    assert (
        selects(), GP["cell_light_off"], GP["overflow_light"], GP["buzzer"], buttons(),
        (GP["knob_a"], GP["knob_b"]), GP["lamps"], GP["cells"], GP["overflow_cell"],
    ) == emulated  # fmt: skip


def test_the_channels_of_the_table_are_those_of_firmware_and_optics():
    codebook = firmware_module("codebook")
    names = netlist.channel_names(TABLE)

    assert codebook.CHANNEL_COUNT == wiring.CELL_COUNT == len(names)
    assert [f"A {cell}" for cell in optics._CELLS] == names[: codebook.CELLS]  # noqa: SLF001
    assert names.index("seat A") == codebook.SEAT_A
    assert names.index("overflow") == codebook.OVERFLOW == TABLE["channels"]["overflow"]


def test_each_pin_is_where_the_pico_has_it():
    for pin in TABLE["pin"]:
        assert str(pin["gp"]) == EDGES[pin["physical"] - 1], pin["name"]
    assert len(set(GP.values())) == len(GP)
    assert EDGES[generate._SUPPLY_PINS["3V3"] - 1] == "3V3"  # noqa: SLF001
    assert EDGES[generate._SUPPLY_PINS["VBUS"] - 1] == "VBUS"  # noqa: SLF001
    assert set(generate._GROUND_PINS.values()) <= set(GROUNDS)  # noqa: SLF001


def test_the_circuit_may_be_soldered():
    assert [] == netlist.faults(netlist.circuit(TABLE))


def test_each_mistake_in_a_circuit_is_named():
    sound = netlist.circuit(TABLE)

    def faults_after(change):
        spoilt = deepcopy(sound)
        change(spoilt.nets)
        return netlist.faults(spoilt)

    assert faults_after(lambda nets: nets["E3"].pop()) == [
        "net E3 has one end",
        "U1.C3 is not connected",
    ]
    assert "Q3.E is in 2 nets" in faults_after(lambda nets: nets["E4"].append(("Q3", "E")))
    assert "U1.C16 does not exist" in faults_after(lambda nets: nets["E4"].append(("U1", "C16")))
    assert "net S0 is driven from two sides" in faults_after(
        lambda nets: nets["S0"].append(nets["S1"].pop(0))
    )
    assert "net S2 is driven by nothing" in faults_after(lambda nets: nets["S2"].pop(0))


@pytest.mark.parametrize("path", generate.outputs(), ids=lambda path: path.name)
def test_what_follows_from_the_table_is_up_to_date(path):
    assert generate.outputs()[path] == path.read_text("utf-8"), "python -m hardware.tools.generate"


def test_what_was_drawn_is_up_to_date():
    noted = tomllib.loads((HARDWARE / "drawn.toml").read_text("utf-8"))

    assert tomllib.loads(draw.notes()) == noted, "python -m hardware.tools.draw"


@pytest.mark.parametrize("part", draw.PARTS)
def test_a_part_can_be_printed(part):
    triangles = mesh.load(HARDWARE / "enclosure" / "stl" / f"{part}.stl")
    length, depth, height = mesh.extents_mm(triangles)

    assert mesh.open_edges(triangles) == 0
    assert mesh.body_count(triangles) == 1
    assert 0 < mesh.volume_mm3(triangles) < 0.6 * length * depth * height
    assert max(length, depth, height) <= BED_MM


def test_a_mesh_that_leaks_or_falls_apart_is_seen():
    coupon = mesh.load(HARDWARE / "enclosure" / "stl" / "coupon.stl")
    funnel = mesh.load(HARDWARE / "enclosure" / "stl" / "funnel.stl")
    aside = [tuple((x + 500, y, z) for x, y, z in triangle) for triangle in funnel]

    assert mesh.open_edges(coupon[1:]) == 3
    assert mesh.open_edges(coupon + coupon[:1]) == 6
    assert mesh.body_count(coupon + aside) == 2
    assert mesh.volume_mm3([(a, c, b) for a, b, c in coupon]) < 0


@pytest.mark.skipif(shutil.which("openscad") is None, reason="OpenSCAD is not installed")
def test_openscad_makes_of_the_source_what_lies_here():
    made = draw.triangles_of("coupon")
    kept = mesh.load(HARDWARE / "enclosure" / "stl" / "coupon.stl")

    assert mesh.extents_mm(kept) == pytest.approx(mesh.extents_mm(made), abs=0.01)
    assert mesh.volume_mm3(kept) == pytest.approx(mesh.volume_mm3(made), rel=0.001)


HAS_WIREVIZ = importlib.util.find_spec("wireviz") and shutil.which("dot")


@pytest.mark.skipif(not HAS_WIREVIZ, reason="WireViz (extra `maker`) or graphviz is not installed")
def test_wireviz_draws_the_cable_plan(tmp_path, monkeypatch):
    folder = str(generate.Path(sys.executable).parent)
    monkeypatch.setenv("PATH", folder, prepend=":")
    draw.draw_wiring(tmp_path)
    drawn = (tmp_path / "board.svg").read_text("utf-8")

    assert {f"GP{gp}" for gp in GP.values()} <= set(re.findall(r"GP\d+", drawn))


def test_the_printed_parts_have_the_dimensions_of_the_modelled_optics():
    text = (HARDWARE / "enclosure" / "parameters.scad").read_text("utf-8")
    values = dict(re.findall(r"^(\w+) = ([^;]+);", text, re.MULTILINE))

    assert float(values["die"]) + float(values["clearance"]) == pytest.approx(optics.LANE_MM)
    assert float(values["pitch"]) == optics.PITCH_MM
    assert float(values["second_slot"]) == optics.SLOTS_MM[1]
    assert values["seat"] == str(list(optics.SEAT_MM))


def test_the_map_of_the_holes_is_where_the_optics_see():
    """As the model has them, which is as the firmware reads them."""
    cells = [
        (slot + optics.DIE_MM / 2 + optics.PITCH_MM * x, optics.PITCH_MM * y)
        for slot in optics.SLOTS_MM
        for x, y in (optics._GRID[cell] for cell in optics._CELLS)  # noqa: SLF001
    ]
    seats = [(slot + optics.SEAT_MM[0], optics.SEAT_MM[1]) for slot in optics.SLOTS_MM]

    assert [*cells, *seats] == cell_map.holes()[:16]
    assert wiring.CELL_COUNT == len(cell_map.holes()) == cell_map.svg().count("<circle")


def bill():
    with (HARDWARE / "bom.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def refs_of(row):
    """Return the single references of a row: `D0-D2 R1` is four."""
    found = []
    for word in row["ref"].split():
        first, _, last = word.partition("-")
        letters = first.rstrip("0123456789")
        start = int(first[len(letters) :])
        end = int(last[len(letters) :]) if last else start
        found += [f"{letters}{n}" for n in range(start, end + 1)]
    return found


def test_every_part_of_the_circuit_is_on_the_bill_once():
    parts = netlist.circuit(TABLE).parts
    listed = [ref for row in bill() for ref in refs_of(row)]

    assert len(set(listed)) == len(listed)
    assert set(parts) <= set(listed)
    for row in bill():
        if set(refs_of(row)) & set(parts):
            assert int(row["qty"]) == len(refs_of(row)), row["ref"]


def test_the_readme_names_the_sums_of_the_bill():
    readme = (HARDWARE / "README.md").read_text("utf-8")
    sums = {
        kind: sum(
            int(row["qty"]) * float(row["price_eur_each"]) for row in bill() if row["set"] == kind
        )
        for kind in ("board", "reader")
    }

    assert f"about {sums['board']:.0f} EUR for the board, {sums['reader']:.0f} EUR" in readme


def test_every_line_of_the_firmware_is_in_the_troubleshooting_guide():
    source = "\n".join(path.read_text("utf-8") for path in FIRMWARE.glob("*.py"))
    said = {
        "why": set(re.findall(r'_faulted\("([A-Z]+)"|_warn\([^,]+, "([A-Z]+)"\)', source)),
        "code": set(re.findall(r'(?:return|code", |None, \()\(?"([A-Z]{3,})"', source)),
    }
    words = {word for pair in said["why"] for word in pair if word} | said["code"]
    words |= {"DARK", "BRIGHT", "BACK"}
    guide = (HARDWARE / "docs" / "troubleshooting.md").read_text("utf-8")

    assert {"COCKED", "STUCK", "DAZZLED", "MARGIN", "BUSY", "NOCRC"} <= words
    assert set() == {word for word in words if not re.search(rf"\b{word}\b", guide)}


def test_the_assembly_guide_has_a_checkpoint_a_step():
    guide = (HARDWARE / "docs" / "assembly.md").read_text("utf-8")
    steps = re.findall(r"^\*\*(\d+)\. ", guide, re.MULTILINE)

    assert [str(n) for n in range(1, len(steps) + 1)] == steps
    for step in re.split(r"^\*\*\d+\. ", guide, flags=re.MULTILINE)[1:]:
        assert "\n→ *" in step, step[:40]
