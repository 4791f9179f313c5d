"""How taps, buttons, knob and dice become commands: one grammar for every phase.

The table asks one thing. Knob or deed card moves the highlight, which says what would happen; a
player's card says who, and confirms. NO moves the highlight to the refusing way; a button alone
decides nothing for a player.
"""

from typing import assert_never

import msgspec

from companion import feedback
from companion.flows import inputs as i
from companion.flows.asks import ask_of, claim_of, thrower
from companion.flows.attention import Attention
from companion.flows.bidding import Shared
from companion.flows.draft import OutcomeDraft
from companion.flows.lobby import PLAYERS_MIN, ask_lobby, free_name, join_or_leave, same_people
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from companion.flows.outcome import Ask, Does, Outcome, Way
from companion.flows.settings import OLD_PRESS_S, OLD_THROW_S, Settings
from companion.flows.takeback import History, TakeBack, banker_seat
from companion.flows.wallet import ask_wallet, is_own
from companion.locales import _, language
from companion.protocol import Prompt
from engine import phases as p
from engine.commands import CloseBidding, RecordRoll, ReportCard, StartGame
from engine.ids import AccountId, PlayerId
from engine.state import State

HAMMER_RETRY_S = 1.0  # a closing that did not come about is asked for again
HAMMER_HELD_S = 0.25  # the hammer does not fall while a card lies on a reader


class Wallet(msgspec.Struct, frozen=True):
    """The wallet of a player lies open over what the game asks."""

    player: PlayerId


