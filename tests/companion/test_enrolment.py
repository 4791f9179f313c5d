"""Which tag is which card: durable, whole, and honest about a file it cannot read."""

import pytest

from companion.enrolment import FILE_NAME, Enrolment
from companion.errors import DataError
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from engine.ids import CardId, SpaceId

ADA = PlayerCard("Ada")


def test_nothing_is_enrolled_where_there_is_no_file(tmp_path):
    enrolment = Enrolment.load(tmp_path / FILE_NAME)

    assert {} == enrolment.cards
    assert enrolment.meaning("04AA") is None


def test_every_kind_of_card_is_there_after_loading_again(tmp_path):
    path = tmp_path / "deeper" / FILE_NAME
    cards = {
        "01": ADA,
        "02": DeedCard(SpaceId(39)),
        "03": ActionCard(Action.UNDO),
        "04": EventCard(CardId("CH01")),
    }

    Enrolment.load(path).enrol_all(cards)

    assert cards == Enrolment.load(path).cards


def test_a_card_enrolled_again_stands_for_the_new_meaning_only(tmp_path):
    enrolment = Enrolment.load(tmp_path / FILE_NAME)
    enrolment.enrol("01", ADA)
    enrolment.enrol("02", ADA)
    assert ("01", "02") == enrolment.uids_of("Ada")

    enrolment.enrol("01", PlayerCard("Ben"))

    assert PlayerCard("Ben") == Enrolment.load(tmp_path / FILE_NAME).meaning("01")
    assert ("Ada", "Ben") == tuple(sorted(enrolment.player_names))


def test_a_forgotten_card_is_unknown(tmp_path):
    enrolment = Enrolment.load(tmp_path / FILE_NAME)
    enrolment.enrol("01", ADA)

    enrolment.forget("01")

    assert Enrolment.load(tmp_path / FILE_NAME).meaning("01") is None


def test_a_card_that_replaces_another_makes_it_lost(tmp_path):
    path = tmp_path / FILE_NAME
    Enrolment.load(path).enrol_all({"01": ADA, "02": ADA, "03": PlayerCard("Ben")})

    Enrolment.load(path).replace("04", ADA)
    enrolment = Enrolment.load(path)

    assert ("04",) == enrolment.uids_for(ADA)
    assert [ADA, ADA, None, None] == [enrolment.lost_meaning(f"0{n}") for n in range(1, 5)]
    assert PlayerCard("Ben") == enrolment.meaning("03")


def test_a_lost_card_that_is_enrolled_again_is_lost_no_more(tmp_path):
    enrolment = Enrolment.load(tmp_path / FILE_NAME)
    enrolment.enrol("01", ADA)
    enrolment.replace("02", ADA)
    enrolment.enrol("01", PlayerCard("Ben"))

    assert enrolment.lost_meaning("01") is None


def test_an_expected_name_is_no_meaning_yet(tmp_path):
    path = tmp_path / FILE_NAME
    Enrolment.load(path).expect_names({"01": "Ada"})

    enrolment = Enrolment.load(path)

    assert "Ada" == enrolment.known_name("01")
    assert enrolment.meaning("01") is None


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"version":1,"cards":{"01":{"type":"dragon"}}}', b'{"version":99}']
)
def test_a_file_of_another_kind_is_named_and_left_alone(tmp_path, content):
    path = tmp_path / FILE_NAME
    path.write_bytes(content)

    with pytest.raises(DataError) as raised:
        Enrolment.load(path)

    assert str(path) in raised.value.sentence
    assert content == path.read_bytes()


def test_a_file_of_a_later_version_is_refused(tmp_path):
    path = tmp_path / FILE_NAME
    path.write_bytes(b'{"version":99,"cards":{}}')

    with pytest.raises(DataError):
        Enrolment.load(path)


def test_a_write_that_fails_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / FILE_NAME
    enrolment = Enrolment.load(path)
    enrolment.enrol("01", ADA)

    def fail(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        enrolment.enrol("02", PlayerCard("Ben"))

    assert ["cards.json"] == [file.name for file in tmp_path.iterdir()]
    assert {"01": ADA} == Enrolment.load(path).cards == enrolment.cards
