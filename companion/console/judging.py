"""Puts a request of the console language to a timeline: decided, nothing adopted yet."""

from companion import authority
from companion.console.requests import (
    Ask,
    NewGame,
    Plain,
    RedoLines,
    RereadCard,
    RereadDice,
    Rewind,
    StrikeThrow,
    TableLine,
    UndoLines,
    UseEdition,
)
from companion.editions import edition_named
from companion.errors import UsageError
from companion.locales import _
from companion.timeline import Declined, Step, Timeline
from companion.views.refusals import sentence
from engine.commands import (
    ChooseEdition,
    Command,
    OpenGame,
    RecordRoll,
    ReportCard,
    SeatPlayers,
    StopGame,
)
from engine.ids import PlayerId
from engine.refusals import Refusal, Refused
from engine.rules.setup import PLAYERS_MIN
from engine.state import State

Answer = Step | Refused | Declined


def judge(timeline: Timeline, request: Plain, speaker: PlayerId | None = None) -> Answer:
    """Return what comes of *request*, said by *speaker* (nobody: the banker).

    Raises:
        TapbankError: It names an edition that cannot be read, or is for the emulated table's hands.
    """
    if isinstance(request, Rewind):
        return _rewound(timeline, request, speaker)
    command = command_of(request, timeline.state)
    refusal = objection(command) or authority.refusal_of(command, speaker, timeline.state)
    return timeline.decide_command(command) if refusal is None else Refused(refusal)


def objection(command: Command) -> Refusal | None:
    """Refuse a `players` line that names too few: a lobby fills one by one, a line is the whole."""
    is_short = isinstance(command, SeatPlayers) and len(command.names) < PLAYERS_MIN
    return Refusal.WRONG_PLAYER_COUNT if is_short else None


def command_of(request: Ask | UseEdition | NewGame | TableLine, state: State) -> Command:
    """Return the engine's command for *request*.

    Raises:
        TapbankError: It names an edition that cannot be read, or is for the emulated table's hands.
    """
    if isinstance(request, Ask):
        return request.command
    if isinstance(request, NewGame):
        return OpenGame(state.edition)
    if isinstance(request, TableLine):
        text = _("“{verb}” is for hands at the emulated table: tapbank hands --dir DIR {line}")
        line = repr(" ".join(request.words))
        raise UsageError(text.format(verb=request.words[0], line=line))
    return ChooseEdition(edition_named(request.name))


def explained(
    answer: Refused | Declined, request: Plain, state: State, speaker: PlayerId | None = None
) -> str:
    """Return the sentence for people that goes with a refusal of what *speaker* said."""
    if isinstance(answer, Declined):
        return answer.sentence
    return sentence(answer.refusal, state, _command_behind(request, state), speaker)


def _command_behind(request: Plain, state: State) -> Command:
    """Return the command a refusal speaks of; undo and redo depend on who asks, not on what."""
    match request:
        case RereadDice(die_1=die_1, die_2=die_2):
            return RecordRoll(die_1, die_2)
        case RereadCard(card=card):
            return ReportCard(card)
        case UndoLines() | RedoLines() | StrikeThrow():
            return StopGame()
        case _:
            return command_of(request, state)


def _rewound(timeline: Timeline, request: Rewind, speaker: PlayerId | None) -> Answer:
    if speaker is not None:
        return Refused(Refusal.NOT_THE_BANKER)
    match request:
        case UndoLines(count=count):
            return timeline.undo(count)
        case RedoLines(count=count):
            return timeline.redo(count)
        case RereadDice(die_1=die_1, die_2=die_2):
            return timeline.correct_roll(die_1, die_2)
        case RereadCard(card=card):
            return timeline.correct_card(card)
        case StrikeThrow():
            return timeline.strike()
