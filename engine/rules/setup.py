"""Before the game: SETUP-1 the piles, SETUP-2 and SETUP-7 tokens, SETUP-3 money, SETUP-6 throws.

SETUP-4 the rest is the bank's; PLAYERS-1 two to eight; BANKER-1, BANKER-3 the banker; VARIANT-2
and VARIANT-3 deeds dealt at the start; VARIANT-5 house rules are chosen before the game. COMP-1,
COMP-2 and DECK-4 are the edition's: its schema check counts them. BANK-1 the bank holds what
nobody has bought.
"""

from unicodedata import normalize

from engine import house_rules
from engine.board import Deck
from engine.commands import (
    ChooseEdition,
    ChooseRule,
    NameBanker,
    OpenGame,
    SeatPlayers,
    StackDeeds,
    StartGame,
)
from engine.events import (
    BankerNamed,
    BuildingsChanged,
    DeckStacked,
    DeedGranted,
    DeedsStacked,
    EditionChosen,
    GameOpened,
    GameStarted,
    JailCardPassed,
    MortgageLifted,
    PlayersSeated,
    RulesChosen,
    SupplyCorrected,
    TurnBegan,
)
from engine.house_rules import HouseRules
from engine.ids import BANK, AccountId, PlayerId, SpaceId
from engine.phases import AwaitingRoll, JailDecision, Opening, Setup
from engine.reasons import Reason
from engine.recording import change_phase, record
from engine.refusals import Refusal
from engine.rules.debt import transfer
from engine.state import Draft, Position, is_jailed, jail_card_index, pile, players_in

PLAYERS_MIN, PLAYERS_MAX = 2, 8
BANKER_ONLY_FROM = 6
"""Players from which the banker need not play (BANKER-3)."""
NAME_LENGTH_MAX = 24


def open_game(draft: Draft, command: OpenGame) -> Refusal | None:
    """Lay out a fresh table (SETUP-1, SETUP-4)."""
    record(draft, GameOpened(command.edition, HouseRules()))
    return None


def choose_edition(draft: Draft, command: ChooseEdition) -> Refusal | None:
    """Play on another board (COMP-2); players who sit already get its starting money."""
    if not isinstance(draft.phase, Setup):
        return Refusal.GAME_IS_RUNNING

    before = draft.edition.start_money
    _clear_board(draft)
    record(draft, EditionChosen(command.edition))
    for player in players_in(draft):
        more = command.edition.start_money - before
        transfer(draft, BANK, player, max(more, 0), Reason.START_MONEY)
        transfer(draft, player, BANK, max(-more, 0), Reason.START_MONEY)
    return None


def choose_rule(draft: Draft, command: ChooseRule) -> Refusal | None:
    """Turn a switch, or take a preset (VARIANT-5)."""
    if not isinstance(draft.phase, Setup):
        return Refusal.GAME_IS_RUNNING
    if command.key == "preset":
        rules = house_rules.PRESETS.get(command.value)
    else:
        rules = house_rules.with_rule(draft.rules, command.key, command.value)
    if rules is None:
        return Refusal.UNKNOWN_RULE

    record(draft, RulesChosen(rules))
    return None


def seat_players(draft: Draft, command: SeatPlayers) -> Refusal | None:
    """Seat two to eight players clockwise, each with the starting money (PLAYERS-1, SETUP-3)."""
    if not isinstance(draft.phase, Setup):
        return Refusal.GAME_IS_RUNNING
    if len(command.names) > PLAYERS_MAX:
        return Refusal.WRONG_PLAYER_COUNT
    folded = [folded_name(name) for name in (*command.names, draft.banker) if name]
    if len(set(folded)) != len(folded):
        return Refusal.NAME_TAKEN
    if any(not is_usable_name(draft, name) for name in command.names):
        return Refusal.NAME_UNUSABLE

    _take_back(draft, [space for space in _titled(draft) if draft.owners[space] != BANK])
    for player in players_in(draft):
        transfer(draft, player, BANK, draft.cash[player], Reason.START_MONEY)
    record(draft, PlayersSeated(command.names))
    for player in players_in(draft):
        transfer(draft, BANK, player, draft.edition.start_money, Reason.START_MONEY)
    return None


def folded_name(name: str) -> str:
    """Return a name as names are compared: whatever its case, and however its accents came."""
    return normalize("NFC", name).casefold()


def is_usable_name(position: Position, name: str) -> bool:
    """Return whether a name can stand in a command line beside spaces, groups and numbers."""
    folded = folded_name(name)
    return (
        0 < len(name) <= NAME_LENGTH_MAX
        and name == name.strip()
        and name.isprintable()
        and not name.isdecimal()
        and name[0] not in "@#-"
        and name[-1] not in ":,"
        and '"' not in name
        and folded not in position.edition.slugs
        and folded not in RESERVED_WORDS
    )


_WORDS = """
    bank banker pot chance chest houses hotels house hotel gives to for nothing lifting flat percent
    pay doubles in out free jailed jail start end worth cash at owner mortgaged unmortgaged supply
    turn waiting debt winner deeds jailcard jailcard-chance jailcard-chest promise yes no menu pass
    undo redo edition deal rule preset players new transfer deck dice card strike roll buy decline
    bid close claim draw tax choose confirm say giveback fine usecard build sell sellgroup want
    place mortgage lift trade bankrupt resign mode join after leave takeover seats stop round expect
    refuse as show preview help quit tap lay lift-tag throw press turn-knob unplug plug noise wait
"""
RESERVED_WORDS = frozenset(_WORDS.split())
"""Words of the console language that no player may be called by."""


