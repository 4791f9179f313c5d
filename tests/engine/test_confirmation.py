"""Payments that are confirmed or said aloud, rent given back, promises."""

import pytest
from support.boards import (
    ADA,
    BEN,
    CAT,
    accept,
    facts,
    paid,
    payments,
    play,
    position,
    refuse,
    seated,
)

from engine import events as e
from engine import phases as p
from engine.commands import (
    ChooseMode,
    ConfirmPayment,
    GiveBackRent,
    MakePromise,
    MortgageDeed,
    RecordRoll,
    SayAmount,
)
from engine.ids import BANK
from engine.options import Exact, options
from engine.reasons import Dues, Reason
from engine.refusals import Refusal


def land(rules, *, ada="1500 @0", faces=(1, 2), more=""):
    state = position(
        f"Ada {ada}\nBen 1500 @0 A3\nCat 1500 @0\nrules {rules}\n{more}\nwait roll Ada"
    )
    return accept(state, RecordRoll(*faces))


@pytest.mark.parametrize(
    ("rules", "ada", "faces", "more", "due"),
    [
        ("salary_mode=ask", "1500 @38", (5, 5), "", (BANK, ADA, 200, "GO-1")),
        ("rent_mode=ask", "1500 @0", (1, 2), "", (ADA, BEN, 4, "RENT-1")),
        ("tax_mode=ask", "1500 @31", (3, 4), "", (ADA, BANK, 75, "TAX-4")),
        ("card_mode=ask", "1500 @0", (3, 4), "chance CH12", (ADA, BANK, 15, "DECK-1")),
        ("card_mode=ask", "1500 @0", (3, 4), "chance CH16", (BANK, ADA, 150, "DECK-1")),
    ],
)
def test_variant_5_a_payment_may_wait_for_its_player(rules, ada, faces, more, due):
    decision = land(rules, ada=ada, faces=faces, more=more)
    payer, payee, amount, reason = due

    assert [] == payments(decision.events)
    waiting = p.Confirmation(ADA, payer, payee, amount, Reason(reason), is_taught=False)
    assert waiting == decision.state.phase
    assert Refusal.NOT_YOUR_PAYMENT == refuse(decision.state, ConfirmPayment(BEN))
    assert [due] == payments(accept(decision.state, ConfirmPayment(ADA)).events)


def test_variant_5_a_taught_payment_is_said_first():
    state = land("rent_mode=teach").state

    assert Refusal.SAY_THE_AMOUNT == refuse(state, ConfirmPayment(ADA))
    assert Refusal.WRONG_AMOUNT == refuse(state, SayAmount(ADA, 5))
    assert Refusal.NOT_YOUR_PAYMENT == refuse(state, SayAmount(BEN, 4))
    assert [(ADA, BEN, 4, "RENT-1")] == payments(accept(state, SayAmount(ADA, 4)).events)
    assert Exact(ConfirmPayment(ADA)) not in options(state)


def test_variant_5_nothing_waits_nothing_is_confirmed():
    state = position("Ada 9 @0\nBen 9 @0")

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, ConfirmPayment(ADA))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, SayAmount(ADA, 4))


def test_variant_5_a_confirmed_payment_that_is_not_there_is_a_debt():
    state = land("rent_mode=ask", ada="3 @0 A1").state

    state = accept(state, ConfirmPayment(ADA)).state

    assert p.Debt(ADA, BEN, 4, Reason.RENT) == state.phase
    assert 29 == play(state, MortgageDeed(ADA, 1)).cash[ADA]


def test_go_3_a_salary_that_waits_comes_before_the_space():
    decision = land("salary_mode=ask", ada="1500 @38", faces=(2, 3))

    assert (e.Rolled(ADA, 2, 3), e.TokenMoved(ADA, 3)) == facts(decision)
    state = accept(decision.state, ConfirmPayment(ADA)).state
    assert (1696, 1504) == state.cash[:2]


def test_variant_5_a_player_may_choose_for_himself():
    state = play(position("Ada 1500 @0\nBen 1500 @0 A3"), ChooseMode(ADA, Dues.RENT, "ask"))

    assert isinstance(play(state, RecordRoll(1, 2)).phase, p.Confirmation)
    back = play(state, ChooseMode(ADA, Dues.RENT, ""))
    assert [(ADA, BEN, 4, "RENT-1")] == payments(accept(back, RecordRoll(1, 2)).events)


def test_variant_5_there_are_three_modes():
    state = position("Ada 1500 @0\nBen 0 @0 out\nCat 0 @0\nwait roll Ada")

    assert Refusal.BAD_MODE == refuse(state, ChooseMode(ADA, Dues.RENT, "never"))
    assert Refusal.PLAYER_IS_OUT == refuse(state, ChooseMode(BEN, Dues.RENT, "ask"))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(seated(), ChooseMode(ADA, Dues.RENT, "ask"))


def test_trade_4_an_owner_may_let_rent_go():
    state = land("rent_mode=auto").state

    decision = accept(state, GiveBackRent(BEN))

    assert (paid(BEN, ADA, 4, Reason.RENT_GIVEN_BACK), e.RentsReturned(BEN)) == decision.events
    assert Refusal.NO_RENT_TO_RETURN == refuse(decision.state, GiveBackRent(BEN))


def test_trade_4_until_the_next_throw():
    state = play(land("rent_mode=auto").state, RecordRoll(4, 6))

    assert Refusal.NO_RENT_TO_RETURN == refuse(state, GiveBackRent(BEN))


def test_trade_4_what_is_spent_is_not_given_back():
    text = "Ada 0 @0\nBen {} @0 {}\nrent Ben Ada 50\n{}"
    assert Refusal.NOT_ENOUGH_TO_MOVE == refuse(
        position(text.format(49, "", "wait roll Ada")), GiveBackRent(BEN)
    )
    owing = "wait after Ben\nwait debt Ben creditor=bank amount=100 reason=TAX-1"
    assert Refusal.SPENDING_UNDER_DEBT == refuse(
        position(text.format(60, "A1 A3", owing)), GiveBackRent(BEN)
    )
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(
        position(
            text.format(
                60, "", "wait after Ada\nwait move-on Ada steps=1\nwait place Ada is_hotel=no"
            )
        ),
        GiveBackRent(BEN),
    )


def test_trade_4_a_promise_is_noted_and_binds_nobody():
    state = position("Ada 1500 @0\nBen 1500 @0 A3")

    decision = accept(state, MakePromise(BEN, ADA, " one free pass "))

    assert (e.PromiseMade(BEN, ADA, "one free pass"),) == decision.events
    assert [(ADA, BEN, 4, "RENT-1")] == payments(accept(decision.state, RecordRoll(1, 2)).events)


@pytest.mark.parametrize("text", ["", "  ", "x" * 81, "a\nb"])
def test_trade_4_a_promise_is_a_short_line(text):
    state = position("Ada 1500 @0\nBen 1500 @0")

    assert Refusal.BAD_PROMISE == refuse(state, MakePromise(ADA, BEN, text))
    assert Refusal.BAD_PROMISE == refuse(state, MakePromise(ADA, ADA, "well"))


def test_trade_3_a_promise_of_money_moves_none():
    state = position("Ada 1500 @0\nBen 1500 @0\nCat 0 @0")

    assert [] == payments(accept(state, MakePromise(ADA, CAT, "100 next turn")).events)
