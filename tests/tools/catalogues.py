"""The catalogues of `companion/locales`, made from the sources and checked.

python tests/tools/catalogues.py            write tapbank.pot, update every .po, compile every .mo
python tests/tools/catalogues.py --compile  compile every .mo alone, after translating
"""

import io
import re
import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "companion" / "locales"
TEMPLATE = LOCALES / "tapbank.pot"
LANGUAGES = ("cs", "it", "nl", "ro")
KEYWORDS = {
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # a date of its own would change the file every time
LENGTH_LIMIT = re.compile(r"at most (\d+) characters")


def po_path(language: str) -> Path:
    """Return where the translations of *language* are written."""
    return LOCALES / language / "LC_MESSAGES" / "tapbank.po"


def extracted() -> Catalog:
    """Return all messages of the companion's sources, with the comments for translators."""
    catalog = Catalog(
        project="Tapbank",
        version="1",
        copyright_holder="The Tapbank developers",
        msgid_bugs_address="the project",
        creation_date=NO_DATE,
        charset="utf-8",
        header_comment="# The words of Tapbank.",
    )
    found = extract_from_dir(
        str(ROOT / "companion"),
        method_map=[("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=("TRANSLATORS",),
    )
    for name, _line, message, comments, context in sorted(found, key=lambda row: (row[0], row[1])):
        catalog.add(
            message,
            locations=[(f"companion/{name}", 0)],
            auto_comments=comments,
            context=context,
        )
    return catalog


def as_text(catalog: Catalog) -> str:
    """Return *catalog* as a .po file: sorted, without line numbers, so that few changes show."""
    target = io.BytesIO()
    write_po(target, catalog, width=100, sort_output=True, include_lineno=False)
    return target.getvalue().decode()


def read(path: Path) -> Catalog:
    """Return the catalogue in the file at *path*."""
    with path.open("rb") as source:
        return read_po(source, locale=None if path == TEMPLATE else path.parts[-3])


def compiled(language: str) -> bytes:
    """Return what the .mo file of *language* must hold."""
    target = io.BytesIO()
    write_mo(target, read(po_path(language)))
    return target.getvalue()


def template_text() -> str:
    """Return what `tapbank.pot` must hold."""
    return as_text(extracted())


def updated(language: str) -> str:
    """Return the .po file of *language* with the messages of today, nothing guessed."""
    path = po_path(language)
    template = extracted()
    catalog = read(path) if path.exists() else Catalog(locale=language)
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.project, catalog.version = template.project, template.version
    catalog.msgid_bugs_address = template.msgid_bugs_address
    catalog.creation_date = catalog.revision_date = NO_DATE
    catalog.last_translator = "The Tapbank developers"
    catalog.language_team = language
    return as_text(catalog)


def complaints(catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong with the translations of *catalog*, one sentence each."""
    for message in catalog:
        if not message.id:
            continue
        shown = message.id[0] if message.pluralizable else message.id
        if message.fuzzy:
            yield f"fuzzy: {shown}"
        forms = message.string if message.pluralizable else (message.string,)
        wanted = catalog.num_plurals if message.pluralizable else 1
        if len(forms) != wanted or not all(forms):
            yield f"untranslated: {shown}"
            continue
        yield from (f"{fault}: {shown}" for form in forms for fault in _faults(message, form))


def _faults(message: Message, form: str) -> Iterator[str]:
    ids = message.id if message.pluralizable else (message.id,)
    needed = set.intersection(*(fields(text) for text in ids))
    allowed = set.union(*(fields(text) for text in ids))
    if not needed <= fields(form) <= allowed:
        yield f"fields {sorted(fields(form))} instead of {sorted(allowed)}"
    if form[:1].isspace() != ids[0][:1].isspace() or form[-1:].isspace() != ids[0][-1:].isspace():
        yield "blanks differ at an end"
    limit = LENGTH_LIMIT.search(" ".join(message.auto_comments))
    if limit and len(form) > int(limit[1]):
        yield f"{len(form)} characters instead of at most {limit[1]}"
    if len(form) >= 40 and form.count(form[:20]) > 1:
        yield "repeated"
    if cedillas := set("şŞţŢ") & set(form):
        yield f"cedilla instead of comma below in {sorted(cedillas)}"


def fields(text: str) -> set[str]:
    """Return the names of the `{fields}` of *text*."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def main(words: list[str]) -> None:
    """Bring the catalogues up to date."""
    if "--compile" not in words:
        TEMPLATE.write_text(template_text(), encoding="utf-8")
    for language in LANGUAGES:
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        if "--compile" not in words:
            path.write_text(updated(language), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(language))


if __name__ == "__main__":
    main(sys.argv[1:])
