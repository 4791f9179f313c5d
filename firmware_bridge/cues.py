"""Downward: what a device should show, sound or take note of."""

import msgspec


class Acknowledge(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The reliable signal (boot, n) is durable; the board may forget it."""

    boot: str
    n: int


class Light(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Show a colour on the tray's lamps."""

    rgb: str
    """Six hex digits."""
    effect: str = "solid"
    """`solid`, `pulse`, `flash` or `off`."""


class Chime(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Sound a tone."""

    hertz: int
    """100 to 8000."""
    duration_ms: int
    """10 to 2000."""


Cue = Acknowledge | Light | Chime
