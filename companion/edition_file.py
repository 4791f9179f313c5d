"""An edition file to begin one's own from: every key of another one, explained where it comes."""

import json
import tomllib

from companion.edition_words import EFFECTS, MEANINGS
from companion.locales import _
from engine.edition_shape import schema_keys

COMMENT_COLUMN = 28
_LISTS = ("group", "space", "chance", "chest")
_DEFAULTS = {"price_scale": 1, "interest_percent": 10, "houses": 32, "hotels": 12}


def new_edition_text(edition_id: str, base: str, base_text: str) -> str:
    """Return a file for *edition_id* with the figures of *base*, marked as not verified."""
    data = tomllib.loads(base_text)
    note = _("Begun as a copy of {base}: not compared with a printed board yet.")
    data |= {
        "id": edition_id,
        "verification": "none",
        "note": note.format(base=base),
    }
    write = _Writer()
    blocks = [*_introduction(edition_id, base), "", *write.table("", data)]
    blocks += ["", "[bank]", *write.table("bank", data["bank"])]
    for name in _LISTS:
        blocks += ["", *_about(name)]
        for index, row in enumerate(data[name]):
            place = f"   # {index}" if name == "space" else ""
            blocks += ["", f"[[{name}]]{place}", *write.row(name, row)]
    return "\n".join(blocks) + "\n"


class _Writer:
    """Writes keys, each explained where it stands for the first time."""

    def __init__(self) -> None:
        self._explained: set[tuple[str, str]] = set()

    def table(self, name: str, data: dict[str, object]) -> list[str]:
        """Return every key of a table."""
        keys = schema_keys()[name]
        return [self._line(name, key, data.get(key, _DEFAULTS.get(key))) for key in keys]

    def row(self, name: str, row: dict[str, object]) -> list[str]:
        """Return the keys that a row of a list has."""
        table = "card" if name in ("chance", "chest") else name
        return [self._line(table, key, row[key]) for key in schema_keys()[name] if key in row]

    def _line(self, table: str, key: str, value: object) -> str:
        line = f"{key} = {_value(value)}"
        if (table, key) in self._explained:
            return line
        self._explained.add((table, key))
        return f"{line:{COMMENT_COLUMN}} # {MEANINGS[table, key]()}"


def _introduction(edition_id: str, base: str) -> list[str]:
    lines = (
        _("A board of one's own, begun as a copy of {base}.").format(base=base),
        _("Put in what your board and cards print, then let it be checked:"),
        f"  tapbank edition check {edition_id}.toml",
        _("Play it at the console before the start, or in a first game:"),
        f"  edition {edition_id}.toml",
        f"  tapbank play --edition {edition_id}.toml",
    )
    return [f"# {line}" for line in lines]


def _about(name: str) -> list[str]:
    match name:
        case "group":
            return ["# " + _("The groups. What a space leaves out it takes from its group.")]
        case "space":
            return ["# " + _("The 40 spaces in the order of the board; the first is GO.")]
        case "chance":
            width = max(map(len, EFFECTS))
            return [
                "# " + _("The 16 Chance cards. What cards do, and the keys that it needs:"),
                *(
                    f"#   {effect:{width}}  {', '.join(keys) or '-':20}  {does()}"
                    for effect, (keys, does) in EFFECTS.items()
                ),
            ]
        case _:
            return ["# " + _("The 16 Community Chest cards, in the same way.")]


def _value(value: object) -> str:
    """Return a value as TOML writes it: these are numbers, texts and lists of numbers."""
    return json.dumps(value, ensure_ascii=False)
