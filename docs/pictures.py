"""Draw the pictures of docs/pictures/ from the real screen: `python docs/pictures.py [NAME…]`."""  # noqa: INP001  # a script

import asyncio
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support import scenes  # noqa: E402  # after the path
from support.terminal_picture import cells_of_app, save_picture  # noqa: E402

from companion.client import Client  # noqa: E402
from companion.protocol import Message  # noqa: E402
from companion.screen.banker import Banker  # noqa: E402

FOLDER = Path(__file__).parent / "pictures"
S, M, L = (80, 24), (100, 30), (160, 45)
NOBODY_THERE = Path("/nonexistent/table.sock")  # the pictures are fed, nothing is listened to


def pictures() -> dict[str, tuple[list[Message], tuple[int, int], str]]:
    """Return each picture: what has been heard, the window's size, the look."""
    offer = scenes.offer(4, is_late=True)
    return {
        "main": (offer, L, "felt"),
        "main_100x30": (offer, M, "felt"),
        "main_80x24": (offer, S, "felt"),
        "eight": (scenes.offer(8), L, "felt"),
        "auction": (scenes.auction(4, is_late=True), M, "felt"),
        "debt": (scenes.debt(4, is_late=True), M, "felt"),
        "jail": (scenes.jail(4, is_late=True), M, "felt"),
        "paper": (offer, M, "paper"),
        "contrast": (offer, M, "contrast"),
        "lost": (scenes.out(4, is_late=True), M, "felt"),
        "lobby": (scenes.start(3), M, "felt"),
        "over": (scenes.over(4, is_late=True), L, "felt"),
    }


async def draw(name: str, heard: list[Message], size: tuple[int, int], look: str) -> None:
    """Show what was heard on the real app, and save what it shows."""
    app = Banker(Client(NOBODY_THERE, "screen"), theme=look)
    async with app.run_test(size=size) as pilot:
        for message in heard:
            app.receive(message)
        await pilot.pause()
        save_picture(cells_of_app(app), FOLDER / f"{name}.png")


def main() -> None:
    """Draw those named on the command line, or all."""
    FOLDER.mkdir(exist_ok=True)
    wanted = set(sys.argv[1:])
    for name, (heard, size, look) in pictures().items():
        if not wanted or name in wanted:
            asyncio.run(draw(name, heard, size, look))


if __name__ == "__main__":
    main()
