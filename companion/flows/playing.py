"""What cards, NO and dice do where nothing lies over what the game asks."""

from companion import feedback
from companion.feedback import CLICK, LOW_TONE
from companion.flows.asks import ask_of, claim_of, thrower
from companion.flows.business import may_open_wallet, open_wallet
from companion.flows.draft import OutcomeDraft
from companion.flows.inputs import PHONE, CardTapped, DiceThrown, StateChanged
from companion.flows.menu import striking
from companion.flows.outcome import Ask, Does, Way
from companion.flows.over import Over, Scene
from companion.flows.reading import Reading
from companion.flows.seats import Enrolling
from companion.flows.settings import OLD_THROW_S
from companion.locales import _
from companion.views.words import money
from engine import phases as p
from engine.commands import PlaceBid, ReportCard
from engine.ids import NOBODY, PlayerId
from engine.state import State
from firmware_bridge.cues import Light


def player_tapped(
    scene: Scene, ask: Ask, way: Way | None, player: PlayerId, out: OutcomeDraft
) -> Over | None:
    """Let the card of *player* do what the prompt says; return what it opens."""
    if ask.is_shared and way is not None:
        return _shared(scene, way, player, out)
    if ask.player == player and way is not None:
        return _confirmed(scene, way, player, out)
    if (claim := claim_of(scene.state, player)) is not None:
        out.submit(claim, player)
    elif may_open_wallet(scene):
        out.cue(CLICK)
        return open_wallet(scene, player)
    else:
        out.warn(whose_turn(scene.state, ask))
    return None


def banker_tapped(scene: Scene, ask: Ask, way: Way | None, out: OutcomeDraft) -> Over | None:
    """Let the banker's card enrol a tag, take the last bid back, or confirm for who is absent."""
    state, memory = scene.state, scene.memory
    if memory.stranger and scene.now_s < memory.stranger_until_s:
        stranger, memory.stranger = memory.stranger, ""
        out.cue(CLICK)
        return Enrolling(stranger)
    if isinstance(state.phase, p.Auction):
        _bid_back(scene, state.phase, out)
    elif way is None or ask.is_shared or ask.player is None:
        out.warn(_("The banker's card is not asked for now."))
    elif way.does is Does.BANKER:
        out.cue(CLICK)
        return Reading(ask.player)
    elif way.does is Does.SUBMIT and way.command is not None:
        sentence = _("The banker confirms for {name}: {choice}.")
        note = sentence.format(name=state.names[ask.player], choice=way.label)
        out.submit(way.command, note=note)
        out.say(note)
    else:
        out.warn(whose_turn(state, ask))
    return None


def stranger_tapped(scene: Scene, tap: CardTapped, out: OutcomeDraft) -> None:
    """Name an unknown tag kindly, once a minute; the banker's card enrols it.

    A key that is nobody's is answered each time.
    """
    if not tap.uid:
        out.warn(_("No player has this number."))
        return
    memory, settings = scene.memory, scene.settings
    memory.stranger = tap.uid
    memory.stranger_until_s = scene.now_s + settings.offer_s
    if memory.may_answer_stray(scene.now_s, settings.stray_s):
        out.warn(_("This card is not known: the banker's card can say whose it is."))
    else:
        out.cue(LOW_TONE)


def unusable_tapped(scene: Scene, tech: str, out: OutcomeDraft) -> None:
    """Name kindly what cannot be anybody's card, once a minute."""
    if not scene.memory.may_answer_stray(scene.now_s, scene.settings.stray_s):
        out.cue(LOW_TONE)
    elif tech == PHONE:
        out.warn(_("That is a phone: its number changes. Use a card."))
    else:
        out.warn(_("That is a bank or travel card: keep it, and use another one."))


def event_card_tapped(ask: Ask, card: str, out: OutcomeDraft) -> None:
    """Let a tagged card of a real deck say itself what it is."""
    for way in ask.ways:
        if isinstance(way.command, ReportCard) and way.command.card == card:
            out.submit(way.command, ask.player)
            return
    out.warn(_("No such card is asked for now."))


def yes_pressed(ask: Ask, way: Way | None, out: OutcomeDraft) -> None:
    """Take YES, which decides nothing for a player; held, it allows giving up."""
    if way is not None and way.does not in (Does.GIVE_UP, Does.THROW):
        out.warn(_("YES decides nothing here: tap a card."))
        return
    out.cue(CLICK)
    if way is None or way.does is Does.THROW:
        out.say(ask.title)


def done(state: State, change: StateChanged, out: OutcomeDraft) -> None:
    """Sound what was done, and say who begins once the opening throws are over (SETUP-6)."""
    out.cue(feedback.chime_of(change.events))
    was_opening = change.before is not None and isinstance(change.before.phase, p.Opening)
    if was_opening and isinstance(state.phase, p.AwaitingRoll):
        name = state.names[state.phase.player]
        out.say(_("{name} threw highest and begins.").format(name=name))


