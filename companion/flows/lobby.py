"""The lobby: who plays, in seat order, before the game begins."""

from itertools import count

from companion.flows.bankers import BANKERS_SEAT
from companion.flows.draft import OutcomeDraft
from companion.flows.outcome import Ask
from companion.locales import _
from engine.commands import ChooseRule, Command, JoinGame, OpenGame, SeatPlayers
from engine.house_rules import HouseRules, keys
from engine.state import State

PLAYERS_MIN = 2
PLAYERS_MAX = 8
LISTED_MAX = 60  # letters of names beside the question


def join_or_leave(state: State, name: str, out: OutcomeDraft) -> bool:
    """Let *name* join, or leave who had joined; return whether there was a seat (PLAYERS-1)."""
    names = state.names
    if name in names:
        names = tuple(other for other in names if other != name)
        out.say(_("{name} leaves.").format(name=name))
    elif len(names) == PLAYERS_MAX:
        out.warn(_("All eight seats are taken."))
        return False
    else:
        out.say(_("{name} joins as number {seat}.").format(name=name, seat=len(names) + 1))
        out.submit(JoinGame(name))
        return True
    out.submit(SeatPlayers(names))
    return True


def free_name(state: State, taken: tuple[str, ...]) -> str:
    """Return a newcomer's name: the first `Player N` from his seat on that no card has."""
    tried = (_("Player {number}").format(number=number) for number in count(len(state.names) + 1))
    return next(name for name in tried if name not in state.names and name not in taken)


def ask_lobby(names: tuple[str, ...], note: str = "") -> Ask:
    """Return what the lobby asks; *note* says what of the board is not verified."""
    listed = " · ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
    ready = _("YES starts")
    if len(names) < PLAYERS_MIN:
        ready = _("Two players are needed")
    if len(listed) > LISTED_MAX:
        listed = ""  # the seats show them
    return Ask(
        kind="lobby",
        player=None,
        title=_("Tap to join, in seat order"),
        detail=" · ".join(part for part in (listed, ready, note) if part),
    )


def same_people(state: State) -> list[Command]:
    """Return what lays out a new game with the same board, switches and players, as they sit."""
    usual = HouseRules()
    rules: list[Command] = [
        ChooseRule(key, str(getattr(state.rules, key)))
        for key in keys()
        if getattr(state.rules, key) != getattr(usual, key)
    ]
    banker = state.order.index(BANKERS_SEAT)
    order = (*state.order[banker:], *state.order[:banker])
    names = tuple(state.names[player] for player in order)
    return [OpenGame(state.edition), *rules, SeatPlayers(names)]