def name_banker(draft: Draft, command: NameBanker) -> Refusal | None:
    """Name a banker who does not play, from six people on (BANKER-3)."""
    if not isinstance(draft.phase, Setup):
        return Refusal.GAME_IS_RUNNING
    if folded_name(command.name) in {folded_name(name) for name in draft.names}:
        return Refusal.NAME_TAKEN
    if not is_usable_name(draft, command.name):
        return Refusal.NAME_UNUSABLE
    if draft.names and len(draft.names) + 1 < BANKER_ONLY_FROM:
        return Refusal.BANKER_MUST_PLAY

    record(draft, BankerNamed(command.name))
    return None


def stack_deeds(draft: Draft, command: StackDeeds) -> Refusal | None:
    """Say how the deed pile lies; what is not named follows in board order (VARIANT-2)."""
    if not isinstance(draft.phase, Setup):
        return Refusal.GAME_IS_RUNNING
    titled = _titled(draft)
    if not set(command.spaces) <= set(titled) or len(set(command.spaces)) != len(command.spaces):
        return Refusal.BAD_PILE

    rest = tuple(space for space in titled if space not in command.spaces)
    record(draft, DeedsStacked((*command.spaces, *rest)))
    return None


def start_game(draft: Draft, command: StartGame) -> Refusal | None:
    """Deal what the variants deal, and begin with the opening throws (SETUP-6)."""
    if not isinstance(draft.phase, Setup):
        return Refusal.GAME_IS_RUNNING
    refusal = refused_start(draft)
    if refusal is not None:
        return refusal
    for deck, cards in ((Deck.CHANCE, command.chance), (Deck.CHEST, command.chest)):
        if cards and sorted(cards) != sorted(pile(draft, deck)):
            return Refusal.BAD_PILE
    if command.deeds and sorted(command.deeds) != _titled(draft):
        return Refusal.BAD_PILE

    for deck, cards in ((Deck.CHANCE, command.chance), (Deck.CHEST, command.chest)):
        if cards:
            record(draft, DeckStacked(deck, cards))
    if command.deeds:
        record(draft, DeedsStacked(command.deeds))
    deal_and_start(draft)
    change_phase(draft, Opening(tuple(players_in(draft))))
    return None


def refused_start(position: Position) -> Refusal | None:
    """Return why play cannot begin (PLAYERS-1, BANKER-3)."""
    if len(position.names) < PLAYERS_MIN:
        return Refusal.WRONG_PLAYER_COUNT
    if position.banker and len(position.names) + 1 < BANKER_ONLY_FROM:
        return Refusal.BANKER_MUST_PLAY
    return None


def deal_and_start(draft: Draft) -> None:
    """Deal deeds round where a variant says so, then begin (VARIANT-2, VARIANT-3, VARIANT-4)."""
    count = len(draft.names)
    deeds = [space for space in draft.deeds or _titled(draft) if draft.owners[space] == BANK]
    dealt = deeds if draft.rules.deal_all == "on" else deeds[: draft.rules.deal_count * count]
    for index, space in enumerate(dealt):
        player = PlayerId(AccountId(index % count))
        price = draft.edition.title(space).price
        if draft.rules.deal_paid == "on":
            if draft.cash[player] < price:
                continue
            transfer(draft, player, BANK, price, Reason.DEALT_DEED)
        record(draft, DeedGranted(space, player))
    record(draft, GameStarted())


def opening_throw(draft: Draft, phase: Opening) -> None:
    """Keep the highest throw; only those who tie for it throw again (SETUP-6)."""
    thrower, waiting = phase.waiting[0], phase.waiting[1:]
    total = sum(draft.roll)
    best, leaders = phase.best, phase.leaders
    if total > best:
        best, leaders = total, (thrower,)
    elif total == best:
        leaders = (*leaders, thrower)
    if waiting:
        change_phase(draft, Opening(waiting, best, leaders))
    elif len(leaders) > 1:
        change_phase(draft, Opening(leaders))
    else:
        first = leaders[0]
        record(draft, TurnBegan(first))
        waits = JailDecision(first) if is_jailed(draft, first) else AwaitingRoll(first)
        change_phase(draft, waits)


def _clear_board(draft: Draft) -> None:
    """Take back all that was laid out on another board (SETUP-4)."""
    _take_back(draft, _titled(draft))
    if draft.houses_missing or draft.hotels_missing:
        record(draft, SupplyCorrected(draft.edition.houses, draft.edition.hotels))
    if draft.deeds:
        record(draft, DeedsStacked(()))


def _take_back(draft: Draft, spaces: list[SpaceId]) -> None:
    """Give the bank these deeds, bare, and the jail cards (SETUP-4)."""
    for space in spaces:
        if draft.levels[space]:
            record(draft, BuildingsChanged(space, 0))
        if draft.mortgaged[space]:
            record(draft, MortgageLifted(space))
        if draft.owners[space] != BANK:
            record(draft, DeedGranted(space, BANK))
    for deck in Deck:
        if draft.jail_cards[jail_card_index(deck)] != BANK:
            record(draft, JailCardPassed(deck, BANK))


def _titled(position: Position) -> list[SpaceId]:
    return [space for space, _title in position.edition.titled]
