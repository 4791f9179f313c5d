"""What the table and its clients say to each other over the Unix socket.

One JSON object a line, tagged by class name: of the table at most `LINE_BYTES_MAX` bytes, of a
client `REQUEST_BYTES_MAX`. A client says `Hello` and gets a `Welcome` with the whole state; from
then on it folds each `Transition` with the same engine. What a client says is bounded here, but
for what stands in a command: the engine judges that.
"""

import msgspec

from companion import bounds
from companion.card_orders import EnrolCard, Enrolled, StopEnrolling
from engine.commands import Command, Trade
from engine.events import Event
from engine.ids import AccountId, Money, PlayerId, SpaceId
from engine.refusals import Refusal
from engine.state import State

VERSION = 1
LINE_BYTES_MAX = 1_000_000  # a welcome with a long ledger tail stays well below
REQUEST_BYTES_MAX = 100_000  # an edition of one's own is the longest, a fifth of that


class Hello(msgspec.Struct, frozen=True, tag=True):
    """The first line of a client."""

    client: bounds.Word
    """`screen`, `console`, `plain`, `demo`: for the table's log."""
    version: bounds.Number = VERSION
    pin: bounds.Pin = ""
    """The banker's, where one is set: without it the table is not put right from here."""


class Unlock(msgspec.Struct, frozen=True, tag=True):
    """The banker's PIN, also once it was idle for too long: `Reply` says whether it is the one."""

    id: bounds.Id
    pin: bounds.Pin


class Submit(msgspec.Struct, frozen=True, tag=True):
    """A command to decide; the same id is applied at most once, across restarts."""

    id: bounds.Id
    command: Command
    seen: bounds.Seq | None = None
    """The `seq` the sender's screen was drawn from; an older one is refused as stale."""
    actor: bounds.Seat | None = None
    """The player who acts; nobody: the banker."""
    note: bounds.Note = ""
    """The reason of a correction."""


class Undo(msgspec.Struct, frozen=True, tag=True):
    """Take back the last accepted commands."""

    id: bounds.Id
    count: bounds.Number = 1
    note: bounds.Note = ""


class Redo(msgspec.Struct, frozen=True, tag=True):
    """Bring back what was taken back last."""

    id: bounds.Id
    count: bounds.Number = 1
    note: bounds.Note = ""


class CorrectRoll(msgspec.Struct, frozen=True, tag=True):
    """The last throw was misread: take back all since, and play these dice instead."""

    id: bounds.Id
    die_1: bounds.Number
    die_2: bounds.Number
    note: bounds.Note = ""


class CorrectCard(msgspec.Struct, frozen=True, tag=True):
    """Another card was drawn: take back all since its report, and report this one instead."""

    id: bounds.Id
    card: bounds.Card
    note: bounds.Note = ""


class Strike(msgspec.Struct, frozen=True, tag=True):
    """The last throw did not count: take it back with all since; the same player throws again."""

    id: bounds.Id
    note: bounds.Note = ""


class TapCard(msgspec.Struct, frozen=True, tag=True):
    """A player's or an action card touched a reader, by a key or a finger on the screen."""

    card: bounds.Word
    """A player's seat from `1` to `8`, or `banker`, `undo`, `pass`, `menu`."""


class PressButton(msgspec.Struct, frozen=True, tag=True):
    """`yes`, `no` or `menu`, by a key or a finger on the screen."""

    button: bounds.Word
    seconds: bounds.Seconds = 0.0
    """How long it is held, 0 to 10."""


class TurnKnob(msgspec.Struct, frozen=True, tag=True):
    """Move the highlight, by keys or a finger."""

    detents: bounds.Detents


class ThrowDice(msgspec.Struct, frozen=True, tag=True):
    """Throw on-screen dice: the table draws the faces; where a board is up it is asked twice."""

    id: bounds.Id


class Measure(msgspec.Struct, frozen=True, tag=True):
    """Ask for the table's counters and latencies: `Measured` answers."""

    id: bounds.Id


class Recall(msgspec.Struct, frozen=True, tag=True):
    """Ask what has happened in this game: `Recalled` answers with a page of it."""

    id: bounds.Id
    after: bounds.Seq = 0
    """The `seq` of the last step known; 0: from the game's beginning."""


class ChooseLanguage(msgspec.Struct, frozen=True, tag=True):
    """Let the table and all its screens speak another language: `Tongue` answers, to all."""

    code: bounds.Word
    """Empty: the next one."""


class ChooseSpeech(msgspec.Struct, frozen=True, tag=True):
    """Let the table speak aloud or be silent: `Tongue` answers, to all."""

    is_aloud: bool | None = None
    """None: the other way than now."""
    volume: bounds.Volume | None = None
    """0 to 3, of voice and chimes; None: as it is."""


Asked = Submit | Undo | Redo | CorrectRoll | CorrectCard | Strike | ThrowDice
"""What may change the game; each with the id that makes it happen at most once."""

