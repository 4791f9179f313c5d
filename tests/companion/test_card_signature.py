"""What is written on cards: ours is known again, anybody else's is not taken for it."""

import stat

import pytest

from companion.card_signature import (
    KEY_NAME,
    NAME_BYTES_MAX,
    RECORD_TYPE,
    CardSet,
    Seal,
)
from companion.errors import DataError
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from engine.ids import CardId, SpaceId
from firmware_bridge.ndef_records import NdefRecord, decode, encode, uri_record

UID, OTHER = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"
OURS = CardSet(bytes(range(32)))
THEIRS = CardSet(bytes(range(1, 33)))
EVERY_KIND = (
    PlayerCard("Zoë"),
    DeedCard(SpaceId(39)),
    ActionCard(Action.UNDO),
    EventCard(CardId("CH01")),
)


@pytest.mark.parametrize("meaning", EVERY_KIND)
def test_a_card_of_ours_says_what_it_stands_for(meaning):
    assert (Seal.OURS, meaning) == OURS.read(UID, OURS.message(UID, meaning))


@pytest.mark.parametrize("meaning", EVERY_KIND)
def test_a_message_on_another_chip_is_copied(meaning):
    assert (Seal.COPIED, None) == OURS.read(OTHER, OURS.message(UID, meaning))


def test_a_card_of_another_set_is_foreign():
    assert (Seal.FOREIGN, None) == OURS.read(UID, THEIRS.message(UID, EVERY_KIND[0]))
    assert OURS.id != THEIRS.id


def test_any_change_of_a_byte_is_noticed():
    octets = OURS.message(UID, DeedCard(SpaceId(39)))
    for at in range(len(octets)):
        for bit in range(8):
            changed = octets[:at] + bytes((octets[at] ^ 1 << bit,)) + octets[at + 1 :]
            seal, meaning = OURS.read(UID, changed)

            assert seal is not Seal.OURS or meaning == DeedCard(SpaceId(39)), (at, bit)


def test_what_else_a_card_may_hold_is_told_apart():
    shop = encode((uri_record("https://shop.example/"),))

    assert Seal.EMPTY is OURS.read(UID, b"")[0]
    assert Seal.EMPTY is OURS.read(UID, b"\xd0\x00\x00")[0]
    assert Seal.OTHER is OURS.read(UID, shop)[0]
    assert Seal.OTHER is OURS.read(UID, b"\xff\x00\xff")[0]
    assert Seal.FOREIGN is OURS.read(UID, encode((NdefRecord(RECORD_TYPE, b"x"),)))[0]


def test_a_body_of_a_later_version_is_not_ours_to_read():
    (uri, signed) = decode(OURS.message(UID, EVERY_KIND[0]))
    body = b"\x02" + signed.data[1:-16]
    later = NdefRecord(RECORD_TYPE, body + OURS._mac(UID, body))  # noqa: SLF001

    assert Seal.FOREIGN is OURS.read(UID, encode((uri, later)))[0]


def test_the_longest_name_fits_the_smallest_chip():
    octets = OURS.message(UID, PlayerCard("é" * 40))

    assert len(octets) <= 137
    assert (Seal.OURS, PlayerCard("é" * (NAME_BYTES_MAX // 2))) == OURS.read(UID, octets)


def test_each_chip_has_a_password_of_its_own():
    assert 6 == len(OURS.password(UID))
    assert 3 == len({OURS.password(UID), OURS.password(OTHER), THEIRS.password(UID)})


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path):
    made = CardSet.load(tmp_path / "table")
    path = tmp_path / "table" / KEY_NAME

    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert made.id == CardSet.load(tmp_path / "table").id
    assert [KEY_NAME] == [file.name for file in path.parent.iterdir()]
    assert made.id != CardSet.load(tmp_path / "other").id


@pytest.mark.parametrize("content", ["", "00ff", "no key", "é" * 64])
def test_a_damaged_key_is_said_to_be_and_left(tmp_path, content):
    path = tmp_path / KEY_NAME
    path.write_text(content)

    with pytest.raises(DataError, match=KEY_NAME):
        CardSet.load(tmp_path)
    assert content == path.read_text()
