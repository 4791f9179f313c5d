"""Draw the pictures of docs/pictures/ from the real screen.

`python docs/pictures.py [NAME…]` draws those of the documentation; with `--all FOLDER` every
situation at three sizes, in four looks and five languages, to be looked at.
"""  # noqa: INP001  # a script

import argparse
import asyncio
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support import scenes  # noqa: E402  # after the path
from support.terminal_picture import cells_of_app, save_picture  # noqa: E402

from companion.client import Client  # noqa: E402
from companion.locales import available, set_language  # noqa: E402
from companion.protocol import Message  # noqa: E402
from companion.screen.banker import Banker  # noqa: E402
from companion.screen.look import LOOKS  # noqa: E402

FOLDER = Path(__file__).parent / "pictures"
S, M, L = (80, 24), (100, 30), (160, 45)
NOBODY_THERE = Path("/nonexistent/table.sock")  # the pictures are fed, nothing is listened to
PAGES = {"help": "f1", "deeds": "c", "ledger": "slash", "history": "h", "figures": "g"}

Picture = tuple[list[Message], tuple[int, int], str, tuple[str, ...]]
"""What has been heard, the window's size, the look, the keys pressed."""


def pictures() -> dict[str, Picture]:
    """Return each picture of the documentation."""
    offer = scenes.offer(4, is_late=True)
    return {
        "main": (offer, L, "felt", ()),
        "main_100x30": (offer, M, "felt", ()),
        "main_80x24": (offer, S, "felt", ()),
        "auction": (scenes.auction(4, is_late=True), M, "felt", ()),
        "wallet": (scenes.wallet(4, is_late=True), M, "felt", ()),
        "trade": (scenes.deal(4, is_late=True), M, "felt", ()),
        "console": (offer, M, "felt", ("colon", *"cash", "space", *"Anna", "space", *"99")),
        "figures": (offer, M, "felt", ("g",)),
        "paper": (offer, M, "paper", ()),
        "contrast": (scenes.debt(4, is_late=True), M, "contrast", ()),
        "lobby": (scenes.start(3), M, "felt", ()),
        "over": (scenes.over(4, is_late=True), L, "felt", ()),
    }


def everything() -> dict[str, Picture]:
    """Return every situation and page at every size in every look."""
    found: dict[str, Picture] = {}
    for size in (S, M, L):
        for look in LOOKS:
            end = f"{size[0]}x{size[1]}_{look}"
            for name, make in scenes.ALL.items():
                found[f"{name}_{end}"] = (make(5, is_late=True), size, look, ())
            for name, key in PAGES.items():
                found[f"{name}_{end}"] = (scenes.offer(5, is_late=True), size, look, (key,))
    return found


async def draw(path: Path, picture: Picture) -> None:
    """Show what was heard on the real app, and save what it shows."""
    heard, size, look, keys = picture
    app = Banker(Client(NOBODY_THERE, "screen"), theme=look, is_low_power=True)
    async with app.run_test(size=size) as pilot:
        for message in heard:
            app.receive(message)
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        save_picture(cells_of_app(app), path)


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--language", action="append", choices=available())
    said = parser.parse_args()
    folder = said.all or FOLDER
    folder.mkdir(exist_ok=True, parents=True)
    for code in said.language or (available() if said.all else ("en",)):
        set_language(code)
        for name, picture in (everything() if said.all else pictures()).items():
            if not said.names or name in said.names:
                end = f"_{code}" if said.all else ""
                asyncio.run(draw(folder / f"{name}{end}.png", picture))


if __name__ == "__main__":
    main()
