"""`tapbank enrol` on emulated readers, through the real library: alone, and at a running table."""

import contextlib
import json
import stat
import subprocess
from itertools import count
from pathlib import Path

import pytest
from support.programs import DEADLINE_S, hardware_in, started
from support.tables import running_table

from companion.card_signature import KEY_NAME, CardSet
from companion.enrolment import FILE_NAME, Enrolment
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from engine.ids import CardId, SpaceId
from hardware.emulator.control import HandsClient

_numbers = count(1)


@pytest.fixture(scope="module")
def hardware(tmp_path_factory):
    with hardware_in(tmp_path_factory.mktemp("hardware")) as folder:
        yield folder


@pytest.fixture
def hands(hardware):
    with HandsClient(hardware) as client:
        yield client


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def fresh(chip=""):
    """Return the word of a card that nobody has touched."""
    word = f"#04E0{next(_numbers):010X}"
    return f"{word}:{chip}" if chip else word


def uid(word):
    return word.removeprefix("#").partition(":")[0]


class Enrolling:
    """The command in a process, and what it has said."""

    def __init__(self, *words: str) -> None:
        self.process: subprocess.Popen[str] = started("enrol", *words)

    def say(self, line: str) -> None:
        """Type a line."""
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def heard(self, words: str) -> str:
        """Read the narration up to the line that holds *words*."""
        for line in self.process.stderr:
            if words in line:
                return line
        raise AssertionError(f"it never said {words}: {self.process.wait()}")

    def told(self) -> dict[str, object]:
        """Read the answer about one card."""
        return json.loads(self.process.stdout.readline())


@contextlib.contextmanager
def enrolling(hardware, data: Path, *words: str):
    """Run the command alone on the reader while the block runs."""
    reader = str(hardware / "reader-1")
    told = Enrolling("--data", str(data), "--reader", reader, "--json", *words)
    try:
        told.heard("reader-1 is there")
        yield told
    finally:
        if told.process.stdin.closed is False:
            told.process.stdin.close()
        told.process.wait(DEADLINE_S)
        told.process.stdout.close()
        told.process.stderr.close()


def tapped(told, hands, line, word):
    """Ask for a card, tap one, and return the answer."""
    told.say(line)
    told.heard("on a reader")
    return laid(told, hands, word)


def laid(told, hands, word):
    """Lay a card down until there is an answer."""
    hands.say(f"lay {word}")
    answer = told.told()
    hands.say(f"lift-tag {word}")
    return answer


def test_every_kind_of_card_is_written_protected_and_remembered(hardware, hands, data):
    kinds = {
        "player Ada": PlayerCard("Ada"),
        "deed boardwalk": DeedCard(SpaceId(39)),
        "deed @1": DeedCard(SpaceId(1)),
        "action undo": ActionCard(Action.UNDO),
        "event CH01": EventCard(CardId("CH01")),
    }
    cards = {line: fresh() for line in kinds}
    with enrolling(hardware, data) as told:
        answers = [tapped(told, hands, line, word) for line, word in cards.items()]

    assert {(True, True, "new")} == {
        (answer["is_written"], answer["is_protected"], answer["what"]) for answer in answers
    }
    assert {uid(cards[line]): kinds[line] for line in kinds} == Enrolment.load(
        data / FILE_NAME
    ).cards
    assert 0o600 == stat.S_IMODE((data / KEY_NAME).stat().st_mode)
    assert 0 == told.process.returncode


def test_a_card_of_this_table_is_known_again_when_its_list_is_lost(hardware, hands, data):
    word = fresh()
    with enrolling(hardware, data) as told:
        tapped(told, hands, "player Ada", word)

        assert "This is the card of Ada." == tapped(told, hands, "what", word)["sentence"]
    (data / FILE_NAME).unlink()
    with enrolling(hardware, data) as told:
        answer = tapped(told, hands, "what", word)

    assert ("ours", True) == (answer["what"], "signed by this table" in answer["sentence"])


def test_a_card_of_another_table_is_foreign_and_left_alone(hardware, hands, data, tmp_path):
    word = fresh()
    with enrolling(hardware, tmp_path / "other") as told:
        tapped(told, hands, "player Ada", word)
    with enrolling(hardware, data) as told:
        assert "foreign" == tapped(told, hands, "what", word)["what"]

        told.say("player Ben")
        told.heard("on a reader")
        hands.say(f"tap {word}")
        told.heard("another table's set")

        assert "Ben" in laid(told, hands, fresh())["sentence"]

        told.say("player Cleo overwrite")
        told.heard("on a reader")
        hands.say(f"lay {word}")
        told.heard("protected")
        hands.say(f"lift-tag {word}")
        laid(told, hands, fresh())

    assert uid(word) not in Enrolment.load(data / FILE_NAME).cards


