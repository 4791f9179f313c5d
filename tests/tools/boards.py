"""The parts of `docs/editions.md` that are made from the editions and their schema.

python tests/tools/boards.py     write them anew
"""

import re
from pathlib import Path

from companion import locales
from companion.edition_words import EFFECTS, MEANINGS
from companion.editions import edition_ids, load_edition
from engine.edition_shape import CHOICES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "editions.md"
PART = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
TABLES = {
    "": "above all tables",
    "bank": "`[bank]`",
    "group": "`[[group]]`",
    "space": "`[[space]]`",
}
CARDS = "`[[chance]]`, `[[chest]]`"


def text(page: str) -> str:
    """Return *page* with its made parts as they must be."""
    locales.set_language("en")
    parts = {"boards": boards(), "keys": keys(), "effects": effects()}
    return PART.sub(lambda found: f"{found[1]}\n{parts[found[2]]}\n{found[3]}", page)


def boards() -> str:
    """Return the editions that come with the program."""
    rows = [
        (f"`{e.id}`", e.name, e.language, e.currency, tax(e), str(e.luxury_tax), e.note or "all")
        for e in (load_edition(name) for name in edition_ids())
    ]
    return table(
        ("id", "board", "language", "currency", "income tax", "luxury tax", "verified"), rows
    )


def tax(edition) -> str:
    flat, percent = edition.income_tax_flat, edition.income_tax_percent
    return f"{flat} or {percent} %" if percent else str(flat)


def keys() -> str:
    """Return every key of a file with its meaning."""
    rows = []
    for (name, key), meaning in MEANINGS.items():
        words = CHOICES.get(key, ()) if (name, key) != ("group", "kind") else ()
        listed = ": " + ", ".join(f"`{word}`" for word in words) if words else ""
        rows.append((TABLES.get(name, CARDS), f"`{key}`", meaning() + listed))
    return table(("table", "key", "meaning"), rows)


def effects() -> str:
    """Return what cards do."""
    rows = [
        (f"`{effect}`", ", ".join(f"`{key}`" for key in needed) or "-", does())
        for effect, (needed, does) in EFFECTS.items()
    ]
    return table(("effect", "needs", "what it does"), rows)


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(text(PAGE.read_text("utf-8")), "utf-8")
