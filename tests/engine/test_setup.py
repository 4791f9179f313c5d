"""Before the game: players, banker, switches, decks, deals and the opening throws."""

import pytest
from support.boards import (
    ADA,
    BEN,
    CAT,
    DAN,
    US,
    US_TEXT,
    accept,
    facts,
    paid,
    play,
    position,
    refuse,
    seated,
    space,
)

from engine import events as e
from engine import phases as p
from engine.board import Deck, SpaceKind
from engine.commands import (
    ChooseEdition,
    ChooseRule,
    NameBanker,
    OpenGame,
    RecordRoll,
    SeatPlayers,
    StackDeeds,
    StartGame,
)
from engine.corrections import SetJailCard, SetOwner, SetSupply, StackDeck
from engine.decide import decide
from engine.edition import parse_edition
from engine.house_rules import PRESETS, HouseRules
from engine.ids import BANK, CardId
from engine.reasons import Reason
from engine.refusals import Refusal, Refused
from engine.state import deeds_of, new_state

SIX = ("Ada", "Ben", "Cat", "Dan", "Eve", "Fay")
DOUBLED = parse_edition(US_TEXT.replace('id = "us"', 'id = "x"\nprice_scale = 2', 1), "x.toml")


def test_setup_1_a_fresh_table_has_both_decks_and_nobody_seated():
    decision = accept(seated(), OpenGame(US))

    assert (e.GameOpened(US, HouseRules()),) == decision.events
    assert new_state(US) == decision.state


def test_setup_1_the_start_takes_whole_shuffles():
    state = seated()
    chance, chest = state.chance[::-1], state.chest[::-1]

    decision = accept(state, StartGame(chance, chest))

    assert (
        e.DeckStacked(Deck.CHANCE, chance),
        e.DeckStacked(Deck.CHEST, chest),
        e.GameStarted(),
        e.PhaseChanged(p.Opening((ADA, BEN, CAT))),
    ) == decision.events


@pytest.mark.parametrize(
    "start",
    [
        StartGame(chance=(CardId("CH01"),)),
        StartGame(chest=(CardId("CC01"),) * 16),
        StartGame(deeds=(space("baltic"),)),
        StackDeeds((space("go"),)),
        StackDeeds((space("baltic"), space("baltic"))),
    ],
)
def test_comp_1_a_pile_holds_each_of_its_own_once(start):
    assert Refusal.BAD_PILE == refuse(seated(), start)


def test_comp_1_the_box_holds_32_houses_12_hotels_28_deeds_and_32_cards():
    assert (32, 12) == (US.houses, US.hotels)
    assert 28 == sum(printed.title is not None for printed in US.spaces)
    assert 32 == len(US.chance) + len(US.chest)


def test_comp_2_the_board_has_40_spaces_in_their_kinds():
    kinds = [printed.kind for printed in US.spaces]

    assert 40 == len(kinds)
    assert (22, 4, 2, 3, 3, 1, 1) == tuple(
        kinds.count(kind)
        for kind in (
            SpaceKind.STREET,
            SpaceKind.RAILROAD,
            SpaceKind.UTILITY,
            SpaceKind.CHANCE,
            SpaceKind.CHEST,
            SpaceKind.INCOME_TAX,
            SpaceKind.LUXURY_TAX,
        )
    )
    assert 8 == sum(group.kind is SpaceKind.STREET for group in US.groups)


def test_setup_3_everyone_starts_with_1500_from_the_bank():
    decision = accept(new_state(US), SeatPlayers(("Ada", "Ben")))

    assert (
        e.PlayersSeated(("Ada", "Ben")),
        paid(BANK, ADA, 1500, Reason.START_MONEY),
        paid(BANK, BEN, 1500, Reason.START_MONEY),
    ) == decision.events


def test_setup_4_other_players_find_the_bank_with_everything():
    state = play(seated(), SetOwner(CAT, (39,)), SetJailCard(BEN, Deck.CHEST), SetSupply(9, 9))

    state = accept(state, SeatPlayers(("Dan", "Eve"))).state

    assert (1500, 1500) == state.cash
    assert [] == [owner for owner in state.owners if owner != BANK]
    assert 16 == len(state.chest)
    assert 9 == state.houses


