"""MENU at any time: pause, sound, language, stop, where everything belongs; after a start YES."""

import pytest
from support.positions import auction, offer, over
from support.taps import ADA, BEN, TapTable, game, lobby, space

from companion.feedback import LOW_TONE
from companion.flows.inputs import DeviceChanged
from companion.flows.meanings import Action, ActionCard, PlayerCard
from companion.flows.settings import Settings
from companion.protocol import ChooseLanguage
from engine.commands import (
    ChooseRule,
    DeclineDeed,
    NameBanker,
    OpenGame,
    PlaceBid,
    RecordRoll,
    SeatPlayers,
    StopGame,
)
from engine.corrections import SetCash, SetOwner
from engine.phases import Auction, GameOver

BOARDWALK = space("boardwalk")
BANKER = ActionCard(Action.BANKER)


def opened(state, way: str, settings: Settings | None = None) -> TapTable:
    """Return a table on which MENU and then *way* were chosen."""
    table = TapTable(state, settings)
    table.press("menu")
    table.choose(way)
    table.press("yes")
    return table


def test_nothing_counts_down_under_the_menu_and_closing_gives_the_full_time():
    table = TapTable(auction())
    table.wait(9)
    table.press("menu")
    table.wait(30)
    assert isinstance(table.state.phase, Auction)

    table.press("menu")
    assert 10.0 == table.prompt.seconds_left
    table.wait(10.1)

    assert not isinstance(table.state.phase, Auction)


def test_a_pause_lasts_until_yes():
    table = opened(auction(), "Pause")
    table.wait(600)
    table.tap("Ben")
    assert table.is_warned
    table.throw(1, 2)
    assert [] == table.requests
    assert table.flows.is_paused

    table.press("yes")

    assert "auction" == table.prompt.kind


def test_sound_is_louder_softer_or_off():
    table = opened(offer(), "Sound")
    table.choose("Off")
    table.press("yes")
    assert "Sound: 0 of 3" == table.prompt.title
    table.press("no")
    table.press("no")

    table.tap("Ben")

    assert table.is_warned
    assert LOW_TONE not in table.cues


def test_the_language_is_wished_for():
    table = TapTable(offer())
    table.press("menu")
    table.choose("Language")
    table.press("yes")
    table.choose("Italiano")
    wished = []
    step = table.flows.step
    table.flows.step = lambda *given: wished.append(step(*given)) or wished[-1]

    table.press("yes")

    assert [ChooseLanguage("it")] == [wish for out in wished for wish in out.wishes]


def test_stopping_after_this_round_needs_the_bankers_card_and_another():
    table = opened(game(), "Stop")
    table.tap("Ben", "Chiara")
    assert [] == table.requests

    table.tap_card(BANKER)

    assert [StopGame(after_round=True)] == table.commands
    assert table.state.is_last_round


def test_stopping_now_finishes_the_auction_first():
    table = opened(auction(), "Stop")
    table.choose("Now")
    table.tap("Ben")
    table.tap_card(BANKER)
    assert isinstance(table.state.phase, Auction)

    table.wait(11)

    assert isinstance(table.state.phase, GameOver)


def test_another_day_leaves_a_list():
    table = opened(game(), "Stop")
    table.choose("Go on another day")
    table.tap("Ben")
    table.tap_card(BANKER)
    assert any("Ada" in line for line in table.prompt.lines)
    table.throw(1, 2)
    assert [] == table.requests

    table.press("yes")

    assert "roll" == table.prompt.kind


@pytest.mark.parametrize(
    ("is_kept", "said"),
    [
        (True, "All is saved: switch off, or YES plays on"),
        (False, "The demo's game is not kept; YES plays on"),
    ],
)
def test_what_is_not_kept_is_not_said_to_be_saved(is_kept, said):
    table = opened(game(), "Stop", Settings(boot="b", stand_s=0.0, is_kept=is_kept))
    table.choose("Go on another day")
    table.tap("Ben")
    table.tap_card(BANKER)

    assert said == table.prompt.detail


def test_the_menu_shows_where_everything_belongs():
    table = opened(game(), "Where everything belongs")

    assert "Ada: GO · 1,500" in table.prompt.lines


@pytest.mark.parametrize("way", ["Take back", "That throw did not count"])
def test_the_menu_takes_back_and_strikes_out(way):
    table = TapTable(game())
    table.throw(4, 6)
    table.press("menu")
    table.choose(way)

    table.press("yes")

    assert table.prompt.kind in {"undo", "strike"}


