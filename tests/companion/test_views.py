"""The views say in ready strings what stands in the state."""

import msgspec
import pytest
from support import situations as s

from companion.locales import available, language, set_language
from companion.protocol import Choice, DeviceHealth, Prompt, Storage, Transition
from companion.views.auction import auction_view, ranking
from companion.views.board import deed, standings, tile
from companion.views.cards import card_words
from companion.views.players import player_rows
from companion.views.prompt_bar import prompt_bar
from companion.views.receipts import Todo, hands, receipt
from companion.views.status import banner, status_items, whole_sentences
from companion.views.story import HANDS_MAX, opening_story, told
from companion.views.waiting import due_player, waiting_for
from companion.views.words import account_sign, code, coded, short_space
from engine import commands as c
from engine import corrections as fix
from engine.board import Deck
from engine.house_rules import HouseRules
from engine.ids import BANK, POT, SpaceId
from engine.phases import GameOver
from engine.valuation import worth

ANNA, BOGDAN, CHIARA, DIRK = (s.seat(number) for number in range(4))
ANEW = c.ChangeSeats((DIRK, BOGDAN, CHIARA, ANNA))


def test_a_space_is_a_group_and_a_place_in_it_or_a_sign():
    codes = {space: code(s.edition(), SpaceId(space)) for space in range(40)}

    assert ("A1", "B3", "C1", "R1", "U2", "H2") == tuple(
        codes[space] for space in (1, 9, 11, 5, 28, 39)
    )
    assert ("GO", "=", "%", "?", "#", "P", "!") == tuple(
        codes[space] for space in (0, 2, 4, 7, 10, 20, 30)
    )
    assert "B3 Connecticut Avenue" == coded(s.edition(), SpaceId(9))
    assert "Chance" == coded(s.edition(), SpaceId(7))


def test_accounts_have_signs_that_are_no_digit_but_for_players():
    assert ("1", "8", "B", "P") == tuple(map(account_sign, (ANNA, s.seat(7), BANK, POT)))


@pytest.mark.parametrize(
    ("space", "width", "short"),
    [
        (39, 9, "Boardwlk"),
        (39, 7, "Bdwalk"),
        (39, 5, ""),
        (32, 8, "N.Carol."),
        (12, 16, "Electric"),
        (0, 2, "GO"),
    ],
)
def test_a_space_has_the_name_that_fits_whole(space, width, short):
    assert short == short_space(s.edition(), space, width)


def test_a_board_of_ones_own_without_short_names_is_cut_between_words():
    printed = s.edition().spaces[19]
    bare = msgspec.structs.replace(printed, short="", shorter="")
    spaces = (*s.edition().spaces[:19], bare, *s.edition().spaces[20:])
    edition = msgspec.structs.replace(s.edition(), spaces=spaces)

    assert "New York" == short_space(edition, 19, 10)
    assert "" == short_space(edition, 19, 2)


def test_the_ring_says_owner_buildings_mortgage_and_tokens():
    state = s.mid_game(4)
    ring = [tile(state, standing) for standing in standings(state)]

    assert (ANNA, 3, False) == (ring[16].owner, ring[16].level, ring[16].is_mortgaged)
    assert (CHIARA,) == ring[16].tokens
    assert ring[14].is_mortgaged
    assert "" == ring[16].price
    assert "320" == ring[34].price
    assert (DIRK,) == ring[10].jailed


def test_the_deed_marks_the_rent_that_is_due():
    state = s.mid_game(4)
    due = {
        space: [row.amount for row in deed(state, SpaceId(space)).rows if row.is_due]
        for space in (16, 8, 5, 12, 29, 14, 39)
    }

    assert ["550"] == due[16], "three houses"
    assert ["400"] == due[8], "four houses"
    assert ["25"] == due[5], "one railroad"
    assert ["4 x throw"] == due[12]
    assert ["48"] == due[29], "the whole group, nothing on it"
    assert [] == due[14], "mortgaged"
    assert [] == due[39], "for sale"
    assert deed(state, SpaceId(0)) is None


def test_a_player_row_says_what_is_the_matter():
    rows = player_rows(s.mid_game(4))

    assert ("1,840", "Illinois Avenue", "") == (
        rows[0].cash_text,
        rows[0].place_name,
        rows[0].note,
    )
    assert "in jail, try 2" == rows[3].note
    assert rows[3].is_low
    assert [False, False, True, False] == [row.is_due for row in rows]
    groups = {holding.letter: holding for holding in rows[0].holdings}
    assert (2, True) == (groups["A"].count, groups["A"].is_whole)
    out = player_rows(s.after(s.mid_game(4), c.Resign(BOGDAN)))[1]
    assert (True, "out", ()) == (out.is_out, out.note, out.holdings)


