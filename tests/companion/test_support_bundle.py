"""What a support bundle holds, and that nothing secret is in it, however it was put there."""

import base64
import json
import stat
import zipfile

import pytest
from support.one_table import Asking, running

from companion import cli
from companion.card_signature import KEY_NAME, CardSet
from companion.config import CONFIG_NAME
from companion.enrolment import FILE_NAME, Enrolment
from companion.flows.meanings import Action, ActionCard, PlayerCard
from companion.journal.store import JOURNAL_NAME
from companion.pin import PIN_NAME, Pin
from engine import commands as c
from engine import corrections as k
from engine.ids import AccountId, Money, PlayerId

ADA, BEN = PlayerId(AccountId(0)), PlayerId(AccountId(1))
NAMES = ("Adalgisa", "Bořivoj", "Zsófia-Anna")
UID = "04A1B2C3D4E580"
NOTE = "she hid a note under the board"
PROMISE = "half of the next rent"
WORDS = "house by the lake"
CRASH = f"""tapbank 1
Python 3.11.7, Linux
2026-01-01 20:00:00 UTC, asked for: ['console', '-c', 'players {NAMES[0]} Ben']

Traceback (most recent call last):
  File "/home/{NAMES[0]}/tapbank/companion/table.py", line 7, in submit
    raise ValueError("{NAMES[0]}")
ValueError: {NAMES[0]} has {UID}
"""


@pytest.fixture
async def folder(tmp_path):
    """Return the folder of a game, with everything in it that must not leave the house."""
    folder = tmp_path / "table"
    async with running(folder) as table:
        ask = Asking(table)
        await ask(c.SeatPlayers(NAMES))
        await ask(c.StartGame())
        for _round in range(20):
            await ask(k.SetCash(ADA, Money(700)), note=NOTE)
            await ask(k.SetTurn(ADA))
            await ask(c.RecordRoll(1, 2))
        await ask(c.MakePromise(ADA, BEN, PROMISE))
        await ask(c.TakeOverSeat(BEN, WORDS))
    Pin(folder).choose("271828")
    CardSet.load(folder)
    Enrolment.load(folder / FILE_NAME).enrol_all(
        {UID: PlayerCard(NAMES[0]), "04FFEEDDCCBBAA": ActionCard(Action.BANKER)}
    )
    (folder / CONFIG_NAME).write_text(f'second_copy = "{tmp_path}/{NAMES[0]}/copy.jsonl"\n')
    (folder / "crash-20260101-200000-1.txt").write_text(CRASH)
    return folder


def bundle_of(folder, target):
    """Return the bundle's files by name."""
    assert cli.main(["support-bundle", "--data", str(folder), str(target)]) == 0
    (path,) = [target] if target.is_file() else target.glob("tapbank-support-*.zip")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with zipfile.ZipFile(path) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def secrets_of(folder):
    """Return everything that must not be in it, in every form in which it may be written."""
    key = (folder / KEY_NAME).read_bytes()
    hashed = (folder / PIN_NAME).read_text()
    texts = [*NAMES, UID, "04FFEEDDCCBBAA", NOTE, PROMISE, WORDS, "271828"]
    texts += [hashed, *[part for part in hashed.split("$") if len(part) > 20]]
    raw = [key, key.strip(), *(text.encode() for text in texts)]
    forms = [*raw, *(json.dumps(text).strip('"').encode() for text in texts)]
    forms += [each.lower() for each in forms] + [each.hex().encode() for each in raw]
    return [*forms, *(base64.b64encode(each).rstrip(b"=") for each in raw)]


def test_a_bundle_holds_no_secret_in_any_form(folder, tmp_path):
    files = bundle_of(folder, tmp_path)

    secrets = secrets_of(folder)
    assert all(len(secret) >= 6 for secret in secrets)
    for name, content in files.items():
        found = [secret for secret in secrets if secret in content or secret in content.lower()]
        assert found == [], name


def test_the_search_finds_what_is_there(folder):
    """The control: in the files that the bundle is made from all of it is found."""
    there = b"".join(path.read_bytes() for path in folder.iterdir())

    found = {secret for secret in secrets_of(folder) if secret in there}
    assert {n.encode() for n in (*NAMES, UID, NOTE, PROMISE, WORDS)} <= found


def test_a_bundle_says_what_helps(folder, tmp_path):
    files = bundle_of(folder, tmp_path / "bundle.zip")

    assert set(files) == {
        "README.txt",
        "versions.json",
        "config.json",
        "folder.json",
        "doctor.json",
        "journal.json",
        "crash-1.txt",
    }
    journal = json.loads(files["journal.json"])
    assert journal["trouble"] == ""
    assert len(journal["rows"]) == 50
    last = journal["rows"][-1]
    assert last["command"] == {"type": "TakeOverSeat", "player": 1, "name": "…"}
    roll = next(row for row in journal["rows"] if row["command"]["type"] == "RecordRoll")
    assert (roll["command"]["die_1"], roll["command"]["die_2"]) == (1, 2)
    assert {"type": "Rolled"}.items() <= roll["events"][0].items()
    told = json.loads(files["folder.json"])
    assert told["is_pin_set"]
    assert told["cards"] == {"PlayerCard": 1, "ActionCard": 1}
    assert told["files"][JOURNAL_NAME]["bytes"] > 0
    assert b"companion/table.py:7 submit\nValueError\n" in files["crash-1.txt"]
    assert {check["what"] for check in json.loads(files["doctor.json"])} >= {"journal", "storage"}


def test_a_bundle_is_made_of_a_table_that_does_not_open(tmp_path, capsys):
    folder = tmp_path / "table"
    folder.mkdir()
    for name in (JOURNAL_NAME, FILE_NAME):
        (folder / name).write_bytes(b"no journal at all" * 500)

    files = bundle_of(folder, tmp_path)

    assert json.loads(files["journal.json"])["trouble"]
    assert json.loads(files["journal.json"])["rows"] == []
    again = ["support-bundle", "--data", str(folder), str(tmp_path / "there.zip")]
    assert cli.main(again) == 0
    assert cli.main(again) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_bundle_is_a_zip_of_a_folder_that_is_there(tmp_path, capsys):
    archive, missing = tmp_path / "x.tar.gz", tmp_path / "missing"

    assert cli.main(["support-bundle", "--data", str(tmp_path), str(archive)]) == 2
    assert "call it x.zip" in capsys.readouterr().err
    assert cli.main(["support-bundle", "--data", str(missing), str(tmp_path / "x.zip")]) == 2
    assert f"There is no folder {missing}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
