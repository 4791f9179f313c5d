"""The table's voice, with a program on the path that writes down what it is to say."""

import asyncio
import os
import shutil
import stat
import subprocess

import pytest
from support import situations as s
from support.tables import DEADLINE_S, attached, running_table

from companion import locales
from companion.protocol import Choice, Notice, Prompt, PromptShown, ReceiptsSeen, Tongue
from companion.speech import PROGRAM, Speaker
from companion.views.spoken import spoken_prompt, spoken_step
from engine import commands as c

SPOKEN = """#!/bin/sh
for word in "$@"; do printf '%s|' "$word" >> "$SPOKEN"; done
echo >> "$SPOKEN"
while [ -e "$SPOKEN.busy" ]; do sleep 0.02; done
"""


@pytest.fixture
def spoken(tmp_path, monkeypatch):
    """Put a program of the same name on the path; the file holds a line a call."""
    program = tmp_path / "bin" / PROGRAM
    program.parent.mkdir()
    program.write_text(SPOKEN)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SPOKEN", str(tmp_path / "spoken"))
    return tmp_path / "spoken"


async def said(path, count):
    """Return the first *count* sentences once they were said."""
    async with asyncio.timeout(DEADLINE_S):
        while not path.exists() or len(path.read_text().splitlines()) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # a file says nothing when it grows
    return [line.split("|")[-2] for line in path.read_text().splitlines()]


def asked(title, highlight=0):
    choices = (Choice("Buy", None), Choice("Auction", None))
    return PromptShown(Prompt("offer", s.seat(0), title, choices=choices, highlight=highlight))


async def test_a_question_is_said_once_and_then_only_the_choice(spoken):
    speaker = Speaker(lambda: s.mid_game(4), is_aloud=True)
    for message, count in ((asked("Anna: buy?"), 1), (asked("Anna: buy?", 1), 2)):
        speaker.hear(message)
        await said(spoken, count)
    speaker.hear(asked("Anna: buy?", 1))
    await speaker.close()

    assert ["Anna: buy?. Buy", "Auction"] == await said(spoken, 2)
    assert "-v|en|-a|100|-s|150|--|" in spoken.read_text()


async def test_the_newest_question_comes_first_and_two_sentences_wait_at_most(spoken):
    busy = spoken.with_name("spoken.busy")
    busy.touch()
    speaker = Speaker(lambda: s.mid_game(4), is_aloud=True)
    speaker.hear(Notice("zero"))
    await said(spoken, 1)
    for word in ("one", "two", "three"):
        speaker.hear(Notice(word))
    speaker.hear(asked("old"))
    speaker.hear(asked("new"))
    busy.unlink()

    assert ["zero", "new. Buy", "three"] == await said(spoken, 3)
    await speaker.close()


async def test_switched_off_it_is_silent_at_once(spoken):
    spoken.with_name("spoken.busy").touch()
    speaker = Speaker(lambda: s.mid_game(4), is_aloud=True)
    speaker.hear(Notice("long"))
    speaker.hear(Notice("never"))
    await said(spoken, 1)
    speaker.turn()
    async with asyncio.timeout(DEADLINE_S):
        await speaker.close()

    assert ["long"] == await said(spoken, 1)


async def test_it_speaks_the_language_of_the_table(spoken):
    locales.set_language("cs")
    try:
        speaker = Speaker(lambda: s.mid_game(4), is_aloud=True)
        speaker.hear(Notice("ahoj"))
        await said(spoken, 1)
        await speaker.close()
    finally:
        locales.set_language("en")

    assert spoken.read_text().startswith("-v|cs|")


async def test_without_a_program_there_is_no_voice(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    speaker = Speaker(lambda: s.mid_game(4), is_aloud=True)
    speaker.hear(Notice("nobody hears it"))

    assert not speaker.has_voice
    await speaker.close()


def test_who_pays_whom_is_said_in_the_nominative():
    state, heard = s.played(s.mid_game(4), c.RecordRoll(1, 1))

    words = spoken_step(heard[0], state)

    assert "Chiara: throws 1+1" in words
    assert "pays" in words
    assert "Anna receives: rent: D2 Tennessee Avenue." in words


def test_a_hidden_balance_is_never_said():
    hidden = s.after(s.lobby(2), c.ChooseRule("balances", "own_tap"), c.StartGame())
    wallet = Prompt("wallet", s.seat(0), "Anna has 1,500")

    assert "" == spoken_prompt(hidden, wallet, None)
    assert "Anna has 1,500" == spoken_prompt(s.mid_game(2), wallet, None)


async def test_a_table_speaks_when_it_is_told_to_and_changes_its_language(spoken, tmp_path):
    with running_table(tmp_path / "data"):
        async with attached(tmp_path / "data") as client:
            assert Tongue("en", False, True) == client.replica.tongue  # noqa: FBT003
            heard = asyncio.Queue()
            client.on_message = heard.put_nowait
            client.choose_speech()
            assert Tongue("en", True, True) == await asyncio.wait_for(heard.get(), DEADLINE_S)  # noqa: FBT003
            client.tap("1")
            assert await said(spoken, 1)
            client.choose_language("it")
            async with asyncio.timeout(DEADLINE_S):
                while client.replica.tongue.language != "it":
                    await heard.get()
            client.press("yes")
            async with asyncio.timeout(DEADLINE_S):
                while not isinstance(await heard.get(), ReceiptsSeen):
                    pass
            client.choose_language("xx")
            async with asyncio.timeout(DEADLINE_S):
                while not (isinstance(told := await heard.get(), Notice) and "xx" in told.text):
                    pass

    assert told.is_warning


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("code", locales.available())
def test_the_real_program_knows_every_language(code, tmp_path):
    path = tmp_path / "said.wav"
    done = subprocess.run(
        [PROGRAM, "-v", code, "-s", "150", "-w", str(path), "--", "1275"],
        check=False,
        capture_output=True,
    )

    assert 0 == done.returncode
    assert path.stat().st_size > 10_000
