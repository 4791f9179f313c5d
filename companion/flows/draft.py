"""The outcome of a step while it is being made."""

from companion.feedback import LOW_TONE
from companion.flows.meanings import Meaning
from companion.flows.outcome import Asked, Enrol, Wish
from companion.protocol import CorrectCard, CorrectRoll, Notice, Strike, Submit, Undo
from engine.commands import Command
from engine.ids import CardId, PlayerId
from firmware_bridge.cues import Cue


class OutcomeDraft:
    """Collects what one step asks of the table."""

    def __init__(self, request_id: str) -> None:
        self._request_id = request_id
        self.enrolments: list[Enrol] = []
        self.requests: list[Asked] = []
        self.notices: list[Notice] = []
        self.cues: list[Cue] = []
        self.wishes: list[Wish] = []

    def submit(self, command: Command, actor: PlayerId | None = None, note: str = "") -> None:
        """Ask for *command*; the first takes the input's own id, later ones a number after it."""
        self.requests.append(Submit(self._next_id(), command, actor=actor, note=note))

    def undo(self, count: int = 1) -> None:
        """Ask to take back the last *count* commands."""
        self.requests.append(Undo(self._next_id(), count))

    def strike(self) -> None:
        """Ask to take back the last throw with all since."""
        self.requests.append(Strike(self._next_id()))

    def correct_roll(self, die_1: int, die_2: int, note: str) -> None:
        """Ask to play these dice in place of the last throw."""
        self.requests.append(CorrectRoll(self._next_id(), die_1, die_2, note))

    def correct_card(self, card: CardId, note: str) -> None:
        """Ask to play this card in place of the last one."""
        self.requests.append(CorrectCard(self._next_id(), card, note))

    def enrol(self, uid: str, meaning: Meaning) -> None:
        """Ask to remember what a tag is."""
        self.enrolments.append(Enrol(uid, meaning))

    def wish(self, wish: Wish) -> None:
        """Ask for another way of speaking."""
        self.wishes.append(wish)

    def say(self, sentence: str) -> None:
        """Tell the table something that changes nothing."""
        self.notices.append(Notice(sentence))

    def warn(self, sentence: str, dice: tuple[int, ...] = ()) -> None:
        """Answer what means nothing now: a sentence and the low tone; *dice* are shown grey."""
        self.notices.append(Notice(sentence, is_warning=True, dice=dice))
        if LOW_TONE not in self.cues:
            self.cues.append(LOW_TONE)

    def cue(self, cue: Cue) -> None:
        """Let the board show or sound something."""
        self.cues.append(cue)

    def _next_id(self) -> str:
        count = len(self.requests)
        return f"{self._request_id}/{count + 1}" if count else self._request_id
