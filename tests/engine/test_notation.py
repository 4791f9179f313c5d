"""The notation: a position as text, and back."""

import msgspec
import pytest
from support.boards import ADA, BEN, CAT, US, position

from engine import phases as p
from engine.board import HOTEL, Deck
from engine.ids import BANK, NOBODY, POT, CardId, SpaceId
from engine.notation import NotationError, parse, render
from engine.notation_lines import WORDS
from engine.reasons import Reason
from engine.state import new_state

FULL = """\
Ada     1340 @24 A1 A3* E21:2 E23:2 E24:H chance-card
"Li Na"    85 @10 jail=1 R5
Cat        0 @0 out modes=ask,,teach,
bank   supply=20/11 pot=75 roll=3+4 turns=9 first=Ada seconds=60 last-round U12*
rules  rent_claim=next_player free_parking_pot=on
order  Ada Cat #2
banker Zoe
chance CH09
chest  CC05 CC02
pile   39 37
taken  3
claim  Ada #2 @24 1100 RENT-5 left=1
rent   Ada #2 50
vow    Ada #2 free  passes for "a week"
wait   after Ada doubles=1
wait   debt #2 creditor=Ada amount=240 reason=RENT-5
"""

PHASES = [
    p.Setup(),
    p.Opening(waiting=(ADA, BEN), best=7, leaders=(CAT,)),
    p.AwaitingRoll(ADA, 2),
    p.JailDecision(BEN),
    p.TurnOver(ADA, 1),
    p.MoveOn(ADA, 7),
    p.Landing(CAT, is_nearest=True),
    p.PurchaseOffer(ADA, SpaceId(39)),
    p.TaxChoice(ADA),
    p.CardDrawn(ADA, Deck.CHEST),
    p.CardChoice(ADA, 10, CardId("CC11")),
    p.Confirmation(ADA, BANK, ADA, 200, Reason.SALARY, is_taught=True),
    p.UtilityThrow(ADA, SpaceId(12)),
    p.Auction(p.Lot(SpaceId(5)), (ADA,), (ADA, BEN), 40, BEN, 1, ADA),
    p.Auction(p.Lot(is_hotel=True), (ADA, BEN), (ADA, BEN), floor=50),
    p.Auction(p.Lot(), (), (ADA, BEN), leader=NOBODY, floor=50),
    p.Shortage(is_hotel=True, wishes=((ADA, 2), (CAT, 1)), is_closed=True),
    p.PlaceWonBuilding(ADA, is_hotel=False),
    p.Debt(ADA, BANK, 200, Reason.INCOME_TAX),
    p.Debt(ADA, POT, 60, Reason.AUCTION, p.Lot(SpaceId(5))),
    p.SplitDebt(ADA, (BEN, CAT), 50, Reason.EACH_PLAYER),
    p.Estate((SpaceId(1), SpaceId(3)), BEN, (ADA, CAT)),
    p.GameOver(p.Outcome((ADA,), ((ADA, 1700), (BEN, 20)), "WIN-2")),
]


def test_a_full_position_is_read_as_it_says():
    state = parse(FULL, US)

    assert ("Ada", "Li Na", "Cat") == state.names
    assert (1340, 85, 0) == state.cash
    assert -1500 == state.bank
    assert (2, 2, HOTEL) == tuple(state.levels[space] for space in (21, 23, 24))
    assert ((20, 8), (11, 0)) == (
        (state.houses, state.houses_missing),
        (state.hotels, state.hotels_missing),
    )
    assert (ADA, BANK) == state.jail_cards
    assert 15 == len(state.chance)
    assert ("CH09", "CH01") == state.chance[:2]
    assert state.mortgaged[12]
    assert BANK == state.owners[12]
    assert p.Debt(BEN, ADA, 240, Reason.RENT_BUILT) == state.phase
    assert 1 == state.claims[0].throwers_left


def test_text_and_position_are_each_other():
    assert FULL == render(parse(FULL, US))


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: type(phase).__name__)
def test_every_phase_comes_back(phase):
    state = position("Ada 1500 @0\nBen 1500 @0\nCat 1500 @0")
    state = msgspec.structs.replace(state, phases=(p.TurnOver(ADA), phase))

    assert state == parse(render(state), US)


def test_every_phase_has_a_word():
    assert {type(phase) for phase in PHASES} == set(WORDS.values()) == set(p.Phase.__args__)


def test_an_empty_table_comes_back():
    assert new_state(US) == parse(render(new_state(US)), US)


@pytest.mark.parametrize(
    "line",
    [
        "Ada 1500 @forty",
        "Ada 1500 @0 A2",
        "Ada 1500 @0 B6:7",
        "bank purse=1",
        "rules rounding=up",
        "wait roll Zoe",
        "wait nothing",
        "wait roll Ada twice=1",
        "wait debt Ada creditor=bank",
        "hello",
    ],
)
def test_what_says_nothing_is_an_error_that_quotes_the_line(line):
    with pytest.raises(NotationError, match="no position: ") as caught:
        parse(f"Ada 1500 @0\n{line}", US)

    assert line in str(caught.value)