def test_players_stand_in_the_panel_as_they_sit():
    rows = player_rows(s.after(s.mid_game(4), ANEW))

    assert [(3, "Dirk"), (1, "Bogdan"), (2, "Chiara"), (0, "Anna")] == [
        (row.seat, row.name) for row in rows
    ]


def test_tax_3_worth_is_hidden_while_the_tax_choice_hangs_on_it():
    state = s.mid_game(4)
    flat = msgspec.structs.replace(state, rules=HouseRules(income_tax_percent=0))

    assert "" == player_rows(state)[0].worth
    assert f"{worth(flat, ANNA):,}" == player_rows(flat)[0].worth


def test_balances_may_be_seen_by_their_owners_tap_alone():
    state = msgspec.structs.replace(s.mid_game(4), rules=HouseRules(balances="own_tap"))

    assert [False] * 4 == [row.shows_cash for row in player_rows(state)]
    assert [False, True, False, False] == [row.shows_cash for row in player_rows(state, BOGDAN)]
    assert not player_rows(state)[3].is_low, "that would say something too"


def test_every_card_has_words():
    edition = s.edition()
    said = {card_words(edition, card.id) for card in (*edition.chance, *edition.chest)}

    assert "card: advance to Boardwalk" in said
    assert "card: 3 spaces back" in said
    assert "card: out of jail free, to keep" in said
    assert all("{" not in words for words in said)


def test_hands_are_told_all_that_moves_and_nothing_else():
    before = s.mid_game(4)
    told_of = {
        "Chiara: 8 on, to Illinois Avenue": (c.RecordRoll(5, 3),),
        "D2 Tennessee Avenue: put up a house": (c.Build(ANNA, SpaceId(18)),),
        "A1 Mediterranean Avenue: take all buildings off": (fix.SetBuildings(SpaceId(1), 0),),
        "B1 Oriental Avenue: must show ◆": (fix.SetBuildings(SpaceId(6), 5),),
        "Dirk: gets the deed R1 Reading Railroad": (fix.SetOwner(DIRK, (SpaceId(5),)),),
        "turn face up: C3 Virginia Avenue": (c.LiftMortgage(DIRK, SpaceId(14)),),
        "turn face down: R1 Reading Railroad": (c.MortgageDeed(BOGDAN, SpaceId(5)),),
        "Anna: token into jail": (fix.JailPlayer(ANNA),),
        "Dirk: token out of jail": (fix.FreePlayer(DIRK),),
        "Anna: gets the jail card of Chance": (fix.SetJailCard(ANNA, Deck.CHANCE),),
        "Bogdan: take the token off": (c.Resign(BOGDAN),),
        "sit clockwise: Dirk, Bogdan, Chiara, Anna": (ANEW,),
    }
    rich = s.after(before, fix.SetCash(DIRK, 900))
    for words, commands in told_of.items():
        assert words in hands(rich, s.after(rich, *commands))

    assert () == hands(before, s.after(before, fix.SetCash(ANNA, 1))), "money is the table's"
    as_before = c.ChangeSeats((CHIARA, DIRK, ANNA, BOGDAN))
    assert () == hands(before, s.after(before, as_before)), "nobody gets up"
    assert ("sit clockwise: Anna, Bogdan, Chiara, Dirk",) == hands(s.after(before, ANEW), before)


def test_a_receipt_says_the_balances_that_changed():
    before = s.mid_game(4)

    assert ("Anna 1,840 → 1,740", "Bogdan 612 → 712") == receipt(
        before, s.after(before, fix.TransferMoney(ANNA, BOGDAN, 100))
    )


def test_the_bar_says_who_what_how_much_and_what_then():
    state = s.after(s.mid_game(4), fix.PlaceToken(CHIARA, SpaceId(22)), c.RecordRoll(6, 6))
    bar = prompt_bar(state, s.offer_prompt(state))

    assert (CHIARA, "Chiara", "320", "TAP YOUR CARD") == (
        bar.seat,
        bar.headline,
        bar.amount,
        bar.call,
    )
    assert [("Buy for 320", "leaves 955", True), ("Auction", "", False)] == [
        (b.label, b.after, b.is_highlighted) for b in bar.buttons[:2]
    ]


def test_a_bar_for_dice_calls_for_a_throw_and_one_to_all_has_no_colour():
    state = s.mid_game(4)
    throw = prompt_bar(state, Prompt("roll", CHIARA, "Chiara: throw"))
    lobby = prompt_bar(s.lobby(0), Prompt("lobby", None, "Tap to join, in seat order"))
    short = Choice("Pay", None, -500, -20)
    owing = prompt_bar(state, Prompt("debt", DIRK, "", choices=(short,), highlight=0))

    assert "THROW THE DICE" == throw.call
    assert (None, "Tap to join, in seat order") == (lobby.seat, lobby.headline)
    assert ("500", "leaves -20") == (owing.amount, owing.buttons[0].after)


