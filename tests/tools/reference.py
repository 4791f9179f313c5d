"""`docs/cli.md`, made from the help of every command.

python tests/tools/reference.py     write it anew
"""

from pathlib import Path

from companion import cli, command_table, locales

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
HEAD = """\
# The command line

Made from the program's own help by `tests/tools/reference.py`; do not edit.

Data goes to standard output, narration to standard error. `TAPBANK_LANG` (`en`, `cs`, `it`, `nl`,
`ro`) sets the language, else the system's `LANG` does.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | something asked for did not hold |
| 2 | wrong usage |
| 65 | a file holds what it must not |
| 74 | reading or writing failed, as when the disk is full |
| 75 | another table holds the folder |
| 77 | no permission |
| 130 | stopped by ^C before it was done; `table` ends with 0, for it is stopped so |
"""


def text() -> str:
    """Return what the page must hold."""
    locales.set_language("en")
    helps = {cli.PROGRAM: cli.overview()}
    for command in command_table.commands():
        parser = command.parser()
        helps[parser.prog] = parser.format_help()
    sections = [f"## {name}\n\n```text\n{text}```\n" for name, text in helps.items()]
    return "\n".join([HEAD, *sections])


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
