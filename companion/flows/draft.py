"""The outcome of a step while it is being made."""

from companion.feedback import LOW_TONE
from companion.flows.meanings import Meaning
from companion.flows.outcome import Enrol
from companion.protocol import Notice, Submit, Undo
from engine.commands import Command
from engine.ids import PlayerId
from firmware_bridge.cues import Cue


class OutcomeDraft:
    """Collects what one step asks of the table."""

    def __init__(self, request_id: str) -> None:
        self._request_id = request_id
        self.enrolments: list[Enrol] = []
        self.requests: list[Submit | Undo] = []
        self.notices: list[Notice] = []
        self.cues: list[Cue] = []

    def submit(self, command: Command, actor: PlayerId | None = None) -> None:
        """Ask for *command*; the first takes the input's own id, later ones a number after it."""
        self.requests.append(Submit(self._next_id(), command, actor=actor))

    def undo(self) -> None:
        """Ask to take back the last act."""
        self.requests.append(Undo(self._next_id()))

    def enrol(self, uid: str, meaning: Meaning) -> None:
        """Ask to remember what a tag is."""
        self.enrolments.append(Enrol(uid, meaning))

    def say(self, sentence: str) -> None:
        """Tell the table something that changes nothing."""
        self.notices.append(Notice(sentence))

    def warn(self, sentence: str) -> None:
        """Answer what means nothing now: a sentence and the low tone."""
        self.notices.append(Notice(sentence, is_warning=True))
        if LOW_TONE not in self.cues:
            self.cues.append(LOW_TONE)

    def cue(self, cue: Cue) -> None:
        """Let the board show or sound something."""
        self.cues.append(cue)

    def _next_id(self) -> str:
        count = len(self.requests)
        return f"{self._request_id}/{count + 1}" if count else self._request_id
