"""Draw what needs other programs: parts and their pictures (OpenSCAD), the cable plan (WireViz).

`python -m hardware.tools.draw` writes them anew and notes in `drawn.toml` from which sources, so
that a test without those programs sees what is out of date. Needs `openscad`, `xvfb` and `graphviz`
on the machine and the extra `maker` (`pip install -e .[maker]`).
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image

from hardware.tools import mesh
from hardware.tools.netlist import HARDWARE

ENCLOSURE: Final = HARDWARE / "enclosure"
WIRING: Final = HARDWARE / "wiring"
NOTES: Final = HARDWARE / "drawn.toml"
PARTS: Final = ("coupon", "lane", "mask", "funnel", "tower", "base")
PICTURE_SIZE: Final = (640, 480)
COLOURS: Final = 48  # in a picture; a part has fewer

_CAMERAS: Final = {
    "assembly": "--camera=80,15,95,68,0,-38,640",
    "tower": "--camera=23,31,60,65,0,-125,420",
    "base": "--camera=86,15,30,55,0,-40,480",
}
_NEEDED: Final = ("openscad", "xvfb-run", "dot", "wireviz")


def sources_of(output: str) -> list[str]:
    """Return the files, relative to `hardware/`, that an output is drawn from."""
    if output.startswith("wiring/"):
        return ["wiring/board.yml"]
    name = Path(output).stem
    parts = ("lane", "mask", "funnel", "tower", "base") if name == "assembly" else ()
    return [f"enclosure/{source}.scad" for source in ("parameters", name, *parts)]


def outputs() -> list[str]:
    """Return every drawn file, relative to `hardware/`."""
    return [
        "wiring/board.png",
        "wiring/board.svg",
        "enclosure/pictures/assembly.png",
        *(f"enclosure/pictures/{part}.png" for part in PARTS),
        *(f"enclosure/stl/{part}.stl" for part in PARTS),
    ]


def digest(names: list[str]) -> str:
    """Return one digest of these files of `hardware/`."""
    whole = hashlib.sha256()
    for name in names:
        whole.update((HARDWARE / name).read_bytes())
    return whole.hexdigest()


def notes() -> str:
    """Return what `drawn.toml` is to say of the files as they are."""
    lines = ["# Written by hardware/tools/draw.py: digests of what was drawn, and of its sources."]
    for output in outputs():
        lines += [
            "",
            f'["{output}"]',
            f'sources = "{digest(sources_of(output))}"',
            f'drawn = "{digest([output])}"',
        ]
    return "\n".join(lines) + "\n"


def triangles_of(part: str) -> list[mesh.Triangle]:
    """Return a part as OpenSCAD makes it."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "part.stl"
        _run(["openscad", "-q", "-o", str(made), str(ENCLOSURE / f"{part}.scad")])
        return mesh.from_ascii(made.read_text("ascii"))


def draw_wiring(folder: Path) -> None:
    """Draw the cable plan into *folder*, as `board.svg` and `board.png`."""
    shutil.copy(WIRING / "board.yml", folder)
    _run(["wireviz", "-f", "ps", str(folder / "board.yml")])
    _shrink(folder / "board.png")


def main() -> int:
    """Draw everything; return the exit code."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    missing = [program for program in _NEEDED if shutil.which(program) is None]
    if missing:
        sys.stderr.write(f"not installed: {', '.join(missing)}\n")
        return 1
    for part in PARTS:
        triangles = triangles_of(part)
        (ENCLOSURE / "stl" / f"{part}.stl").write_bytes(mesh.to_binary(triangles))
    for part in ("assembly", *PARTS):
        _draw_picture(part, ENCLOSURE / "pictures" / f"{part}.png")
    with tempfile.TemporaryDirectory() as folder:
        draw_wiring(Path(folder))
        for name in ("board.svg", "board.png"):
            shutil.copy(Path(folder) / name, WIRING)
    NOTES.write_text(notes(), "utf-8")
    return 0


def _draw_picture(part: str, picture: Path) -> None:
    width, height = PICTURE_SIZE
    camera = _CAMERAS.get(part, "--viewall --autocenter").split()
    mode = [] if part == "assembly" else ["--render"]  # colours are only in the preview
    _run(
        [
            *("xvfb-run", "-a", "openscad", "-q", *camera, *mode),
            *(f"--imgsize={2 * width},{2 * height}", "--colorscheme=Tomorrow"),
            *("-o", str(picture), str(ENCLOSURE / f"{part}.scad")),
        ]
    )
    with Image.open(picture) as drawn:
        drawn.convert("RGB").resize(PICTURE_SIZE, Image.Resampling.LANCZOS).save(picture)
    _shrink(picture)


def _shrink(picture: Path) -> None:
    with Image.open(picture) as drawn:
        few = drawn.convert("RGB").quantize(COLOURS)
    few.save(picture, optimize=True)


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  from a fixed list


if __name__ == "__main__":
    sys.exit(main())
