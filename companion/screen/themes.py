"""Textual themes that match the looks, for the few widgets that are not drawn."""

from textual.theme import BUILTIN_THEMES, Theme

from companion.screen.look import LOOKS, Look

_ANSI = (
    "ansi_black", "ansi_red", "ansi_green", "ansi_yellow",
    "ansi_blue", "ansi_magenta", "ansi_cyan", "ansi_white",
)  # fmt: skip


def themes() -> tuple[Theme, ...]:
    """Return a theme a look, of the same name."""
    return tuple(_theme(look) for look in LOOKS.values())


def _theme(look: Look) -> Theme:
    is_sixteen = look.ground.startswith("@")
    base = BUILTIN_THEMES["ansi-dark"].variables if is_sixteen else {}
    return Theme(
        name=look.name,
        primary=_named(look.accent),
        secondary=_named(look.good),
        warning=_named(look.warn),
        error=_named(look.bad),
        success=_named(look.good),
        accent=_named(look.accent),
        foreground=_named(look.text),
        background=_named(look.ground),
        surface=_named(look.panel),
        panel=_named(look.raised),
        boost=_named(look.raised),
        dark=look.is_dark,
        ansi=is_sixteen,
        variables={**base, "dim": _named(look.dim)},
    )


def _named(colour: str) -> str:
    return _ANSI[int(colour[1:])] if colour.startswith("@") else colour