KINDS = {
    "#08A1B2C3": "phone",
    "#0102030405060708": "transit",
    "#04DE5F1EACC040:bank": "transit",
    "#11223344": "classic",
    "#04E1112233445F:ultralight": "new",
    "#04E1112233446F:ntag216": "new",
}


def test_each_kind_of_tag_is_named_and_taken_or_refused(hardware, hands, data):
    with enrolling(hardware, data) as told:
        assert KINDS == {word: tapped(told, hands, "what", word)["what"] for word in KINDS}

        for word, what in KINDS.items():
            told.say("player Ada")
            told.heard("on a reader")
            if what in {"phone", "transit"}:
                hands.say(f"tap {word}")
                told.heard("That is a")
            taken = fresh() if what in {"phone", "transit"} else word

            assert "Ada" in laid(told, hands, taken)["sentence"]

    taken = {uid(word) for word, what in KINDS.items() if what not in {"phone", "transit"}}
    assert taken < set(Enrolment.load(data / FILE_NAME).cards)


def test_a_card_pulled_while_it_is_written_is_asked_for_again(hardware, hands, data):
    word = fresh()
    with enrolling(hardware, data) as told:
        told.say("player Ada")
        told.heard("on a reader")
        hands.say(f"pull {word} 7")
        told.heard("pulled away too soon")

        assert not (data / FILE_NAME).exists()

        hands.say(f"lay {word}")

        assert told.told()["is_protected"]
        hands.say(f"lift-tag {word}")

    assert PlayerCard("Ada") == Enrolment.load(data / FILE_NAME).meaning(uid(word))


def test_lines_that_make_no_sense_are_refused_and_the_rest_goes_on(hardware, hands, data):
    with enrolling(hardware, data) as told:
        told.say("deed bordwalk")

        assert "boardwalk" in told.heard("bordwalk")

        told.say("plaier Ada")

        assert "player" in told.heard("plaier")

        assert "Ada" in tapped(told, hands, "player Ada", fresh())["sentence"]

    assert 2 == told.process.returncode


def test_all_actions_come_one_after_the_other(hardware, hands, data):
    words = [fresh() for _ in Action]
    with enrolling(hardware, data, "--no-write") as told:
        told.say("actions")
        for word in words:
            told.heard("on a reader")
            hands.say(f"tap {word}")
            assert not told.told()["is_written"]

    assert [ActionCard(action) for action in Action] == list(
        Enrolment.load(data / FILE_NAME).cards.values()
    )


def test_a_table_without_cards_says_so(data):
    words = ("--data", str(data), "--reader", "/dev/none", "-c", "list")
    told = started("enrol", *words)
    out, said = told.communicate(timeout=DEADLINE_S)

    assert (0, "") == (told.returncode, out)
    assert "No card is enrolled yet.\n" in said


def test_nobody_coming_is_a_failure(data):
    words = ("--data", str(data), "--reader", "/dev/none", "--wait", "0.2", "-c", "player Ada")
    told = started("enrol", *words)
    _out, said = told.communicate(timeout=DEADLINE_S)

    assert (1, True) == (told.returncode, "No card came" in said)


def test_without_a_table_or_a_reader_it_says_what_is_missing(data):
    told = started("enrol", "--data", str(data), "-c", "what")
    _out, said = told.communicate(timeout=DEADLINE_S)

    assert (2, True) == (told.returncode, "--reader" in said)


def test_a_copied_message_is_told_from_its_original(hardware, hands, data):
    """The octets of one chip on another; written by whoever has a phone, not by us."""
    original, copy = fresh(), fresh()
    with enrolling(hardware, data) as told:
        tapped(told, hands, "player Ada", original)
    message = CardSet.load(data).message(uid(original), PlayerCard("Ada"))
    hands.say(f"write {copy} {message.hex()}")
    with enrolling(hardware, data) as told:
        assert "copied" == tapped(told, hands, "what", copy)["what"]


def test_cards_are_enrolled_at_a_running_table_and_a_lost_one_is_replaced(hardware, hands, data):
    """The reader is the table's; what is enrolled acts there at once, what is lost no more."""
    first, second = fresh(), fresh()
    reader = str(hardware / "reader-1")
    with running_table(data, "--reader", reader):
        told = Enrolling("--data", str(data), "--json")
        for line, word in (("player Ada", first), ("lost player Ada", second), ("what", first)):
            answer = tapped(told, hands, line, word)
        told.process.stdin.close()

        assert 0 == told.process.wait(DEADLINE_S)
        assert "lost" == answer["what"]
        enrolment = Enrolment.load(data / FILE_NAME)
        assert (uid(second),) == enrolment.uids_for(PlayerCard("Ada"))

        told.process.stdout.close()
        told.process.stderr.close()