def test_an_auction_names_lot_leader_and_who_has_passed():
    state = s.after(
        s.mid_game(4),
        fix.PlaceToken(CHIARA, SpaceId(22)),
        c.RecordRoll(6, 6),
        c.DeclineDeed(),
    )
    fresh = auction_view(state, state.phase)
    assert ("G3", "printed price 320", "No bid", "BIDS FROM") == (
        fresh.code,
        fresh.price,
        fresh.leader_name,
        fresh.caption,
    )

    state = s.after(state, c.PlaceBid(BOGDAN, 40), c.PassBid(ANNA))
    view = auction_view(state, state.phase)

    assert ("Bogdan", 40, "HIGH BID") == (view.leader_name, view.bid, view.caption)
    assert {"Anna"} == {bidder.name for bidder in view.bidders if bidder.has_passed}


def test_the_ranking_has_winners_first_and_bankrupts_last():
    state = s.after(s.mid_game(4), c.Resign(DIRK))
    while not isinstance(state.phase, GameOver):
        state = s.after(
            state, c.StopGame() if not hasattr(state.phase, "lot") else c.CloseBidding()
        )
    rows = ranking(state, state.phase)

    assert ("Anna", 1, "wins") == (rows[0].name, rows[0].place, rows[0].note)
    assert ("Dirk", 0, "bankrupt") == (rows[-1].name, rows[-1].place, rows[-1].note)
    assert len(rows) == 4


def test_the_status_names_what_is_lost_and_the_worst_is_the_banner():
    well = (DeviceHealth("board", is_up=True, detail=""),)
    lost = (DeviceHealth("reader-1", is_up=False, detail="unplugged"), *well)

    assert [("●", "BOARD"), ("●", "SAVED")] == [
        (item.mark, item.text) for item in status_items(well, None)
    ]
    assert banner(well, Storage("ok"), is_connected=True) is None
    assert "READER 1 lost" in banner(lost, None, is_connected=True)
    assert "disk full" in banner(lost, Storage("failed", "disk full"), is_connected=True)
    assert "reconnecting" in banner(lost, None, is_connected=False)
    assert "▲" == status_items((), None)[0].mark


@pytest.mark.parametrize("code", available())
@pytest.mark.parametrize("width", [76, 96])
def test_the_banner_of_all_that_can_be_lost_is_never_cut_in_a_sentence(code, width):
    lost = tuple(DeviceHealth(name, is_up=False, detail="") for name in ("board", "reader-1"))
    before = language()
    set_language(code)
    try:
        words = banner(lost, None, is_connected=True)
        shown = whole_sentences(words, width)
    finally:
        set_language(before)

    assert len(shown) <= width
    assert words.startswith(shown)
    assert shown.endswith(".")


def test_the_story_keeps_the_throw_the_space_and_what_hands_must_do():
    state = s.mid_game(4)
    story = opening_story(state, ())
    after, heard = s.played(state, c.RecordRoll(5, 3))
    story = told(story, state, heard[0], after)

    assert (CHIARA, 5, 3) == (story.throw.player, story.throw.die_1, story.throw.die_2)
    assert 24 == story.spotlight
    assert (Todo(CHIARA, "Chiara: 8 on, to Illinois Avenue"),) == story.hands
    for number in range(HANDS_MAX + 2):
        build = s.after(after, fix.SetBuildings(SpaceId(1), number % 2 * 3))
        story = told(story, after, Transition(9, "command", None, ()), build)
        after = build
    assert len(story.hands) <= HANDS_MAX


def test_who_is_due_and_for_what():
    state = s.mid_game(4)
    offer = s.after(state, fix.PlaceToken(CHIARA, SpaceId(22)), c.RecordRoll(6, 6))

    assert (CHIARA, "a throw") == (due_player(state), waiting_for(state))
    assert (CHIARA, "the choice to buy") == (due_player(offer), waiting_for(offer))
    bidding = s.after(offer, c.DeclineDeed())
    assert (None, "the auction") == (due_player(bidding), waiting_for(bidding))
    assert None is due_player(s.lobby(2))


def test_bids_in_seat_order_have_somebody_due():
    state = msgspec.structs.replace(s.mid_game(4), rules=HouseRules(auction_order="seat_order"))
    state = s.after(state, fix.PlaceToken(CHIARA, SpaceId(22)), c.RecordRoll(6, 6), c.DeclineDeed())
    first = due_player(state)
    assert DIRK == first, "from the lander's left"

    state = s.after(state, c.PlaceBid(first, 10))

    assert ANNA == due_player(state)
