"""What the table answers to a request, and what it keeps of its refusals for a retry."""

from collections import OrderedDict

from companion.locales import ngettext
from companion.protocol import Asked, Reply, Submit
from companion.timeline import Step
from companion.views.receipts import hands
from companion.views.refusals import sentence
from engine.commands import Command
from engine.refusals import Refused
from engine.state import State

REFUSALS_KEPT_MAX = 256  # a retry is answered as before; older ones are judged anew


class Refusals:
    """The refusals of this start by the id of their request."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Reply] = OrderedDict()

    def of(self, request_id: str) -> Reply | None:
        """Return how a request was refused before, if it was."""
        return self._kept.get(request_id)

    def keep(self, reply: Reply) -> Reply:
        """Keep *reply*, and return it."""
        self._kept[reply.id] = reply
        if len(self._kept) > REFUSALS_KEPT_MAX:
            self._kept.popitem(last=False)
        return reply


def declined(request_id: str, seq: int, why: str) -> Reply:
    """Return the answer to what is not possible for a reason outside the rules."""
    return Reply(id=request_id, is_accepted=False, seq=seq, sentence=why)


def refused(request: Asked, seq: int, refusal: Refused, state: State, command: Command) -> Reply:
    """Return the answer to *command*, which a rule forbids in *state*."""
    actor = request.actor if isinstance(request, Submit) else None
    return Reply(
        id=request.id,
        is_accepted=False,
        seq=seq,
        refusal=refusal.refusal,
        rule=refusal.rule,
        sentence=sentence(refusal.refusal, state, command, actor),
    )


def done(step: Step | None) -> str:
    """Return what was taken back or brought back, and what hands must put right."""
    if step is None or step.kind == "command":
        return ""
    count = step.count
    if step.kind == "redo":
        said = ngettext("{count} command is back.", "{count} commands are back.", count)
    else:
        said = ngettext("{count} command is taken back.", "{count} commands are taken back.", count)
    todo = "; ".join(hands(step.before, step.state))
    return f"{said.format(count=count)} {todo}".strip()