def test_a_new_game_with_the_same_people():
    table = TapTable(over())
    table.press("menu")

    table.tap("Ben")

    assert isinstance(table.commands[0], OpenGame)


# The lobby's menu.


def test_a_set_of_house_rules_is_chosen_in_the_lobby():
    table = opened(lobby("Ada", "Ben"), "A set of house rules")
    table.choose("short")

    table.press("yes")

    assert [ChooseRule("preset", "short")] == table.commands
    assert "House rules: short" == table.prompt.title


def test_a_switch_takes_its_next_value():
    table = opened(lobby("Ada", "Ben"), "House rules")
    table.choose("Pot in the middle: no")

    table.press("yes")

    assert [ChooseRule("free_parking_pot", "on")] == table.commands


def test_the_banker_is_a_player_and_the_seats_are_counted_from_him():
    table = opened(lobby("Ada", "Ben", "Chiara"), "Who is banker")

    table.tap("Ben")

    assert [SeatPlayers(("Ben", "Chiara", "Ada"))] == table.commands


def test_from_six_on_the_banker_need_not_play():
    table = opened(lobby("A1", "B2", "C3", "D4", "E5"), "Who is banker")

    table.tap_card(PlayerCard("Zoe"))

    assert [NameBanker("Zoe")] == table.commands


def test_two_change_seats():
    table = opened(lobby("Ada", "Ben", "Chiara"), "Change seats")

    table.tap("Ada", "Chiara")

    assert ("Chiara", "Ben", "Ada") == table.state.names


# After a start.


def test_after_a_start_nothing_acts_until_yes():
    table = TapTable(game(), is_switched_on=True)
    assert "resume" == table.prompt.kind
    table.tap("Ada")
    assert table.is_warned
    table.press("menu")
    assert "resume" == table.prompt.kind

    table.press("yes")

    assert "roll" == table.prompt.kind


@pytest.mark.parametrize("counts", [True, False])
def test_dice_in_the_lane_count_if_the_thrower_says_so(counts):
    table = TapTable(game(), is_switched_on=True)
    table.throw(3, 4)
    assert [] == table.requests
    table.press("yes")
    assert ("Ada: does 3 4 count?", ADA) == (table.prompt.title, table.prompt.player)
    if not counts:
        table.press("no")
    table.tap("Ben")
    assert table.is_warned

    table.tap("Ada")

    assert ([RecordRoll(3, 4)] if counts else []) == table.commands


def test_no_puts_the_old_game_aside():
    table = TapTable(game(), is_switched_on=True)
    table.press("no")
    table.press("yes")

    assert "lobby" == table.prompt.kind


# What waits, and for whom.


def test_what_is_asked_reminds_every_thirty_seconds_and_never_decides():
    table = TapTable(offer())

    table.wait(95)

    assert 3 == len(table.notices)
    assert [] == table.requests


def test_the_banker_confirms_for_who_is_absent_and_it_is_said():
    table = TapTable(game(turn=BEN))
    table.throw(2, 4)

    table.tap_card(BANKER)

    assert "The banker confirms for Ben: Buy for 100." == table.said
    assert table.requests[0].actor is None


def test_a_bankers_card_takes_the_last_bid_back():
    table = TapTable(auction())
    table.tap("Ben")

    table.tap_card(BANKER)

    assert 0 == table.state.phase.high_bid


def test_a_bid_above_cash_needs_the_card_twice():
    poor = game(SetCash(BEN, 40), SetOwner(BEN, (BOARDWALK,)), RecordRoll(2, 4), DeclineDeed())
    table = TapTable(poor)
    table.choose("Bid 100")
    table.tap("Ben")
    assert "more than your cash" in table.said
    assert [] == table.requests

    table.tap("Ben")

    assert [PlaceBid(BEN, 100)] == table.commands


def test_the_hammer_never_falls_while_the_reader_is_lost():
    table = TapTable(auction())
    table.do(DeviceChanged("reader-1", is_up=True))
    table.do(DeviceChanged("reader-1", is_up=False))
    table.wait(60)
    assert isinstance(table.state.phase, Auction)

    table.do(DeviceChanged("reader-1", is_up=True))
    table.wait(1)

    assert not isinstance(table.state.phase, Auction)


def test_a_reader_that_never_came_holds_up_nothing():
    table = TapTable(auction())
    table.do(DeviceChanged("reader-1", is_up=False))

    table.wait(11)

    assert not isinstance(table.state.phase, Auction)
