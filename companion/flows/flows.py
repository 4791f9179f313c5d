"""How taps, buttons, knob and dice become commands: one grammar for every phase.

The table asks one thing. Knob or deed card moves the highlight, which says what would happen; a
player's card says who, and confirms what has stood still. NO moves the highlight to the refusing
way; a button alone decides nothing for a player.
"""

from typing import assert_never

import msgspec

from companion import feedback
from companion.flows import inputs as i
from companion.flows import playing
from companion.flows.asks import thrower
from companion.flows.attention import Attention
from companion.flows.draft import OutcomeDraft
from companion.flows.listing import Listing
from companion.flows.lobby import free_name, join_or_leave
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from companion.flows.memory import Memory
from companion.flows.menu import Menu, undoing
from companion.flows.outcome import Ask, Does, Outcome, Way
from companion.flows.over import NOTHING, Over, Scene, is_bankers
from companion.flows.question import Question
from companion.flows.settings import OLD_PRESS_S, Settings
from companion.flows.starting import Resume, may_start
from companion.flows.stopping import is_clear
from companion.locales import _
from companion.protocol import Prompt
from engine import phases as p
from engine.commands import CloseBidding, RecordRoll, StopGame
from engine.ids import AccountId, PlayerId
from engine.state import State
from firmware_bridge.cues import Light

HAMMER_RETRY_S = 1.0  # a closing that did not come about is asked for again
HAMMER_HELD_S = 0.25  # the hammer does not fall while a card lies on a reader