def refused(scene: Scene, before: Way | None, way: Way | None, out: OutcomeDraft) -> Over | None:
    """Take NO, which moved the highlight from *before* to *way*, or found nothing to refuse.

    Where it has nothing more to refuse, and the last act was a throw, that is struck out.
    """
    if way is not None and way != before:
        return None
    strike = striking(scene)
    if strike is not None:
        out.cue(CLICK)
    elif way is not None:
        out.warn(_("Now the card of who refuses."))
    else:
        out.warn(_("There is nothing to refuse now."))
    return strike


def why_no_throw(scene: Scene, over: Over | None) -> str:
    """Return why a throw made now does not count, and who is awaited; empty: it counts."""
    state = scene.state
    if over is not None and (why := over.why_no_throw(scene)):
        return why
    player = thrower(state)
    if player is None:
        return whose_throw(state, None if isinstance(state.phase, p.Setup) else ask_of(scene))
    is_first = not isinstance(state.phase, p.AwaitingRoll) or state.phase.doubles == 0
    since_s = scene.now_s - scene.memory.landed_s
    if state.claims and is_first and since_s < scene.settings.claim_s:
        return _("Just landed: throw again in a moment, this one does not count.")
    return ""


def why_again(state: State, player: PlayerId, thrown: DiceThrown) -> str:
    """Return why dice thrown by *player*, who was due, do not count; empty: they do."""
    if len(thrown.dice) != 2:
        return _("Two dice are needed: throw again.")
    if thrown.age_s > OLD_THROW_S:
        sentence = _("{name}: these dice have lain there too long, throw again.")
        return sentence.format(name=state.names[player])
    return ""


def light_of(scene: Scene, ask: Ask, *, is_held: bool) -> Light:
    """Return how the tray glows: for whom a throw counts, red where a wallet holds it."""
    mover = thrower(scene.state)
    if is_held:
        return feedback.HELD if ask.kind == "wallet" else feedback.DARK
    if mover is not None:
        return feedback.light_of("roll", mover)
    return feedback.light_of(ask.kind, ask.player)


def whose_turn(state: State, ask: Ask) -> str:
    """Return who is to decide."""
    if ask.player is not None:
        return _("It is {name}'s turn to decide.").format(name=state.names[ask.player])
    return _("This card is not asked for now.")


def whose_throw(state: State, ask: Ask | None) -> str:
    """Return who is awaited, and not with dice."""
    if ask is not None and ask.player is not None:
        sentence = _("{name} is to decide: this throw does not count.")
        return sentence.format(name=state.names[ask.player])
    return _("No throw is due: this one does not count.")


def _confirmed(scene: Scene, way: Way, player: PlayerId, out: OutcomeDraft) -> Over | None:
    if way.does is Does.WALLET:
        out.cue(CLICK)
        return open_wallet(scene, player)
    if way.does is Does.THROW:
        out.warn(_("Throw the dice, or choose another way with the knob."))
    elif way.does is Does.BANKER:
        out.warn(_("Only the banker's card does this."))
    elif way.does is Does.GIVE_UP and not scene.memory.is_yes_held:
        out.warn(_("To give up hold YES for two seconds, then tap your card."))
    elif way.command is not None:
        out.submit(way.command, player)
    return None


def _shared(scene: Scene, way: Way, player: PlayerId, out: OutcomeDraft) -> Over | None:
    """Let any player's card answer for himself; a bid above cash needs it twice."""
    state, memory = scene.state, scene.memory
    if way.does is Does.WALLET:
        phase = state.phase
        if isinstance(phase, p.Auction) and phase.asked not in (NOBODY, player):
            out.warn(_("It is {name}'s turn to bid.").format(name=state.names[phase.asked]))
            return None
        out.cue(CLICK)
        return open_wallet(scene, player)
    before = len(out.requests)
    memory.shared.tap(state, player, way, out)
    if len(out.requests) == before:
        return None
    command = out.requests[-1]
    bid = getattr(command, "command", None)
    if isinstance(bid, PlaceBid) and bid.amount > state.cash[player] and bid != memory.risky:
        del out.requests[before:]
        memory.risky = bid
        sentence = _("{name}, {amount} is more than your cash: tap again to bid it.")
        out.warn(sentence.format(name=state.names[player], amount=money(bid.amount)))
    return None


def _bid_back(scene: Scene, auction: p.Auction, out: OutcomeDraft) -> None:
    last = scene.memory.history.last_bid
    if last is None or auction.leader == NOBODY:
        out.warn(_("There is no bid to take back."))
        return
    scene.memory.history.ask()
    out.undo(last.count)
    out.say(_("The banker takes it back: {act}.").format(act=last.label))
