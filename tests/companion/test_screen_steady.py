"""A screen whose window is closed ends all the same."""

import contextlib
import os

from companion.screen.steady import SteadyFile


def test_what_a_closed_terminal_does_not_take_is_lost():
    master, slave = os.openpty()
    terminal = os.fdopen(slave, "w", encoding="utf-8")
    file = SteadyFile(terminal)
    file.write("shown")
    file.flush()
    shown = os.read(master, 100)
    os.close(master)

    file.write("lost")
    file.flush()

    assert b"shown" == shown
    assert slave == file.fileno()
    with contextlib.suppress(OSError):
        terminal.close()
