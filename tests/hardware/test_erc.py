"""The circuit before a second judge: SKiDL's electrical rules, where it is installed."""

import importlib.util
import re
from copy import deepcopy

import pytest

from hardware.tools import erc, netlist

_is_here = pytest.mark.skipif(
    importlib.util.find_spec("skidl") is None,
    reason="SKiDL is not installed: it is 370 MB of the extra `maker`, which tests do without",
)
pytestmark = [_is_here, pytest.mark.filterwarnings("ignore")]  # its own

SOUND = netlist.circuit(netlist.pin_table())


def test_skidl_finds_nothing_and_writes_the_same_nets(tmp_path):
    assert erc.checked(SOUND, tmp_path / "board.net") == 0

    text = (tmp_path / "board.net").read_text("utf-8")
    _, *nets = re.split(r"\(net\b", text.partition("(nets")[2])
    found = {
        re.search(r'\(name "([^"]+)"', net)[1]: sorted(re.findall(r'\(ref "([^"]+)"', net))
        for net in nets
    }
    assert {name: sorted(part for part, _ in pads) for name, pads in SOUND.nets.items()} == found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda nets: nets["E3"].pop(),
        lambda nets: nets["S0"].append(nets["S1"].pop(0)),
        lambda nets: nets["3V3"].pop(0),
    ],
    ids=["a loose end", "two outputs on one net", "chips without a supply"],
)
def test_skidl_names_a_mistake(spoil):
    spoilt = deepcopy(SOUND)
    spoil(spoilt.nets)

    assert erc.checked(spoilt) > 0
