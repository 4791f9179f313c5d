"""What a console answers to a line: what was done and whose balance changed, or why not."""

import msgspec

from companion.client import Client
from companion.console.help_text import USAGES, help_text
from companion.console.judging import command_of, explained, judge, objection
from companion.console.parser import interpret
from companion.console.requests import (
    Ask,
    Blank,
    Help,
    Plain,
    Preview,
    Quit,
    RedoLines,
    RereadCard,
    RereadDice,
    Rewind,
    Show,
    StrikeThrow,
    UndoLines,
    WrongLine,
)
from companion.console.table_text import table_text
from companion.console.words import SHOWN_LETTERS_MAX, shortened
from companion.errors import TapbankError
from companion.locales import _
from companion.protocol import Reply
from companion.timeline import Step, Timeline
from companion.views.receipts import hands, receipt
from companion.views.refusals import sentence
from engine.refusals import RULE_OF, Refused
from engine.state import State


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One answer; as JSON without the fields that say nothing."""

    line: str
    is_accepted: bool = msgspec.field(name="accepted")
    seq: int = 0
    """The number of the step that was done; 0 where none was."""
    receipt: tuple[str, ...] = ()
    """The balances that changed."""
    hands: tuple[str, ...] = ()
    """What must be moved or handed over on the board."""
    rule: str = ""
    """The id of the rule that forbids it."""
    sentence: str = ""
    """Why not, or what was taken back."""
    column: int = 0
    """Where a wrong word begins, from 1."""
    word: str = ""
    nearest: str = ""
    text: str = ""
    """What was asked to be shown."""
    is_last: bool = False
    """The console is to be left; nothing is told."""


async def answered(client: Client, line: str) -> Answer | None:
    """Carry out *line* at the table of *client*; nothing comes of a blank one.

    Raises:
        NoTableError: The table has gone and did not come back.
    """
    request = interpret(line, client.state)
    match request:
        case Blank():
            return None
        case WrongLine():
            return _wrong(line, request)
        case Show():
            return Answer(line=line, is_accepted=True, text=table_text(client.state))
        case Help(verb=verb):
            return Answer(line=line, is_accepted=True, text=help_text(verb))
        case Quit():
            return Answer(line=line, is_accepted=True, is_last=True)
        case Preview(request=previewed):
            return preview(line, previewed, client.state)
        case _:
            before = client.state
            reply = await carried_out(client, request)
            return _replied(line, reply, before, client.state)


async def carried_out(client: Client, request: Plain) -> Reply:
    """Return the table's reply to *request*; a line that asks for no command is declined here.

    Raises:
        NoTableError: The table has gone and did not come back.
    """
    if isinstance(request, Rewind):
        return await rewound(client, request)
    try:
        command = command_of(request, client.state)
    except TapbankError as error:
        return Reply("", is_accepted=False, seq=0, sentence=error.sentence)
    if (refusal := objection(command)) is not None:
        text = sentence(refusal, client.state, command)
        rule = RULE_OF[refusal]
        return Reply("", is_accepted=False, seq=0, refusal=refusal, rule=rule, sentence=text)
    return await client.submit(command, note=request.note if isinstance(request, Ask) else "")


async def rewound(client: Client, request: Rewind) -> Reply:
    """Return the table's reply to what leads back to an earlier position.

    Raises:
        NoTableError: The table has gone and did not come back.
    """
    match request:
        case UndoLines(count=count, note=note):
            return await client.undo(count, note)
        case RedoLines(count=count, note=note):
            return await client.redo(count, note)
        case RereadDice(die_1=die_1, die_2=die_2, note=note):
            return await client.correct_roll(die_1, die_2, note)
        case RereadCard(card=card, note=note):
            return await client.correct_card(card, note)
        case StrikeThrow(note=note):
            return await client.strike(note)


def preview(line: str, request: Plain, state: State) -> Answer:
    """Say what *request* would change in *state*; undo and the like need the whole game."""
    if isinstance(request, Rewind):
        text = _("What takes something back cannot be tried before it is done.")
        return Answer(line=line, is_accepted=False, sentence=text)
    try:
        decision = judge(Timeline(state), request)
    except TapbankError as error:
        return Answer(line=line, is_accepted=False, sentence=error.sentence)
    if isinstance(decision, Step):
        after = decision.state
        return Answer(
            line=line, is_accepted=True, receipt=receipt(state, after), hands=hands(state, after)
        )
    rule = decision.rule if isinstance(decision, Refused) else ""
    why = explained(decision, request, state)
    return Answer(line=line, is_accepted=False, rule=rule, sentence=why)


def answer_text(answer: Answer) -> str:
    """Return an answer as people read it: one line, and what hands must do below it."""
    if answer.text:
        return answer.text
    if not answer.is_accepted:
        is_shown = 0 < answer.column <= SHOWN_LETTERS_MAX
        place = f"{shortened(answer.line)}\n{'^':>{answer.column}}\n" if is_shown else ""
        return place + answer.sentence
    number = f"#{answer.seq}  " if answer.seq else ""
    first = "  ".join([f"{number}{shortened(answer.line)}", *answer.receipt])
    return "\n".join([first, *(f"      {todo}" for todo in answer.hands)])


def _wrong(line: str, wrong: WrongLine) -> Answer:
    sentence = wrong.sentence
    verb = line.split(maxsplit=1)[0].casefold()
    if not wrong.word and verb in USAGES:  # a word is missing
        sentence += " " + _("The line goes: {usage}").format(usage=USAGES[verb][0])
    return Answer(
        line=line,
        is_accepted=False,
        sentence=sentence,
        column=wrong.column,
        word=wrong.word,
        nearest=wrong.nearest,
    )


def _replied(line: str, reply: Reply, before: State, after: State) -> Answer:
    if not reply.is_accepted:
        return Answer(line=line, is_accepted=False, rule=reply.rule, sentence=reply.sentence)
    return Answer(
        line=line,
        is_accepted=True,
        seq=reply.seq,
        receipt=receipt(before, after),
        hands=hands(before, after),
        sentence=reply.sentence,
    )
