"""What happened, as lights and sounds."""

from companion.feedback import DARK, PLAYER_RGB, chime_of, cues_of_notice, light_of
from engine import events as e
from engine.ids import BANK, NOBODY, AccountId, PlayerId, SpaceId
from engine.phases import Lot
from engine.reasons import Reason
from firmware_bridge.cues import Chime

ADA, BEN = PlayerId(AccountId(0)), PlayerId(AccountId(1))
RENT = e.MoneyTransferred(ADA, BEN, 10, Reason.RENT)
SALARY = e.MoneyTransferred(BANK, ADA, 200, Reason.SALARY)


def test_the_weightiest_event_sounds():
    jailed = chime_of([SALARY, RENT, e.PlayerJailed(ADA)])

    assert chime_of([e.PlayerJailed(ADA)]) == jailed
    assert chime_of([SALARY]) != chime_of([RENT])
    assert chime_of([SALARY, RENT]) == chime_of([RENT])


def test_every_durable_change_sounds_within_the_boards_range():
    events = [
        [],
        [SALARY],
        [RENT],
        [e.MoneyTransferred(ADA, BANK, 10, Reason.FINE)],
        [e.BidPlaced(ADA, 10)],
        [e.AuctionClosed(Lot(SpaceId(1)), NOBODY, 0)],
        [e.PlayerBankrupted(ADA, BANK)],
    ]

    for chime in map(chime_of, events):
        assert isinstance(chime, Chime)
        assert 100 <= chime.hertz <= 8000
        assert 10 <= chime.duration_ms <= 2000


def test_the_tray_glows_in_the_colour_of_whom_it_asks():
    lights = [light_of("roll", PlayerId(AccountId(seat))) for seat in range(8)]

    assert list(PLAYER_RGB) == [light.rgb for light in lights]
    assert 8 == len({light.rgb for light in lights})
    assert {"pulse"} == {light.effect for light in lights}
    assert "solid" == light_of("offer", ADA).effect
    assert DARK == light_of("auction", None)


def test_a_warning_has_the_low_tone_and_a_plain_notice_none():
    assert () == cues_of_notice(is_warning=False)
    (tone,) = cues_of_notice(is_warning=True)
    assert 300 > tone.hertz