class Flows:
    """The taps of one table.

    The table owns one, calls `step` with its present state from its one writer, and does what the
    `Outcome` says: store the enrolments, submit the requests (each durable before the next step),
    publish the notices and a new prompt, send the cues. After each durable change, whoever asked
    for it, it calls `step` with `StateChanged`, and with `Past` where that was no plain command;
    after a refused request with `RequestRefused`; and with a `Tick` when `wake_at_s` has come. A
    reliable signal is acknowledged whatever the outcome.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._memory = Memory()
        self._attention = Attention()
        self._over: Over | None = None
        self._seats = 0
        self._yes_down_s: float | None = None
        self._remind_at_s = 0.0
        self._lying: set[str] = set()
        self._clock_count = 0
        self._shown: Prompt | None = None
        self._light: Light | None = None
        self._question = Question()

    def step(self, state: State, given: i.Input, now_s: float) -> Outcome:
        """Return what follows from *given* in *state*, at *now_s* on a clock that never jumps."""
        out = OutcomeDraft(self._request_id(given))
        scene = Scene(state, self._settings, self._memory, now_s)
        if self._over is not None and len(state.names) < self._seats:
            self._over.aside(scene)  # it may be about somebody who is gone
            self._over = None
        self._seats = len(state.names)
        if isinstance(given, i.StateChanged):
            self._changed(scene, given, out)
        else:
            self._attention.follow(self._ask(scene), now_s)
            self._expire(scene, out)
            self._take(scene, given, out)
        self._attention.follow(self._ask(scene), now_s)
        self._pass_time(scene, given, out)
        return self._finish(scene, out)

    def why_no_throw(self, state: State, now_s: float) -> str:
        """Return why dice thrown on a screen would not count now; empty: they would."""
        scene = Scene(state, self._settings, self._memory, now_s)
        return playing.why_no_throw(scene, self._over)

    def is_bankers(self, state: State, given: i.Input) -> bool:
        """Return whether *given* would count now for what needs the banker's card (BANKER-2)."""
        return is_bankers(self._over, state, given)

    def _request_id(self, given: i.Input) -> str:
        if isinstance(given, i.CardTapped | i.Pressed | i.DiceThrown):
            return given.id
        self._clock_count += 1
        return f"clock:{self._settings.boot}:{self._clock_count}"

    def _ask(self, scene: Scene) -> Ask:
        return self._question.now(scene, self._over)

    def _finish(self, scene: Scene, out: OutcomeDraft) -> Outcome:
        ask, now_s = self._ask(scene), scene.now_s
        is_due = thrower(scene.state) is not None
        is_held = is_due and self._over is not None and bool(self._over.why_no_throw(scene))
        prompt = self._attention.prompt(ask, now_s, is_held=is_held)
        asked = msgspec.structs.replace(prompt, seconds_left=None)
        is_new = self._attention.take_restarted() or asked != self._shown
        light = playing.light_of(scene, ask, is_held=is_held)
        if light != self._light:
            out.cue(light)
        self._light, self._shown = light, asked
        cues = (feedback.at_volume(cue, self._memory.volume) for cue in out.cues)
        return Outcome(
            enrolments=tuple(out.enrolments),
            requests=tuple(out.requests),
            notices=tuple(out.notices),
            cues=tuple(cue for cue in cues if cue is not None),
            prompt=prompt,
            is_prompt_new=is_new,
            wake_at_s=min(self._wakes(scene, ask), default=None),
            wishes=tuple(out.wishes),
        )

    def _wakes(self, scene: Scene, ask: Ask) -> list[float]:
        wakes = [self._attention.until_s]
        if self._yes_down_s is not None:
            wakes.append(self._yes_down_s + self._settings.hold_s)
        if self._over is not None and (wake_s := self._over.wake_at_s()) is not None:
            wakes.append(wake_s if wake_s > scene.now_s else None)
        if self._reminds(scene, ask):
            wakes.append(self._remind_at_s)
        return [wake for wake in wakes if wake is not None]

    def _take(self, scene: Scene, given: i.Input, out: OutcomeDraft) -> None:  # noqa: C901  # one flat table
        match given:
            case i.CardTapped():
                self._lying.add(given.uid)
                self._touch(scene)
                self._card(scene, given, out)
            case i.CardBack(uid=uid):
                self._lying.add(uid)
                out.cue(feedback.CLICK)
            case i.CardGone(uid=uid):
                self._lying.discard(uid)
            case i.Pressed():
                self._touch(scene)
                self._press(scene, given, out)
            case i.KnobMoved(detents=detents):
                self._touch(scene)
                self._knob(scene, detents, out)
            case i.DiceThrown():
                self._dice(scene, given, out)
            case i.DiceUnread():
                out.warn(_("The dice cannot be read: throw again."))
            case i.RequestRefused(sentence=sentence):
                self._memory.missed(given.command)
                out.warn(sentence)
            case i.Past():
                self._memory.recall(given)
            case i.DeviceChanged(device=device, is_up=is_up):
                self._lying.clear()
                self._memory.device_changed(device, is_up=is_up)
            case i.Tick() | i.StateChanged():
                pass
            case _:
                assert_never(given)

    # What time does.

    def _touch(self, scene: Scene) -> None:
        """Give what a player began himself its full time again, never an auction."""
        if self._over is not None:
            self._attention.restart(self._ask(scene), scene.now_s)

    def _expire(self, scene: Scene, out: OutcomeDraft) -> None:
        down_s, now_s = self._yes_down_s, scene.now_s
        if down_s is not None and now_s >= down_s + self._settings.hold_s:
            self._yes_down_s = None
            self._memory.is_yes_held = self._attention.is_giving_up(self._ask(scene))
            if self._memory.is_yes_held:
                out.cue(feedback.CLICK)
        if not self._attention.is_over(now_s):
            return
        if self._over is not None:
            self._over = self._over.lapse(scene, out)
        elif self._lying or self._memory.lost:
            self._attention.wait_until(now_s + HAMMER_HELD_S)
        else:
            self._attention.wait_until(now_s + HAMMER_RETRY_S)
            out.submit(CloseBidding())

    def _pass_time(self, scene: Scene, given: i.Input, out: OutcomeDraft) -> None:
        """Remind of what is asked."""
        is_new = self._shown is None or self._shown.kind != self._ask(scene).kind
        if is_new or not isinstance(given, i.Tick):
            self._remind_at_s = scene.now_s + self._settings.remind_s
        elif self._reminds(scene, self._ask(scene)) and scene.now_s >= self._remind_at_s:
            self._remind_at_s = scene.now_s + self._settings.remind_s
            out.say(self._ask(scene).title)
            out.cue(feedback.CLICK)

    def _reminds(self, scene: Scene, ask: Ask) -> bool:
        """Return whether the game waits for somebody, without a clock."""
        is_played = not isinstance(scene.state.phase, p.Setup | p.GameOver)
        return is_played and self._over is None and ask.count_s is None

    @property
    def is_paused(self) -> bool:
        """Whether the time that passes is not played."""
        return self._over is not None and (self._over.blocks or isinstance(self._over, Listing))

    def _changed(self, scene: Scene, change: i.StateChanged, out: OutcomeDraft) -> None:
        self._memory.note(change, scene.now_s)
        if change.kind == "boot":
            is_played = not isinstance(scene.state.phase, p.Setup | p.GameOver)
            self._over = Resume() if is_played else None
        elif self._over is not None:
            self._over = self._over.changed(scene, change)
        if change.command is not None:
            playing.done(scene.state, change, out)
        if self._memory.is_ending and is_clear(scene.state):
            self._memory.is_ending = False
            out.submit(StopGame())

    # What cards do.

    def _card(self, scene: Scene, tap: i.CardTapped, out: OutcomeDraft) -> None:
        match tap.meaning:
            case None:
                self._unknown(scene, tap, out)
            case PlayerCard(name=name):
                self._named(scene, tap, name, out)
            case DeedCard(space=space):
                is_read = self._over is not None and self._over.reads_deeds
                if is_read or not self._attention.point_at(self._ask(scene), space):
                    over = (self._over or NOTHING).deed(scene, space, out)
                    self._over = None if over is NOTHING else over
                else:
                    out.cue(feedback.CLICK)
            case EventCard(card=card):
                playing.event_card_tapped(self._ask(scene), card, out)
            case ActionCard(action=action):
                self._action(scene, action, out)
            case _:
                assert_never(tap.meaning)

    def _unknown(self, scene: Scene, tap: i.CardTapped, out: OutcomeDraft) -> None:
        state = scene.state
        if self._over is not None and tap.tech not in i.UNUSABLE:
            way = self._attention.way(self._ask(scene))
            self._over = self._over.newcomer(scene, tap, "", way, out)
        elif tap.tech in i.UNUSABLE:
            playing.unusable_tapped(scene, tap.tech, out)
        elif not isinstance(state.phase, p.Setup):
            playing.stranger_tapped(scene, tap, out)
        else:
            name = tap.known_name or free_name(state, tap.taken_names)
            if join_or_leave(state, name, out) and tap.uid:
                out.enrol(tap.uid, PlayerCard(name))

    def _named(self, scene: Scene, tap: i.CardTapped, name: str, out: OutcomeDraft) -> None:
        state = scene.state
        if state.banker and name == state.banker:
            self._banker(scene, out)
        elif self._over is None and isinstance(state.phase, p.Setup):
            join_or_leave(state, name, out)
        elif name not in state.names:
            way = self._attention.way(self._ask(scene))
            over = (self._over or NOTHING).newcomer(scene, tap, name, way, out)
            self._over = None if over is NOTHING else over
        elif state.is_out[state.names.index(name)]:
            out.warn(_("{name} is out of the game.").format(name=name))
        else:
            self._player(scene, PlayerId(AccountId(state.names.index(name))), out)

    def _player(self, scene: Scene, player: PlayerId, out: OutcomeDraft) -> None:
        ask = self._ask(scene)
        way = self._attention.way(ask)
        if self._is_too_soon(scene, ask, way, player):
            out.warn(_("It changed: tap again."))
        elif self._over is not None:
            self._over = self._over.card(scene, player, way, out)
        else:
            self._over = playing.player_tapped(scene, ask, way, player, out)
            if ask.is_shared and way is not None and way.is_refusal:
                self._attention.refused()

    def _banker(self, scene: Scene, out: OutcomeDraft) -> None:
        ask = self._ask(scene)
        way = self._attention.way(ask)
        if self._is_too_soon(scene, ask, way, ask.player):
            out.warn(_("It changed: tap again."))
        elif self._over is not None:
            self._over = self._over.banker(scene, way, out)
        else:
            self._over = playing.banker_tapped(scene, ask, way, out)

    def _is_too_soon(
        self, scene: Scene, ask: Ask, way: Way | None, player: PlayerId | None
    ) -> bool:
        """Return whether the card would confirm what has not stood still for long enough."""
        if ask.is_hasty or (way is not None and way.does in (Does.WALLET, Does.THROW)):
            return False
        is_answer = way is not None and (ask.is_shared or ask.player in (None, player))
        if not (is_answer or ask.is_signed):
            return False
        return not self._attention.has_stood(scene.now_s, self._settings.stand_s)

    def _action(self, scene: Scene, action: Action, out: OutcomeDraft) -> None:
        match action:
            case Action.UNDO:
                self._begin_undo(scene, out)
            case Action.PASS:
                self._no(scene, out)
            case Action.MENU:
                self._menu(out)
            case Action.BANKER:
                self._banker(scene, out)
            case _:
                assert_never(action)

    def _begin_undo(self, scene: Scene, out: OutcomeDraft) -> None:
        undo = undoing(scene)
        if self._over is not None and self._over.blocks:
            out.warn(_("First YES, to go on with the game."))
        elif undo is None:
            out.warn(_("There is nothing to take back."))
        else:
            if self._over is not None:
                self._over.aside(scene)
            self._over = undo
            out.cue(feedback.CLICK)

    def _press(self, scene: Scene, press: i.Pressed, out: OutcomeDraft) -> None:
        if not press.is_down:
            self._yes_down_s = None if press.button == "yes" else self._yes_down_s
        elif press.age_s > OLD_PRESS_S:
            out.warn(_("That press was meant for an earlier question."))
        elif press.button == "yes":
            self._yes(scene, out)
        elif press.button == "no":
            self._no(scene, out)
        else:
            self._menu(out)

    def _yes(self, scene: Scene, out: OutcomeDraft) -> None:
        if self._over is not None:
            self._over = self._over.yes(scene, self._attention.way(self._ask(scene)), out)
        elif isinstance(scene.state.phase, p.Setup):
            self._over = may_start(scene, out)
        else:
            self._yes_down_s = scene.now_s
            playing.yes_pressed(ask := self._ask(scene), self._attention.way(ask), out)

    def _no(self, scene: Scene, out: OutcomeDraft) -> None:
        self._memory.is_yes_held = False
        ask = self._ask(scene)
        if self._over is None:
            before = self._attention.way(ask)
            way = self._attention.way(ask) if self._attention.refuse(ask) else None
            self._over = playing.refused(scene, before, way, out)
        elif not (any(way.is_refusal for way in ask.ways) and self._attention.refuse(ask)):
            self._over = self._over.no(scene, out)

    def _menu(self, out: OutcomeDraft) -> None:
        out.cue(feedback.CLICK)
        if isinstance(self._over, Listing):
            self._over = self._over.bottom
        elif self._over is not None and self._over.blocks:
            out.warn(_("First YES, to go on with the game."))
        else:
            self._over = Menu(self._over)

    def _knob(self, scene: Scene, detents: int, out: OutcomeDraft) -> None:
        self._memory.is_yes_held = False
        turned = self._over.turn(scene, detents) if self._over is not None else None
        if turned is not None:
            self._over = turned
        elif not self._attention.turn(self._ask(scene), detents):
            out.warn(_("There is nothing to choose now."))
        elif len(self._ask(scene).ways) == 1:
            out.cue(feedback.CLICK)

    # What dice do.

    def _dice(self, scene: Scene, thrown: i.DiceThrown, out: OutcomeDraft) -> None:
        why = playing.why_no_throw(scene, self._over)
        player = thrower(scene.state)
        if why or player is None:
            out.warn(why, dice=thrown.dice)
            self._over = self._over.thrown(scene, thrown.dice) if self._over else None
        elif why := playing.why_again(scene.state, player, thrown):
            out.warn(why, dice=thrown.dice)
        else:
            if self._over is not None:
                self._over.aside(scene)
            self._over = None
            out.submit(RecordRoll(*thrown.dice), player)
