"""Each refusal has its sentence, with the facts of the moment in it."""

import msgspec
import pytest
from support.situations import edition

from companion.views.refusals import _SENTENCES, sentence
from engine import commands as c
from engine import corrections as k
from engine import phases as p
from engine.ids import AccountId, PlayerId, SpaceId
from engine.refusals import RULE_OF, Refusal
from engine.state import State, new_state

ADA, BEN = PlayerId(AccountId(0)), PlayerId(AccountId(1))
KENTUCKY, INDIANA, ILLINOIS = SpaceId(21), SpaceId(23), SpaceId(24)


def table(**changes: object) -> State:
    """Return Ada to throw and Ben beside her, with 1,500 each."""
    return msgspec.structs.replace(
        new_state(edition()),
        names=("Ada", "Ben"),
        cash=(1500, 1500),
        tokens=(SpaceId(0), SpaceId(0)),
        jail_tries=(-1, -1),
        is_out=(False, False),
        phases=(p.AwaitingRoll(ADA),),
        **changes,
    )


def with_deeds(**changes: object) -> State:
    owners = [AccountId(-1)] * 40
    for space in (KENTUCKY, INDIANA, ILLINOIS):
        owners[space] = ADA
    return table(owners=tuple(owners), **changes)


def test_every_refusal_has_a_sentence():
    assert set(Refusal) == set(_SENTENCES)


@pytest.mark.parametrize("refusal", list(Refusal))
@pytest.mark.parametrize(
    "command",
    [
        c.RecordRoll(1, 2),
        c.Build(ADA, ILLINOIS),
        c.PlaceBid(BEN, 40),
        k.SetOwner(ADA, ()),
        c.SellGroup(ADA, 4, (0, 0, 0)),
        c.ChooseRule("rent", "never"),
        c.Build(PlayerId(AccountId(7)), SpaceId(99)),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_sentence_never_fails_and_names_its_rule(refusal, command):
    for state in (table(), new_state(edition())):
        text = sentence(refusal, state, command)

        assert "{" not in text
        assert text.endswith(f"({RULE_OF[refusal]})")


def test_build_4_says_where_to_build_first():
    levels = [0] * 40
    levels[ILLINOIS] = 1

    text = sentence(Refusal.BUILD_UNEVEN, with_deeds(levels=tuple(levels)), c.Build(ADA, ILLINOIS))

    assert text == "Build evenly: first on E1 Kentucky Avenue, E2 Indiana Avenue. (BUILD-4)"


def test_build_8_says_what_to_lift():
    mortgaged = [False] * 40
    mortgaged[KENTUCKY] = True

    text = sentence(
        Refusal.GROUP_MORTGAGED, with_deeds(mortgaged=tuple(mortgaged)), c.Build(ADA, ILLINOIS)
    )

    assert "lift E1 Kentucky Avenue first" in text


def test_buy_4_says_how_much_is_missing():
    offer = p.PurchaseOffer(BEN, SpaceId(39))
    state = msgspec.structs.replace(table(), cash=(1500, 96), phases=(p.AwaitingRoll(ADA), offer))

    text = sentence(Refusal.CANNOT_AFFORD_DEED, state, c.BuyDeed())

    assert text.startswith("H2 Boardwalk costs 400 in cash and Ben has 96: raise 304 first")


def test_move_8_says_who_is_due_and_for_what():
    text = sentence(Refusal.NOT_YOUR_TURN, table(), c.PayFine(BEN))

    assert text == "Not Ben now: Ada is to act first. (MOVE-8)"
    assert "a throw" in sentence(Refusal.NOT_WAITING_FOR_THIS, table(), c.BuyDeed())


def test_auction_3_says_the_next_bid():
    lot = p.Auction(p.Lot(SpaceId(5)), (ADA, BEN), (ADA, BEN), high_bid=120, leader=BEN)
    state = msgspec.structs.replace(table(), phases=(p.AwaitingRoll(ADA), lot))

    assert "bid 121 or more" in sentence(Refusal.BID_TOO_LOW, state, c.PlaceBid(ADA, 100))
