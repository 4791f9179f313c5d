"""What each event does to a draft, for play, replay, undo and simulation alike."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine import events as e
from engine.board import HOTEL, Deck, Effect
from engine.ids import BANK, NOBODY, AccountId, CardId, Money, PlayerId, SpaceId
from engine.phases import Auction, GameOver
from engine.reasons import RENTS, Dues, Reason
from engine.seats import (
    first_turn_ended,
    player_joined,
    players_seated,
    seat_taken_over,
    seats_changed,
)
from engine.state import (
    NOT_JAILED,
    Draft,
    Promise,
    RentClaim,
    RentPaid,
    State,
    jail_card_index,
    new_state,
)

_CHANCE, _JAIL_CARD = Deck.CHANCE, Effect.JAIL_CARD  # looked up once: in 3.11 that is slow


def evolve(state: State, events: Iterable[e.Event]) -> State:
    """Return the state after *events*."""
    draft = Draft(state)
    for event in events:
        APPLY[type(event)](draft, event)
    return draft.freeze()


def _game_opened(draft: Draft, event: e.GameOpened) -> None:
    fresh = Draft(new_state(event.edition, event.rules))
    for name in Draft.__slots__:
        if name != "events":
            setattr(draft, name, getattr(fresh, name))


def _edition_chosen(draft: Draft, event: e.EditionChosen) -> None:
    draft.edition = event.edition
    draft.chance = tuple(card.id for card in event.edition.chance)
    draft.chest = tuple(card.id for card in event.edition.chest)
    draft.houses = event.edition.houses
    draft.hotels = event.edition.hotels


def _rules_chosen(draft: Draft, event: e.RulesChosen) -> None:
    draft.rules = event.rules


def _banker_named(draft: Draft, event: e.BankerNamed) -> None:
    draft.banker = event.name


def _deck_stacked(draft: Draft, event: e.DeckStacked) -> None:
    _set_pile(draft, event.deck, event.cards)


def _deeds_stacked(draft: Draft, event: e.DeedsStacked) -> None:
    draft.deeds = event.spaces


def _game_started(draft: Draft, _event: e.GameStarted) -> None:
    draft.turns = 0
    draft.first_round = draft.order


def rolled(draft: Draft, event: e.Rolled) -> None:
    """Take a throw; what counted up to it is over (BANKRUPT-5, TRADE-4)."""
    draft.roll = (event.die_1, event.die_2)
    if draft.inherited:
        draft.inherited = ()
    if draft.rents:
        draft.rents = ()


def turn_began(draft: Draft, event: e.TurnBegan) -> None:
    """Count a turn; with it whoever was on turn has had his first."""
    if draft.turns == 0:
        draft.first = event.player
    draft.turns += 1
    if draft.first_round or draft.is_reseated:
        first_turn_ended(draft, event.player)


def _token_moved(draft: Draft, event: e.TokenMoved) -> None:
    draft.tokens[event.player] = event.space


def _player_jailed(draft: Draft, event: e.PlayerJailed) -> None:
    draft.tokens[event.player] = draft.edition.jail
    draft.jail_tries[event.player] = event.tries


def _jail_throw_failed(draft: Draft, event: e.JailThrowFailed) -> None:
    draft.jail_tries[event.player] += 1


def _player_freed(draft: Draft, event: e.PlayerFreed) -> None:
    draft.jail_tries[event.player] = NOT_JAILED


def _money_transferred(draft: Draft, event: e.MoneyTransferred) -> None:
    move_money(draft, event.payer, event.payee, event.amount, event.reason)


def move_money(
    draft: Draft, payer: AccountId, payee: AccountId, amount: Money, reason: Reason
) -> None:
    """Do what the event of a transfer does."""
    if payer >= 0:
        draft.cash[payer] -= amount
    elif payer == BANK:
        draft.bank -= amount
    else:
        draft.pot -= amount
    if payee >= 0:
        draft.cash[payee] += amount
    elif payee == BANK:
        draft.bank += amount
    else:
        draft.pot += amount
    if reason in RENTS:
        draft.rents = (*draft.rents, RentPaid(payee, payer, amount))


def _deed_granted(draft: Draft, event: e.DeedGranted) -> None:
    draft.grant(event.space, event.owner)
    if draft.inherited:
        _forget_inherited(draft, event.space)


def _deed_mortgaged(draft: Draft, event: e.DeedMortgaged) -> None:
    draft.mortgaged[event.space] = True


def _mortgage_lifted(draft: Draft, event: e.MortgageLifted) -> None:
    draft.mortgaged[event.space] = False
    if draft.inherited:
        _forget_inherited(draft, event.space)


def _forget_inherited(draft: Draft, space: SpaceId) -> None:
    """Let interest paid on taking a deed over count once, and for that owner only (MORT-9)."""
    draft.inherited = tuple(other for other in draft.inherited if other != space)


def buildings_changed(draft: Draft, event: e.BuildingsChanged) -> None:
    """Let buildings stand on a street; the bank has the others."""
    before, after = draft.levels[event.space], event.level
    if before == HOTEL:
        draft.hotels += 1
    else:
        draft.houses += before
    if after == HOTEL:
        draft.hotels -= 1
    else:
        draft.houses -= after
    draft.levels[event.space] = after


def _supply_corrected(draft: Draft, event: e.SupplyCorrected) -> None:
    draft.houses_missing += draft.houses - event.houses
    draft.hotels_missing += draft.hotels - event.hotels
    draft.houses = event.houses
    draft.hotels = event.hotels


def _card_taken(draft: Draft, event: e.CardTaken) -> None:
    cards = draft.chance if event.deck is _CHANCE else draft.chest
    rest = cards[1:] if cards[0] == event.card else tuple(c for c in cards if c != event.card)
    if draft.edition.card(event.card).effect is _JAIL_CARD:
        draft.jail_cards[jail_card_index(event.deck)] = event.player
        _set_pile(draft, event.deck, rest)
    else:
        _set_pile(draft, event.deck, (*rest, event.card))


def _jail_card_passed(draft: Draft, event: e.JailCardPassed) -> None:
    index = jail_card_index(event.deck)
    card = next(c.id for c in draft.edition.deck(event.deck) if c.effect is _JAIL_CARD)
    cards = draft.chance if event.deck is _CHANCE else draft.chest
    rest = tuple(c for c in cards if c != card)
    draft.jail_cards[index] = event.holder
    _set_pile(draft, event.deck, (*rest, card) if event.holder == BANK else rest)


def _rent_fell_due(draft: Draft, event: e.RentFellDue) -> None:
    claim = RentClaim(
        owner=event.owner,
        payer=event.payer,
        space=event.space,
        amount=event.amount,
        reason=event.reason,
        throwers_left=2 if draft.rules.rent_claim == "second_player" else 1,
    )
    draft.claims = (*draft.claims, claim)


def _rent_claimed(draft: Draft, event: e.RentClaimed) -> None:
    draft.claims = tuple(claim for claim in draft.claims if claim.owner != event.owner)


def _rent_lapsed(draft: Draft, _event: e.RentLapsed) -> None:
    draft.claims = tuple(
        msgspec.structs.replace(claim, throwers_left=claim.throwers_left - 1)
        for claim in draft.claims
        if claim.throwers_left > 1
    )


def _bid_placed(draft: Draft, event: e.BidPlaced) -> None:
    auction = draft.phase
    assert type(auction) is Auction, "a bid stands in an auction"
    bidders = auction.bidders
    if event.player not in bidders:
        bidders = tuple(p for p in auction.eligible if p in bidders or p == event.player)
    draft.phase = msgspec.structs.replace(
        auction,
        high_bid=event.amount,
        leader=event.player,
        bidders=bidders,
        asked=_next_asked(auction, bidders, event.player),
    )


def _bid_passed(draft: Draft, event: e.BidPassed) -> None:
    auction = draft.phase
    assert type(auction) is Auction, "a pass stands in an auction"
    bidders = tuple(player for player in auction.bidders if player != event.player)
    draft.phase = msgspec.structs.replace(
        auction, bidders=bidders, asked=_next_asked(auction, bidders, event.player)
    )


def _next_asked(auction: Auction, bidders: tuple[PlayerId, ...], player: PlayerId) -> PlayerId:
    """Return who bids after *player* where bids go round by seat (AUCTION-3)."""
    if auction.asked == NOBODY:
        return NOBODY
    start = auction.eligible.index(player) + 1
    order = (*auction.eligible[start:], *auction.eligible[:start])
    return next((other for other in order if other in bidders), NOBODY)


def _auction_closed(draft: Draft, _event: e.AuctionClosed) -> None:
    draft.phase = draft.below.pop()


def _mortgages_inherited(draft: Draft, event: e.MortgagesInherited) -> None:
    draft.inherited = (*draft.inherited, *event.spaces)


def _player_bankrupted(draft: Draft, event: e.PlayerBankrupted) -> None:
    draft.bankruptcies += 1
    _take_out(draft, event.player)


def _player_left(draft: Draft, event: e.PlayerLeft) -> None:
    _take_out(draft, event.player)


def _take_out(draft: Draft, player: PlayerId) -> None:
    draft.is_out[player] = True
    draft.first_round = tuple(other for other in draft.first_round if other != player)
    draft.jail_tries[player] = NOT_JAILED
    draft.claims = tuple(
        claim for claim in draft.claims if player not in (claim.owner, claim.payer)
    )
    draft.rents = tuple(rent for rent in draft.rents if player not in (rent.owner, rent.payer))


def _mode_chosen(draft: Draft, event: e.ModeChosen) -> None:
    seat = event.player
    modes = list(draft.modes[seat])
    modes[list(Dues).index(event.dues)] = event.mode
    draft.modes = (*draft.modes[:seat], tuple(modes), *draft.modes[seat + 1 :])


def _rents_returned(draft: Draft, event: e.RentsReturned) -> None:
    draft.rents = tuple(rent for rent in draft.rents if rent.owner != event.owner)


def _promise_made(draft: Draft, event: e.PromiseMade) -> None:
    draft.promises = (*draft.promises, Promise(event.giver, event.taker, event.text))


def _clock_advanced(draft: Draft, event: e.ClockAdvanced) -> None:
    draft.seconds += event.seconds


def _last_round_announced(draft: Draft, _event: e.LastRoundAnnounced) -> None:
    draft.is_last_round = True


def _phase_entered(draft: Draft, event: e.PhaseEntered) -> None:
    draft.below.append(draft.phase)
    draft.phase = event.phase


def _phase_left(draft: Draft, _event: e.PhaseLeft) -> None:
    draft.phase = draft.below.pop()


def _phase_changed(draft: Draft, event: e.PhaseChanged) -> None:
    draft.phase = event.phase


def _phases_replaced(draft: Draft, event: e.PhasesReplaced) -> None:
    *draft.below, draft.phase = event.phases


def _game_ended(draft: Draft, event: e.GameEnded) -> None:
    draft.below = []
    draft.phase = GameOver(event.outcome)
    draft.claims = ()


def _set_pile(draft: Draft, deck: Deck, cards: tuple[CardId, ...]) -> None:
    if deck is _CHANCE:
        draft.chance = cards
    else:
        draft.chest = cards


APPLY: dict[type[e.Event], Callable[[Draft, Any], None]] = {
    e.GameOpened: _game_opened,
    e.EditionChosen: _edition_chosen,
    e.RulesChosen: _rules_chosen,
    e.PlayersSeated: players_seated,
    e.BankerNamed: _banker_named,
    e.DeckStacked: _deck_stacked,
    e.DeedsStacked: _deeds_stacked,
    e.GameStarted: _game_started,
    e.Rolled: rolled,
    e.TurnBegan: turn_began,
    e.TokenMoved: _token_moved,
    e.PlayerJailed: _player_jailed,
    e.JailThrowFailed: _jail_throw_failed,
    e.PlayerFreed: _player_freed,
    e.MoneyTransferred: _money_transferred,
    e.DeedGranted: _deed_granted,
    e.DeedMortgaged: _deed_mortgaged,
    e.MortgageLifted: _mortgage_lifted,
    e.BuildingsChanged: buildings_changed,
    e.SupplyCorrected: _supply_corrected,
    e.CardTaken: _card_taken,
    e.JailCardPassed: _jail_card_passed,
    e.RentFellDue: _rent_fell_due,
    e.RentClaimed: _rent_claimed,
    e.RentLapsed: _rent_lapsed,
    e.BidPlaced: _bid_placed,
    e.BidPassed: _bid_passed,
    e.AuctionClosed: _auction_closed,
    e.MortgagesInherited: _mortgages_inherited,
    e.PlayerBankrupted: _player_bankrupted,
    e.PhaseEntered: _phase_entered,
    e.PhaseLeft: _phase_left,
    e.PhaseChanged: _phase_changed,
    e.PhasesReplaced: _phases_replaced,
    e.ModeChosen: _mode_chosen,
    e.RentsReturned: _rents_returned,
    e.PromiseMade: _promise_made,
    e.PlayerJoined: player_joined,
    e.PlayerLeft: _player_left,
    e.SeatTakenOver: seat_taken_over,
    e.SeatsChanged: seats_changed,
    e.ClockAdvanced: _clock_advanced,
    e.LastRoundAnnounced: _last_round_announced,
    e.GameEnded: _game_ended,
}
"""By kind, what an event does to a draft."""
