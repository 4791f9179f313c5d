"""A console line typed on the screen: read, sent by the client, answered in a sentence."""

from companion.client import Client
from companion.console import requests as r
from companion.console.answers import rewound
from companion.console.judging import command_of
from companion.console.parser import CHANGING, CONSOLE_VERBS, interpret
from companion.console.table_text import table_text
from companion.errors import TapbankError
from companion.locales import _
from companion.protocol import Reply
from companion.views.receipts import hands, receipt
from companion.views.refusals import sentence
from engine.decide import decide
from engine.refusals import Refused
from engine.state import State


async def answered(client: Client, line: str) -> str:
    """Return what came of *line*: a refusal with its rule, a syntax error, or what was done."""
    if not client.replica.is_welcomed:
        return _("The table does not answer yet: try again in a moment.")
    request = interpret(line, client.state)
    try:
        match request:
            case r.WrongLine():
                hint = _("Did you mean “{word}”?").format(word=request.nearest)
                return f"{request.sentence} {hint}" if request.nearest else request.sentence
            case r.Blank():
                return ""
            case r.Show():
                return table_text(client.state)
            case r.Help():
                return " ".join(sorted((*CHANGING, *CONSOLE_VERBS)))
            case r.Quit():
                return _("Esc closes the console.")
            case r.Preview(request=previewed):
                return _previewed(client.state, previewed)
            case _:
                return await _done(client, request)
    except TapbankError as error:
        return str(error)


async def _done(client: Client, request: r.Plain) -> str:
    match request:
        case r.Ask(command=command, note=note):
            return _told(await client.submit(command, note=note))
        case r.UseEdition() | r.NewGame():
            return _told(await client.submit(command_of(request, client.state)))
        case r.TableLine(words=words):
            return _by_hand(client, words)
        case _:
            return _told(await rewound(client, request))


def _told(reply: Reply) -> str:
    if reply.is_accepted:
        done = _("#{number} done.").format(number=reply.seq)
        return f"{done} {reply.sentence}".rstrip()
    return _("Refused: {why}").format(why=reply.sentence or reply.rule)


def _previewed(state: State, request: r.Plain) -> str:
    if not isinstance(request, r.Ask):
        return _("Only a line of the game can be shown beforehand.")
    decision = decide(state, request.command)
    if isinstance(decision, Refused):
        return _("Refused: {why}").format(why=sentence(decision.refusal, state, request.command))
    words = (*receipt(state, decision.state), *hands(state, decision.state))
    return _("Would change: {what}").format(what="; ".join(words) or "-")


def _by_hand(client: Client, words: tuple[str, ...]) -> str:
    """Carry out the table lines that keys can do as well."""
    verb, *rest = words
    names = [name.casefold() for name in client.state.names]
    if verb == "tap" and rest:
        card = rest[0].casefold()
        card = str(names.index(card) + 1) if card in names else card
        is_sent = client.tap(card)
    elif verb == "press" and rest:
        is_sent = client.press(rest[0])
    elif verb == "turn-knob" and rest:
        is_sent = client.turn(int(rest[0]))
    else:
        return _("That is for hands at the table.")
    return _("Sent.") if is_sent else _("The table does not answer yet: try again in a moment.")