def test_setup_4_another_edition_is_laid_out_whole():
    state = play(seated(), SetOwner(CAT, (39,)), SetJailCard(BEN, Deck.CHEST), SetSupply(9, 9))

    decision = accept(state, ChooseEdition(DOUBLED))

    assert paid(BANK, ADA, 1500, Reason.START_MONEY) in decision.events
    assert (3000, 3000, 3000) == decision.state.cash
    assert (32, BANK) == (decision.state.houses, decision.state.owners[39])
    assert state.cash == accept(decision.state, ChooseEdition(US)).state.cash


def test_setup_6_the_highest_throw_begins():
    state = play(seated(), StartGame(), RecordRoll(1, 2), RecordRoll(5, 6))

    decision = accept(state, RecordRoll(3, 3))

    assert (
        e.Rolled(CAT, 3, 3),
        e.TurnBegan(BEN),
        e.PhaseChanged(p.AwaitingRoll(BEN)),
    ) == decision.events


def test_setup_6_only_those_who_tie_throw_again():
    state = play(seated("Ada", "Ben", "Cat", "Dan"), StartGame())
    state = play(state, RecordRoll(6, 3), RecordRoll(1, 1), RecordRoll(4, 5), RecordRoll(2, 2))

    assert p.Opening((ADA, CAT)) == state.phase
    assert p.AwaitingRoll(CAT) == play(state, RecordRoll(1, 2), RecordRoll(2, 2)).phase


def test_setup_6_a_tie_after_a_tie_throws_again():
    state = play(seated("Ada", "Ben"), StartGame(), *[RecordRoll(2, 5), RecordRoll(3, 4)] * 3)

    assert p.Opening((ADA, BEN)) == state.phase
    assert p.AwaitingRoll(ADA) == play(state, RecordRoll(2, 5), RecordRoll(1, 4)).phase


def test_setup_7_tokens_begin_on_go_without_pay():
    state = play(seated(), StartGame())

    assert (0, 0, 0) == state.tokens
    assert (1500, 1500, 1500) == state.cash


def test_setup_8_turns_pass_to_the_left_past_those_who_are_out():
    state = position("""
        Ada 1500 @10
        Ben    0 @0 out
        Cat 1500 @0
        wait roll Ada
    """)

    decision = accept(state, RecordRoll(4, 6))

    assert (
        e.Rolled(ADA, 4, 6),
        e.TokenMoved(ADA, space("free-parking")),
        e.TurnBegan(CAT),
    ) == facts(decision)


@pytest.mark.parametrize("names", [(), ("Ada",)])
def test_players_1_two_at_least_play(names):
    assert Refusal.WRONG_PLAYER_COUNT == refuse(_seat(names), StartGame())


def _seat(names):
    return play(new_state(US), SeatPlayers(names))


def test_players_1_eight_at_most_play():
    names = tuple("ABCDEFGHI")

    assert Refusal.WRONG_PLAYER_COUNT == refuse(new_state(US), SeatPlayers(names))
    assert 8 == len(_seat(names[:8]).names)


@pytest.mark.parametrize("second", ["Ada", "ADA"])
def test_players_1_names_differ(second):
    assert Refusal.NAME_TAKEN == refuse(new_state(US), SeatPlayers(("Ada", second)))


@pytest.mark.parametrize(
    "name",
    ["", "7", "@5", "#x", "-x", "bank", "Baltic", "red", " x", "x" * 25, 'a"b', "a\nb", "a:", "a,"],
)
def test_players_1_a_name_is_no_word_of_the_game(name):
    assert Refusal.NAME_UNUSABLE == refuse(new_state(US), SeatPlayers(("Ada", name)))


def test_banker_3_from_six_people_on_the_banker_need_not_play():
    decision = accept(seated(*SIX[:5]), NameBanker("Zoe"))

    assert (e.BankerNamed("Zoe"),) == decision.events
    assert isinstance(play(decision.state, StartGame()).phase, p.Opening)


def test_banker_3_with_five_people_the_banker_plays():
    assert Refusal.BANKER_MUST_PLAY == refuse(seated(*SIX[:4]), NameBanker("Zoe"))
    four = play(new_state(US), NameBanker("Zoe"), SeatPlayers(SIX[:4]))
    assert Refusal.BANKER_MUST_PLAY == refuse(four, StartGame())


