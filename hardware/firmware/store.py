"""What survives a power cut: small JSON files, replaced whole, and the boot counter."""

import json
import os


def read(name):
    """Return what a file holds, None if it is not there or damaged."""
    try:
        with open(name) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def write(name, value):
    """Replace a file in one step: a power cut leaves the old one or the new one."""
    with open(name + ".new", "w") as file:
        json.dump(value, file)
    os.rename(name + ".new", name)


def next_boot(chance):
    """Return a boot id never given before: a counter in flash, then 16 bits of *chance*."""
    counter = read("boot.json")
    counter = (counter + 1) & 0xFFFF if isinstance(counter, int) else 1
    write("boot.json", counter)
    return "%04X%04X" % (counter, chance & 0xFFFF)
