"""What the banker may put right, and what each does (BANKER-2)."""

import msgspec

from companion.flows.dial import Dial
from companion.locales import _
from companion.views.cards import card_words
from companion.views.fix_words import fix_words
from companion.views.words import deck_name
from engine.board import HOTEL, Deck
from engine.corrections import (
    Correction,
    FreePlayer,
    JailPlayer,
    PlaceToken,
    SetBuildings,
    SetCash,
    SetJailCard,
    SetMortgaged,
    SetOwner,
    SetPot,
    SetSupply,
    SetTurn,
)
from engine.ids import AMOUNT_MAX, BANK, CardId, PlayerId, SpaceId
from engine.state import State, is_jailed, jail_card_index, pile, players_in
from engine.valuation import houses_before_hotel


class Fix(msgspec.Struct, frozen=True):
    """A correction, and what it comes to in a few words."""

    label: str
    command: Correction


class RollFix(msgspec.Struct, frozen=True):
    """Other dice in place of the last throw."""

    die_1: int
    die_2: int

    @property
    def label(self) -> str:
        """What it comes to."""
        return _("the throw was {die_1} {die_2}").format(die_1=self.die_1, die_2=self.die_2)


class CardFix(msgspec.Struct, frozen=True):
    """Another card in place of the last one."""

    label: str
    card: CardId


class SumFix(msgspec.Struct, frozen=True):
    """A sum to be set: what a player has, or what lies in the pot."""

    player: PlayerId | None
    """Nobody: the pot."""
    dial: Dial

    def turned(self, detents: int) -> "SumFix":
        """Return it with the sum moved."""
        return msgspec.structs.replace(self, dial=self.dial.turned(detents))

    def stepped(self) -> "SumFix":
        """Return it with the next step."""
        return msgspec.structs.replace(self, dial=self.dial.stepped())

    def title(self, state: State) -> str:
        """Return what is asked."""
        if self.player is None:
            return _("Put right: how much lies in the pot?")
        return _("Put right: how much has {name}?").format(name=state.names[self.player])

    def fix(self, state: State) -> Fix:
        """Return the correction to the sum as it is turned."""
        amount = self.dial.amount
        command = SetPot(amount) if self.player is None else SetCash(self.player, amount)
        return _fix(state, command)


def of_cash(state: State, player: PlayerId) -> SumFix:
    """Return the sum that *player* has, to be turned."""
    return SumFix(player, Dial(state.cash[player], AMOUNT_MAX))


def of_pot(state: State) -> SumFix:
    """Return the sum in the pot, to be turned."""
    return SumFix(None, Dial(state.pot, AMOUNT_MAX))


def of_player(state: State, player: PlayerId) -> list[Fix]:
    """Return turn, jail and jail cards."""
    jailed = is_jailed(state, player)
    commands: list[Correction] = [SetTurn(player)]
    commands.append(FreePlayer(player) if jailed else JailPlayer(player))
    for deck in Deck:
        is_held = state.jail_cards[jail_card_index(deck)] == player
        commands.append(SetJailCard(BANK if is_held else player, deck))
    return [_fix(state, command) for command in commands]


def of_token(state: State, player: PlayerId) -> list[Fix]:
    """Return every space for the token of *player*, in board order."""
    return [
        _fix(state, PlaceToken(player, SpaceId(space)))
        for space in range(len(state.edition.spaces))
    ]


def of_owner(state: State, space: SpaceId) -> list[Fix]:
    """Return every other owner of a deed."""
    return [
        _fix(state, SetOwner(owner, (space,)))
        for owner in (*players_in(state), BANK)
        if owner != state.owners[space]
    ]


def of_mortgage(state: State, space: SpaceId) -> Fix:
    """Return that a deed lies the other way up."""
    return _fix(state, SetMortgaged((space,), is_mortgaged=not state.mortgaged[space]))


def of_buildings(state: State, space: SpaceId) -> list[Fix]:
    """Return every other count of buildings on a street."""
    return [
        _fix(state, SetBuildings(space, level))
        for level in (*range(houses_before_hotel(state) + 1), HOTEL)
        if level != state.levels[space]
    ]


def of_supply(state: State) -> list[Fix]:
    """Return every other count of houses, then of hotels, that the bank may have left (COMP-1)."""
    houses_most = state.houses + state.houses_missing
    hotels_most = state.hotels + state.hotels_missing
    counts = [(count, state.hotels) for count in range(houses_most, -1, -1)]
    counts += [(state.houses, count) for count in range(hotels_most, -1, -1)]
    return [
        _fix(state, SetSupply(houses, hotels))
        for houses, hotels in counts
        if (houses, hotels) != (state.houses, state.hotels)
    ]


def of_cards(state: State) -> list[CardFix]:
    """Return every card of both decks that may have been drawn."""
    return [
        CardFix(f"{deck_name(deck)}: {card_words(state.edition, card)}", card)
        for deck in Deck
        for card in pile(state, deck)
    ]


def _fix(state: State, command: Correction) -> Fix:
    return Fix(fix_words(state, command), command)