class Flows:
    """The taps of one table.

    The table owns one, calls `step` with its present state from its one writer, and does what the
    `Outcome` says: store the enrolments, submit the requests (each durable before the next step),
    publish the notices and a new prompt, send the cues. After each durable change, whoever asked
    for it, it calls `step` with `StateChanged`; after a refused request with `RequestRefused`; and
    with a `Tick` when `wake_at_s` has come. A reliable signal is acknowledged whatever the outcome.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._history = History()
        self._shared = Shared()
        self._attention = Attention()
        self._over: Wallet | TakeBack | None = None
        self._yes_down_s: float | None = None
        self._is_yes_held = False
        self._lying: set[str] = set()
        self._clock_count = 0
        self._shown: Prompt | None = None
        self._made: tuple[State | None, object, Ask] = (
            None,
            None,
            Ask(kind="", player=None, title=""),
        )

    def step(self, state: State, given: i.Input, now_s: float) -> Outcome:
        """Return what follows from *given* in *state*, at *now_s* on a clock that never jumps."""
        out = OutcomeDraft(self._request_id(given))
        if isinstance(given, i.StateChanged):
            self._changed(given, out)
        else:
            self._attention.follow(self._ask(state), now_s)
            self._expire(state, now_s, out)
            self._take(state, given, now_s, out)
        self._attention.follow(self._ask(state), now_s)
        return self._finish(state, now_s, out)

    def _request_id(self, given: i.Input) -> str:
        if isinstance(given, i.CardTapped | i.Pressed | i.DiceThrown):
            return given.id
        self._clock_count += 1
        return f"clock:{self._settings.boot}:{self._clock_count}"

    def _ask(self, state: State) -> Ask:
        """Return what is asked now; made again only when something changed."""
        over = self._over
        key = (language(), over.signatures if isinstance(over, TakeBack) else over)
        if self._made[0] is not state or self._made[1] != key:
            self._made = (state, key, self._new_ask(state))
        return self._made[2]

    def _new_ask(self, state: State) -> Ask:
        if isinstance(self._over, TakeBack):
            return self._over.ask(state, self._settings.undo_s)
        if isinstance(self._over, Wallet):
            is_called = self._shared.is_called(state)
            return ask_wallet(
                state, self._over.player, self._settings.wallet_s, is_called=is_called
            )
        if isinstance(state.phase, p.Setup):
            return ask_lobby(state.names, state.edition.note)
        return ask_of(state, self._settings)

    def _finish(self, state: State, now_s: float, out: OutcomeDraft) -> Outcome:
        ask = self._ask(state)
        prompt = self._attention.prompt(ask, now_s)
        asked = msgspec.structs.replace(prompt, seconds_left=None)
        is_new = self._attention.take_restarted() or asked != self._shown
        if self._shown is None or (self._shown.kind, self._shown.player) != (ask.kind, ask.player):
            out.cue(feedback.light_of(ask.kind, ask.player))
        self._shown = asked
        wakes = [self._attention.until_s]
        if self._yes_down_s is not None:
            wakes.append(self._yes_down_s + self._settings.hold_s)
        return Outcome(
            enrolments=tuple(out.enrolments),
            requests=tuple(out.requests),
            notices=tuple(out.notices),
            cues=tuple(out.cues),
            prompt=prompt,
            is_prompt_new=is_new,
            wake_at_s=min((wake for wake in wakes if wake is not None), default=None),
        )

    def _take(self, state: State, given: i.Input, now_s: float, out: OutcomeDraft) -> None:
        match given:
            case i.CardTapped():
                self._lying.add(given.uid)
                self._touch(state, now_s)
                self._card(state, given, out)
            case i.CardBack(uid=uid):
                self._lying.add(uid)
                out.cue(feedback.CLICK)
            case i.CardGone(uid=uid):
                self._lying.discard(uid)
            case i.Pressed():
                self._touch(state, now_s)
                self._press(state, given, now_s, out)
            case i.KnobMoved(detents=detents):
                self._touch(state, now_s)
                self._is_yes_held = False
                self._attention.turn(self._ask(state), detents)
            case i.DiceThrown():
                self._dice(state, given, out)
            case i.DiceUnread():
                out.warn(_("The dice cannot be read: throw again."))
            case i.RequestRefused(sentence=sentence):
                out.warn(sentence)
            case i.Tick() | i.StateChanged():
                pass
            case _:
                assert_never(given)

    # What time does.

    def _touch(self, state: State, now_s: float) -> None:
        """Give what a player began himself its full time again, never an auction."""
        if self._over is not None:
            self._attention.restart(self._ask(state), now_s)

    def _expire(self, state: State, now_s: float, out: OutcomeDraft) -> None:
        down_s = self._yes_down_s
        if down_s is not None and now_s >= down_s + self._settings.hold_s:
            self._yes_down_s = None
            self._is_yes_held = self._attention.is_giving_up(self._ask(state))
            if self._is_yes_held:
                out.cue(feedback.CLICK)
        if not self._attention.is_over(now_s):
            return
        if isinstance(self._over, Wallet):
            self._over = None
            out.say(_("The wallet is closed."))
        elif self._over is not None:
            self._over = None
            out.say(_("Nothing was taken back."))
        elif self._lying:
            self._attention.wait_until(now_s + HAMMER_HELD_S)
        else:
            self._attention.wait_until(now_s + HAMMER_RETRY_S)
            out.submit(CloseBidding())

    def _changed(self, change: i.StateChanged, out: OutcomeDraft) -> None:
        self._history.note(change)
        self._shared.note(change)
        self._is_yes_held = False
        if not (isinstance(self._over, Wallet) and is_own(change.command, self._over.player)):
            self._over = None
        if change.command is not None:
            out.cue(feedback.chime_of(change.events))

    # What cards do.

    def _card(self, state: State, tap: i.CardTapped, out: OutcomeDraft) -> None:
        match tap.meaning:
            case None:
                self._unknown(state, tap, out)
            case PlayerCard(name=name) if isinstance(state.phase, p.Setup):
                join_or_leave(state, name, out)
            case PlayerCard(name=name):
                self._player_name(state, name, out)
            case DeedCard(space=space):
                if not self._attention.point_at(self._ask(state), space):
                    out.warn(_("This deed is not what is asked for."))
            case EventCard(card=card):
                self._event_card(state, card, out)
            case ActionCard(action=action):
                self._action(state, action, out)
            case _:
                assert_never(tap.meaning)

    def _unknown(self, state: State, tap: i.CardTapped, out: OutcomeDraft) -> None:
        if tap.tech == i.PHONE:
            out.warn(_("That is a phone: its number changes. Use a card."))
        elif not isinstance(state.phase, p.Setup):
            out.warn(_("This card is not known at this table."))
        else:
            name = tap.known_name or free_name(state, tap.taken_names)
            if join_or_leave(state, name, out) and tap.uid:
                out.enrol(tap.uid, PlayerCard(name))

    def _player_name(self, state: State, name: str, out: OutcomeDraft) -> None:
        if name not in state.names:
            out.warn(_("{name} does not play in this game.").format(name=name))
            return
        player = PlayerId(AccountId(state.names.index(name)))
        if isinstance(self._over, TakeBack):
            self._sign(self._over, player, out, is_banker=player == banker_seat(state))
        elif state.is_out[player]:
            out.warn(_("{name} is out of the game.").format(name=name))
        else:
            self._player(state, player, out)

    def _player(self, state: State, player: PlayerId, out: OutcomeDraft) -> None:
        ask = self._ask(state)
        way = self._attention.way(ask)
        if ask.is_shared and way is not None:
            self._shared.tap(state, player, way, out)
            if way.is_refusal:
                self._attention.refused()
        elif ask.player == player and isinstance(self._over, Wallet) and way is None:
            self._over = None
            out.cue(feedback.CLICK)
        elif ask.player == player and way is not None:
            self._confirm(player, way, out)
        elif self._over is None and (claim := claim_of(state, player)) is not None:
            out.submit(claim, player)
        elif self._may_open_wallet(state):
            self._over = Wallet(player)
            out.cue(feedback.CLICK)
        else:
            out.warn(_whose_turn(state, ask))

    def _may_open_wallet(self, state: State) -> bool:
        """Return whether any card opens its player's wallet, also in place of an open one."""
        if isinstance(state.phase, p.Setup | p.GameOver):
            return False
        return ask_of(state, self._settings).is_open_to_wallets

    def _confirm(self, player: PlayerId, way: Way, out: OutcomeDraft) -> None:
        if way.does is Does.WALLET:
            self._over = Wallet(player)
            out.cue(feedback.CLICK)
        elif way.does is Does.THROW:
            out.warn(_("Throw the dice, or choose another way with the knob."))
        elif way.does is Does.GIVE_UP and not self._is_yes_held:
            out.warn(_("To give up hold YES for two seconds, then tap your card."))
        elif way.command is not None:
            out.submit(way.command, player)

    def _event_card(self, state: State, card: str, out: OutcomeDraft) -> None:
        ways = [way for way in self._ask(state).ways if isinstance(way.command, ReportCard)]
        for way in ways:
            if isinstance(way.command, ReportCard) and way.command.card == card:
                out.submit(way.command, self._ask(state).player)
                return
        out.warn(_("No such card is asked for now."))

    def _action(self, state: State, action: Action, out: OutcomeDraft) -> None:
        match action:
            case Action.UNDO:
                self._begin_undo(state, out)
            case Action.PASS:
                self._no(state, out)
            case Action.MENU:
                self._menu(state, out)
            case Action.BANKER:
                if isinstance(self._over, TakeBack):
                    self._sign(self._over, None, out, is_banker=True)
                else:
                    out.warn(_("The banker's card is not asked for now."))
            case _:
                assert_never(action)

    # Taking back.

    def _begin_undo(self, state: State, out: OutcomeDraft) -> None:
        if isinstance(state.phase, p.Setup):
            out.warn(_("The game has not begun."))
            return
        self._over = TakeBack(self._history.last)
        out.cue(feedback.CLICK)

    def _sign(
        self, over: TakeBack, player: PlayerId | None, out: OutcomeDraft, *, is_banker: bool
    ) -> None:
        if over.sign(player, is_banker=is_banker):
            self._over = None
            self._history.ask()
            out.undo()
        else:
            out.cue(feedback.CLICK)

    # What buttons do.

    def _press(self, state: State, press: i.Pressed, now_s: float, out: OutcomeDraft) -> None:
        if not press.is_down:
            self._yes_down_s = None if press.button == "yes" else self._yes_down_s
        elif press.age_s > OLD_PRESS_S:
            out.warn(_("That press was meant for an earlier question."))
        elif press.button == "yes":
            self._yes(state, now_s, out)
        elif press.button == "no":
            self._no(state, out)
        else:
            self._menu(state, out)

    def _yes(self, state: State, now_s: float, out: OutcomeDraft) -> None:
        if not isinstance(state.phase, p.Setup):
            self._yes_down_s = now_s
        elif len(state.names) < PLAYERS_MIN:
            out.warn(_("Two players are needed."))
        else:
            out.submit(StartGame())

    def _no(self, state: State, out: OutcomeDraft) -> None:
        self._is_yes_held = False
        if self._over is not None:
            self._over = None
            out.cue(feedback.CLICK)
        elif not self._attention.refuse(self._ask(state)):
            out.warn(_("There is nothing to refuse now."))

    def _menu(self, state: State, out: OutcomeDraft) -> None:
        if isinstance(state.phase, p.GameOver):
            for command in same_people(state):
                out.submit(command)
        else:
            out.warn(_("The menu opens when the game is over."))

    # What dice do.

    def _dice(self, state: State, thrown: i.DiceThrown, out: OutcomeDraft) -> None:
        player = thrower(state)
        if player is None:
            out.warn(_("No throw is due: this one does not count."))
        elif len(thrown.dice) != 2:
            out.warn(_("Two dice are needed: throw again."))
        elif thrown.age_s > OLD_THROW_S:
            sentence = _("{name}: these dice have lain there too long, throw again.")
            out.warn(sentence.format(name=state.names[player]))
        else:
            self._over = None
            out.submit(RecordRoll(*thrown.dice), player)


def _whose_turn(state: State, ask: Ask) -> str:
    if ask.player is not None:
        return _("It is {name}'s turn to decide.").format(name=state.names[ask.player])
    return _("This card is not asked for now.")
