"""What a step of the flows asks for, and the parts that its prompts are made of."""

from enum import StrEnum

import msgspec

from companion.flows.meanings import Meaning
from companion.protocol import (
    Choice,
    ChooseLanguage,
    ChooseSpeech,
    CorrectCard,
    CorrectRoll,
    Notice,
    Prompt,
    Strike,
    Submit,
    Undo,
)
from engine.commands import Command, Trade
from engine.ids import Money, PlayerId, SpaceId
from firmware_bridge.cues import Cue

Asked = Submit | Undo | Strike | CorrectRoll | CorrectCard
"""What the flows ask of the table, each with its id."""

Wish = ChooseLanguage | ChooseSpeech
"""What is wanted of how the table speaks."""


class Enrol(msgspec.Struct, frozen=True, gc=False):
    """Remember that a tag means this."""

    uid: str
    meaning: Meaning


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What the table has to do after a step, in the order of the fields."""

    enrolments: tuple[Enrol, ...]
    requests: tuple[Asked, ...]
    """To be submitted in order, the rest dropped after a refusal."""
    notices: tuple[Notice, ...]
    cues: tuple[Cue, ...]
    prompt: Prompt | None
    is_prompt_new: bool
    """Whether it differs from the last one by more than the seconds that are left."""
    wake_at_s: float | None
    """When the next `Tick` is due, on the clock of `now_s`; nothing: never."""
    wishes: tuple[Wish, ...] = ()


class Does(StrEnum):
    """What the card does that confirms a way."""

    SUBMIT = "submit"
    WALLET = "wallet"
    THROW = "throw"
    GIVE_UP = "give_up"
    BID = "bid"
    OUT = "out"
    WANT = "want"
    WANT_NO_MORE = "want_no_more"
    BANKER = "banker"
    """Nothing by itself: the banker's card does it."""


class Way(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One choice of an ask, and what confirming it does."""

    label: str
    does: Does = Does.SUBMIT
    command: Command | None = None
    amount: Money | None = None
    """What it costs (negative) or brings."""
    balance_after: Money | None = None
    step: Money = 0
    """Of a bid: how much above the high bid."""
    space: SpaceId | None = None
    """The deed whose card selects this way."""
    is_refusal: bool = False
    """NO moves the highlight here."""
    detail: str = ""
    """What is said beside the question while it is highlighted; empty: what the ask says."""
    value: object = None
    """What whoever made the way reads when it is chosen."""

    @property
    def choice(self) -> Choice:
        """What the prompt shows of it."""
        return Choice(self.label, self.command, self.amount, self.balance_after)


class Ask(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The one thing the table asks now, before highlight and countdown."""

    kind: str
    player: PlayerId | None
    title: str
    detail: str = ""
    amount: Money | None = None
    ways: tuple[Way, ...] = ()
    topic: str = ""
    """The highlight starts anew when kind, player or topic change."""
    is_open_to_wallets: bool = False
    """Whether the card of a player who is not asked opens his wallet."""
    is_shared: bool = False
    """Whether any player's card answers, each for himself."""
    is_unlit: bool = False
    """Nothing is highlighted until the knob or a deed card has chosen."""
    is_signed: bool = False
    """Whether a card confirms the question itself, where nothing is highlighted."""
    is_hasty: bool = False
    """Whether a card may answer at once, also what has just changed."""
    count_s: float | None = None
    """How long it waits before its countdown ends it."""
    count_topic: str = ""
    """The countdown starts anew when this changes."""
    deal: Trade | None = None
    signed: tuple[PlayerId, ...] = ()
    side: PlayerId | None = None
    lines: tuple[str, ...] = ()