def test_banker_3_the_banker_has_a_name_of_his_own():
    assert Refusal.NAME_TAKEN == refuse(seated(*SIX), NameBanker("ada"))
    assert Refusal.NAME_UNUSABLE == refuse(seated(*SIX), NameBanker("bank"))
    banked = play(new_state(US), NameBanker("Zoe"))
    assert Refusal.NAME_TAKEN == refuse(banked, SeatPlayers(("Ada", "ZOE")))


def test_variant_5_the_default_is_the_rule_sheet():
    assert HouseRules() == seated().rules


def test_variant_5_switches_are_chosen_before_the_start():
    decision = accept(seated(), ChooseRule("rounding", "floor"))

    assert (e.RulesChosen(HouseRules(rounding="floor")),) == decision.events


@pytest.mark.parametrize("name", PRESETS)
def test_variant_5_a_preset_turns_all_switches(name):
    state = play(seated(), ChooseRule("rounding", "floor"), ChooseRule("preset", name))

    assert PRESETS[name] == state.rules


@pytest.mark.parametrize(
    ("key", "value"), [("rounding", "up"), ("colour", "red"), ("preset", "x"), ("deal_count", "10")]
)
def test_variant_5_an_unknown_switch_or_value_is_refused(key, value):
    assert Refusal.UNKNOWN_RULE == refuse(seated(), ChooseRule(key, value))


@pytest.mark.parametrize(
    "command",
    [
        ChooseRule("rounding", "floor"),
        ChooseEdition(US),
        SeatPlayers(("Ada", "Ben")),
        NameBanker("Zoe"),
        StackDeeds(()),
        StartGame(),
    ],
)
def test_variant_5_a_running_game_keeps_its_rules(command):
    assert Refused(Refusal.GAME_IS_RUNNING) == decide(play(seated(), StartGame()), command)
    assert "VARIANT-5" == Refused(Refusal.GAME_IS_RUNNING).rule


def test_variant_2_all_deeds_are_dealt_free_the_rest_to_the_first():
    state = play(seated("Ada", "Ben", "Cat"), ChooseRule("deal_all", "on"))

    state = play(state, StackDeeds((39, 37)), StartGame())

    assert [10, 9, 9] == [len(deeds_of(state, player)) for player in (ADA, BEN, CAT)]
    assert (ADA, BEN) == (state.owners[39], state.owners[37])
    assert (1500, 1500, 1500) == state.cash


def test_variant_3_dealt_deeds_are_paid_at_the_printed_price():
    state = play(seated("Ada", "Ben"), ChooseRule("deal_count", "2"), ChooseRule("deal_paid", "on"))

    decision = accept(state, StartGame(deeds=(*range(39, 38, -1), *_others(39))))

    assert paid(ADA, BANK, 400, Reason.DEALT_DEED) in decision.events
    assert [2, 2] == [len(deeds_of(decision.state, player)) for player in (ADA, BEN)]


def test_variant_3_a_dealt_deed_too_dear_stays_with_the_bank():
    state = play(seated("Ada", "Ben"), ChooseRule("deal_count", "9"), ChooseRule("deal_paid", "on"))

    state = play(state, StartGame())

    assert all(amount >= 0 for amount in state.cash)
    assert 28 > sum(len(deeds_of(state, player)) for player in (ADA, BEN))


def _others(first):
    return tuple(i for i, printed in enumerate(US.spaces) if printed.title and i != first)


def test_deck_4_each_deck_has_its_edition_s_16_cards():
    state = seated()

    assert tuple(card.id for card in US.chance) == state.chance
    assert (16, 16) == (len(state.chance), len(state.chest))


def test_setup_1_cards_can_be_laid_on_top():
    decision = accept(seated(), StackDeck(Deck.CHANCE, (CardId("CH09"),)))

    assert CardId("CH09") == decision.state.chance[0]
    assert 16 == len(decision.state.chance)


def test_bank_1_the_bank_holds_what_nobody_bought():
    state = seated()

    assert 28 == len(deeds_of(state, BANK))
    assert (32, 12) == (state.houses, state.hotels)


def test_banker_2_the_banker_s_own_money_is_apart_from_the_bank_s():
    state = seated()

    assert (1500, -4500) == (state.cash[ADA], state.bank)


def test_players_1_four_seats_are_clockwise():
    assert (ADA, BEN, CAT, DAN) == seated("Ada", "Ben", "Cat", "Dan").order