Request = (
    Hello
    | Unlock
    | Asked
    | TapCard
    | PressButton
    | TurnKnob
    | Measure
    | Recall
    | ChooseLanguage
    | ChooseSpeech
    | EnrolCard
    | StopEnrolling
)


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing a prompt offers; confirming it submits its command."""

    label: str
    """A ready sentence fragment in the table's language."""
    command: Command | None
    """None: it opens something (the wallet), or steps back."""
    amount: Money | None = None
    """What it costs (negative) or brings, for the block letters."""
    balance_after: Money | None = None


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """The one thing the screen asks; made by the flows, never durable."""

    kind: str
    """The waiting word of the phase (`roll`, `offer`, …), or what somebody began: `lobby`,
    `wallet`, `undo`, `strike`, `menu`, `pause`, `start`, `stop`, `resume`, `trade`, `seats`,
    `cards`, `override` (to be framed in red)."""
    player: PlayerId | None
    """Who must act; nobody: everyone or the banker."""
    title: str
    """The question, short: shown in block letters where room is."""
    detail: str = ""
    amount: Money | None = None
    choices: tuple[Choice, ...] = ()
    highlight: int | None = None
    seconds_left: float | None = None
    """Of a countdown, as of when the prompt was sent."""
    seconds_whole: float | None = None
    deal: Trade | None = None
    """Of a trade that is being made: what lies on both sides so far."""
    signed: tuple[PlayerId, ...] = ()
    """Who has signed the deal as it stands."""
    side: PlayerId | None = None
    """Whose side of the deal the knob serves."""
    lines: tuple[str, ...] = ()
    """What is too long for `detail`: a set-up list, what a deal holds, balances after it."""
    is_held: bool = False
    """The dice are held back by an open wallet: the tray is red, a throw does not count."""


class Tongue(msgspec.Struct, frozen=True, tag=True):
    """How the table speaks."""

    language: str = ""
    """A code; empty: a table that has not said."""
    is_aloud: bool = False
    has_voice: bool = False
    """Whether there is a program that can speak."""


class DeviceHealth(msgspec.Struct, frozen=True, gc=False):
    """One device as the table sees it."""

    device: str
    is_up: bool
    detail: str


class LedgerLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that happened, for the ledger; it becomes words when it is shown."""

    seq: int
    turn: int
    """The turn in which it happened."""
    event: Event | None
    """None: something was taken back or brought back."""
    space: SpaceId | None = None
    """What the money was for, or where the throw led."""
    giver: AccountId | None = None
    """Whose the deed or the card was, where that is known."""
    why: str = ""
    """`trade`, `estate`, `correction`, `card`; `undo` or `redo` without an event."""


class Welcome(msgspec.Struct, frozen=True, tag=True):
    """The table as it stands, durable up to `seq`."""

    version: int
    seq: int
    game: str
    state: State
    ledger: tuple[LedgerLine, ...]
    """The last of what happened, oldest first, at most 200."""
    prompt: Prompt | None
    devices: tuple[DeviceHealth, ...]
    has_demo_dice: bool = False
    """Whether `d` throws real (emulated) dice: the client then leaves it to the hands."""
    tongue: Tongue = Tongue()
    confirm_after_s: bounds.Seconds = 1.0
    """How long what a card confirms must have stood still."""


class Transition(msgspec.Struct, frozen=True, tag=True):
    """Something durable happened; sent to every client in order of `seq`."""

    seq: int
    kind: str
    """`command`, `undo`, `redo`, `strike`, `correct_roll`, `correct_card`; `boot`, `recovered` and
    `ignored` change nothing."""
    command: Command | None
    events: tuple[Event, ...]
    state: State | None = None
    """The whole state, where something was taken back or brought back; else fold the events."""
    actor: PlayerId | None = None
    note: str = ""
    source: str = ""
    """What sent it: a reader, the board, a client."""
    count: int = 0
    """How many commands it took back or brought back."""


class Reply(msgspec.Struct, frozen=True, tag=True):
    """The answer to a request with an id."""

    id: str
    is_accepted: bool
    seq: int
    refusal: Refusal | None = None
    rule: str = ""
    sentence: str = ""
    """Why not, or what was done and what hands must put back."""


class PromptShown(msgspec.Struct, frozen=True, tag=True):
    """The prompt changed."""

    prompt: Prompt | None


class Notice(msgspec.Struct, frozen=True, tag=True):
    """A sentence for the table that changes nothing: a stray tap, a card that is not known."""

    text: str
    is_warning: bool = False
    dice: tuple[int, ...] = ()
    """Of a throw that counts for nothing: to be shown grey."""


class Devices(msgspec.Struct, frozen=True, tag=True):
    """A device came or went."""

    devices: tuple[DeviceHealth, ...]


class Storage(msgspec.Struct, frozen=True, tag=True):
    """How saving goes: `ok`, `slow`, `warned` (saved, but), or `failed`; with what to do."""

    status: str
    detail: str = ""


class Measured(msgspec.Struct, frozen=True, tag=True):
    """What the table has counted since it started."""

    id: str
    taps: int
    """Cards noticed by readers, and tapped by keys."""
    rolls: int
    """Throws that the board noticed."""
    commands: int
    """Accepted."""
    refusals: int
    by_rule: dict[str, int]
    """How often each rule moved money."""
    tap_to_published_ms: dict[str, float]
    """From a device's noticing to the table's answer, durable: `p50`, `p99`, `max`."""
    commit_ms: dict[str, float]
    stalls: int
    """Commits that took more than a second."""
    junk: int = 0
    """Pieces of what the board's line brought that were no message: noise, damaged lines."""


class PastStep(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One command of the game as it stands."""

    seq: int
    command: Command | None
    events: tuple[Event, ...]
    replaced: "tuple[PastStep, ...]" = ()
    """What this correction took the place of; undo brings it back first."""


class Recalled(msgspec.Struct, frozen=True, tag=True):
    """A page of what has happened, oldest first; what was taken back is left out."""

    id: str
    start: State | None
    """The state before the first step, on the first page only."""
    steps: tuple[PastStep, ...]
    is_last: bool


class ReceiptsSeen(msgspec.Struct, frozen=True, tag=True):
    """YES was pressed: what hands had to do is done."""


Message = (
    Welcome
    | Transition
    | Reply
    | PromptShown
    | Notice
    | Devices
    | Storage
    | Measured
    | Recalled
    | Tongue
    | ReceiptsSeen
    | Enrolled
)
