"""The table as numbered lines instead of a drawn screen: for slow links and screen readers.

All that the screen can do can be done here: choices by their numbers, cards and buttons by words,
all else by console lines.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.client import Client, NoTableError
from companion.console.names import Several
from companion.console.words import WrongLineError, split
from companion.errors import UsageError
from companion.locales import _, available, ngettext, set_language
from companion.no_table import no_answer
from companion.pin import PIN_LINE
from companion.protocol import (
    DeviceHealth,
    Devices,
    Message,
    Notice,
    Prompt,
    PromptShown,
    Storage,
    Tongue,
    Transition,
    Welcome,
)
from companion.screen.lines import answered, seat_of
from companion.screen.standing import SILENT_S, Standing
from companion.views.auction import ranking
from companion.views.deal import deal_view
from companion.views.ledger import rows_of
from companion.views.players import player_rows
from companion.views.prompt_bar import PromptBar, prompt_bar
from companion.views.receipts import hands, receipt
from companion.views.status import banner
from companion.views.words import listed
from engine.phases import GameOver
from engine.state import State

Say = Callable[[str], None]
BUTTONS = {"y": "yes", "yes": "yes", "n": "no", "no": "no", "m": "menu", "menu": "menu"}
HOLD_S = 2.0


def run_plain(socket_path: Path) -> int:
    """Print what happens and what is asked, read lines, until the input ends."""
    return asyncio.run(_run(socket_path))


async def _run(socket_path: Path) -> int:
    client = Client(socket_path, "plain")
    teller = Teller(lambda: client.state, _printed, socket_path.parent)
    hand = Hand(client, _printed)

    def heard(message: Message) -> None:
        teller.tell(message)
        hand.note()

    client.on_message = heard
    client.on_connection = teller.connection
    running = asyncio.create_task(client.run())
    try:
        try:
            await asyncio.wait_for(client.welcomed(), SILENT_S)
        except TimeoutError:
            _printed(no_answer(socket_path.parent))
            await client.welcomed()
        while line := await asyncio.to_thread(sys.stdin.readline):
            if line.strip() in {"quit", "q"}:
                break
            if line.strip():
                await hand.do(line.strip())
    finally:
        client.on_connection = _unheard  # it is this end that leaves
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return 0


class Hand:
    """Turns what is typed into taps, presses and console lines."""

    def __init__(
        self, client: Client, say: Say, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._say = say
        self._standing = Standing(now_s)

    def note(self) -> None:
        """See what the table asks, after each message."""
        self._standing.note(self._client.replica.prompt)

    async def do(self, line: str) -> None:  # noqa: C901  # one flat table
        """Carry out one line: a number, a word for a card or a button, or a console line."""
        verb, *rest = line.casefold().split()
        if not self._client.replica.is_welcomed:
            self._say(_("The table does not answer yet: try again in a moment."))
        elif verb.isdecimal():
            await self._choose(int(verb) - 1, line.split(maxsplit=1)[1:])
        elif verb in BUTTONS and not rest:
            self._client.press(BUTTONS[verb])
        elif verb == "hold" and rest == ["yes"]:
            self._client.press("yes", HOLD_S)
        elif verb in {"d", "throw"} and not rest:
            await self._throw()
        elif verb in {"u", "b"} and not rest:
            self._client.tap({"u": "undo", "b": "banker"}[verb])
        elif verb in {"up", "down"} and not rest:
            self._client.turn(1 if verb == "up" else -1)
        elif verb == "language" and len(rest) == 1:
            self._client.choose_language(rest[0])
        elif verb == "speech" and not rest:
            self._client.choose_speech()
        elif verb == PIN_LINE and not rest:
            self._say(_("! Everybody could read it here: start again with --pin-file."))
        elif verb in {"?", "keys"}:
            self._say(help_text())
        else:
            told = await answered(self._client, line)
            self._say(told.text if told.is_fine else f"! {told.text}")

    async def _choose(self, index: int, rest: list[str]) -> None:
        """Highlight a choice, and tap the card of the one asked; where all are, of the one named.

        Where nobody is named the choice is highlighted only. A card confirms what stood still, so
        it is tapped once the highlight has; where the question changes before, it is not.
        """
        prompt = self._client.replica.prompt
        if prompt is None or not 0 <= index < len(prompt.choices):
            self._say(_("! There is no choice {number} now.").format(number=index + 1))
            return
        try:
            seat = self._seat_of(prompt, rest)
        except UsageError as error:
            self._say(f"! {error.sentence}")
            return
        self._standing.note(prompt)
        stand_s = self._client.replica.confirm_after_s
        if seat is not None and not self._standing.is_read(stand_s):
            self._say(_("! It has just changed: look, and choose again."))
            return
        at = prompt.highlight
        if at != index:
            self._client.turn(index - (-1 if at is None else at))
        if seat is None:
            self._say(
                _("Whose? Say the number and a name: {number} NAME.").format(number=index + 1)
            )
        elif await self._standing.has_stood(index, stand_s):
            self._client.tap(str(seat + 1))
        else:
            self._say(_("! It has just changed: look, and choose again."))

    def _seat_of(self, prompt: Prompt, rest: list[str]) -> int | None:
        """Return whose card is meant, from the words after the number; nobody's without them.

        Raises:
            UsageError: Nobody is called so, or several are.
        """
        if not rest:
            return prompt.player
        try:
            words = [word.text for word in split(rest[0]).words]
        except WrongLineError as error:
            raise UsageError(error.wrong.sentence) from error
        seat = seat_of(self._client.state.names, words)
        who = " ".join(words)
        if isinstance(seat, Several):
            several = listed(seat.names)
            raise UsageError(_("“{word}” could be {names}.").format(word=who, names=several))
        if seat is None:
            raise UsageError(_("Nobody here is called {name}.").format(name=who))
        return seat

    async def _throw(self) -> None:
        try:
            reply = await self._client.throw()
        except NoTableError as error:
            self._say(f"! {error}")
            return
        if reply.sentence:
            self._say(f"! {reply.sentence}")


def help_text() -> str:
    """Return what may be typed beside console lines."""
    return "\n".join(
        (
            _("N: take choice N; N NAME: for that player"),
            _("tap NAME: that player's card; b: the banker's; u: undo"),
            _("d: throw the dice; up, down: the knob"),
            _("yes, no, menu: the buttons; hold yes: give up under a debt"),
            _("language CODE; speech: aloud or not; show: the table; help: the console's verbs; q"),
        )
    )


class Teller:
    """Turns messages of the table on *folder* into lines; *state* is the table after each."""

    def __init__(self, state: Callable[[], State], say: Say, folder: Path) -> None:
        self._state = state
        self._say = say
        self._folder = folder
        self._before: State | None = None
        self._asked: tuple[object, ...] = ()
        self._chosen: int | None = None
        self._banner: str | None = None

    def connection(self, is_connected: bool) -> None:  # noqa: FBT001  # as the client calls it
        """Say that the table is there, or gone."""
        self._say(_("The table is there.") if is_connected else no_answer(self._folder))

    def tell(self, message: Message) -> None:
        """Say what *message* brings, if it brings anything."""
        match message:
            case Welcome():
                self._use(message.tongue)
                self._before = message.state
                self._players(message.state)
                self._devices(message.devices)
                self._ask(message.prompt)
            case PromptShown(prompt=prompt):
                self._ask(prompt)
            case Transition():
                self._happened(message)
            case Tongue():
                self._use(message)
                self._say(_("The language is {code}.").format(code=message.language))
            case Notice(text=text, is_warning=is_warning):
                self._say(f"! {text}" if is_warning else text)
            case Devices(devices=devices):
                self._devices(devices)
            case Storage(status=status, detail=detail):
                self._say(f"! {detail}" if status != "ok" else _("Saving goes well again."))
            case _:
                pass

    def _use(self, tongue: Tongue) -> None:
        if tongue.language in available():
            set_language(tongue.language)

    def _players(self, state: State) -> None:
        for row in player_rows(state) if state.cash else ():
            cash = row.cash_text if row.shows_cash else _("hidden")
            parts = (f"{row.seat + 1} {row.name}", cash, row.place_name, row.note)
            self._say(" · ".join(part for part in parts if part))

    def _devices(self, devices: tuple[DeviceHealth, ...]) -> None:
        words = banner(devices, None, is_connected=True)
        if words != self._banner:
            self._say(f"! {words}" if words else _("All devices are there."))
        self._banner = words

    def _happened(self, message: Transition) -> None:
        after, before = self._state(), self._before or self._state()
        self._before = after
        for row in rows_of(message, after):
            who = "" if row.seat is None or row.seat < 0 else f"{row.seat + 1} "
            parts = (f"#{message.seq}", who + row.text, row.amount, row.flow)
            self._say(" ".join(part for part in parts if part))
        if message.count:
            words = ngettext("{count} act was changed", "{count} acts were changed", message.count)
            self._say(f"#{message.seq} {message.kind}: {words.format(count=message.count)}")
        if changed := receipt(before, after):
            self._say("= " + "; ".join(changed))
        for todo in hands(before, after):
            self._say(f"> {todo}")
        if isinstance(after.phase, GameOver) and not isinstance(before.phase, GameOver):
            for rank in ranking(after, after.phase):
                place = f"{rank.place}." if rank.place else "-"
                self._say(f"{place} {rank.name} {rank.amount} {rank.note}".rstrip())

    def _ask(self, prompt: Prompt | None) -> None:
        state = self._state()
        bar = prompt_bar(state, prompt)
        labels = tuple(button.label for button in bar.buttons)
        asked = (bar.seat, bar.title, bar.detail, labels, prompt and (prompt.deal, prompt.signed))
        chosen = next((b.index for b in bar.buttons if b.is_highlighted), None)
        if asked != self._asked:
            self._question(state, bar, prompt)
        elif chosen != self._chosen and chosen is not None:
            button = bar.buttons[chosen]
            self._say(f" *{chosen + 1} {button.label} {button.after}".rstrip())
        self._asked, self._chosen = asked, chosen

    def _question(self, state: State, bar: PromptBar, prompt: Prompt | None) -> None:
        parts = [bar.title, bar.detail, bar.call.lower()]
        if bar.seconds_left is not None:
            parts.append(_("{seconds} s").format(seconds=round(bar.seconds_left)))
        self._say("? " + " · ".join(part for part in parts if part))
        for line in prompt.lines if prompt is not None and prompt.deal is None else ():
            self._say(f"  {line}")
        deal = None if prompt is None or not state.cash else deal_view(state, prompt)
        for side in deal.sides if deal else ():
            mark = _("signed") if side.has_signed else _("not yet")
            gives = ", ".join(side.gives)
            self._say(f"  {side.name}: {gives} ({mark}) {side.after}".rstrip())
        for button in bar.buttons:
            mark = "*" if button.is_highlighted else " "
            self._say(f" {mark}{button.index + 1} {button.label} {button.after}".rstrip())


def _unheard(_is_connected: bool) -> None:  # noqa: FBT001  # as the client calls it
    """Say nothing."""


def _printed(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
