"""What a line of the console language asks for, as typed requests."""

import msgspec

from engine.commands import Command
from engine.ids import CardId, PlayerId


class Blank(msgspec.Struct, frozen=True):
    """Nothing but blanks or a comment."""


class Ask(msgspec.Struct, frozen=True):
    """Put this command to the table."""

    command: Command
    note: str = ""
    """The reason of a correction, as it stands after `--`."""


class UseEdition(msgspec.Struct, frozen=True):
    """Play on another board: an edition's id, or the path of a file."""

    name: str


class NewGame(msgspec.Struct, frozen=True):
    """Open another game on the same table."""


class UndoLines(msgspec.Struct, frozen=True):
    """Take back the last accepted lines."""

    count: int = 1
    note: str = ""


class RedoLines(msgspec.Struct, frozen=True):
    """Bring back what was taken back last."""

    count: int = 1
    note: str = ""


class RereadDice(msgspec.Struct, frozen=True):
    """The last throw was misread: it showed these faces."""

    die_1: int
    die_2: int
    note: str = ""


class StrikeThrow(msgspec.Struct, frozen=True):
    """The last throw did not count."""

    note: str = ""


class RereadCard(msgspec.Struct, frozen=True):
    """The last card was wrongly reported: it was this one."""

    card: CardId
    note: str = ""


class TableLine(msgspec.Struct, frozen=True):
    """What hands do at the emulated table; carried out by its control socket."""

    words: tuple[str, ...]


class LetPass(msgspec.Struct, frozen=True):
    """Let time pass, in a case file; at a running table it passes by itself."""

    seconds: float


class Expect(msgspec.Struct, frozen=True):
    """What a case file expects of the position; `expectations.found` looks."""

    what: str
    """A key of `expectations`: `cash`, `at`, `owner`, `turn`, …"""
    subject: int
    """The player, space or deck it is said of; -1 where it is the table."""
    wanted: str
    """As the language writes it."""
    text: str
    """The whole expectation without its verb, for the report."""


class SaidBy(msgspec.Struct, frozen=True):
    """A line said by a player (nobody: the banker who does not play) instead of the banker."""

    player: PlayerId | None
    request: "InCase"


class MustBeRefused(msgspec.Struct, frozen=True):
    """A line that a case file expects to be refused, by this rule where one is named."""

    rule: str
    request: "InCase | SaidBy"


class Show(msgspec.Struct, frozen=True):
    """Print the table."""


class Help(msgspec.Struct, frozen=True):
    """Print the verbs, or explain one."""

    verb: str = ""


class Quit(msgspec.Struct, frozen=True):
    """Leave the console; the table goes on."""


class Preview(msgspec.Struct, frozen=True):
    """Say what a line would change, and change nothing."""

    request: "Plain"


Rewind = UndoLines | RedoLines | RereadDice | StrikeThrow | RereadCard
"""What leads back to an earlier position."""

Plain = Ask | UseEdition | NewGame | Rewind | TableLine
"""What changes the table."""

ConsoleRequest = Blank | Plain | Show | Help | Quit | Preview
InCase = Plain | LetPass
"""What changes the table of a case."""

CaseRequest = Blank | InCase | Expect | SaidBy | MustBeRefused


class WrongLine(msgspec.Struct, frozen=True):
    """A syntax error: the line changes nothing."""

    column: int
    """Where the wrong word begins, from 1; one past the end where a word is missing."""
    word: str
    """The wrong word; empty where one is missing."""
    sentence: str
    nearest: str = ""
    """The known word most like it."""
