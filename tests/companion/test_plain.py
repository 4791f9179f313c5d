"""The table as numbered lines: every question, choice, act and refusal, answered by numbers."""

import asyncio
import io
import subprocess
import sys
from pathlib import Path

import pytest
from support import scenes
from support import situations as s
from support.scripted_table import ScriptedTable
from support.tables import DEADLINE_S, ROOT, attached, running_table

from companion.client import Client
from companion.locales import language, set_language
from companion.protocol import Notice, PressButton, PromptShown, TapCard, ThrowDice, TurnKnob
from companion.screen import plain
from companion.screen.plain import Hand, Teller
from engine import commands as c
from engine.evolve import evolve


def told(messages):
    """Return the lines that messages become."""
    lines = []
    current = {}
    teller = Teller(lambda: current["state"], lines.append, Path("table"))
    state = messages[0].state
    for message in messages:
        if hasattr(message, "events"):
            state = evolve(state, message.events)
        current["state"] = state
        teller.tell(message)
    return lines


def test_a_question_has_numbered_choices_with_the_balance_after():
    lines = told(scenes.offer(4))

    assert "? Chiara: buy Boardwalk? · tap your card" in lines
    assert " *1 Buy for 400 leaves 875" in lines
    assert "  2 Auction" in lines


def test_what_happens_is_numbered_with_balances_and_what_hands_do():
    heard = s.Heard(4).do(c.RecordRoll(1, 1))
    lines = told(heard.messages)

    assert "#2 3 throws 1+1, to D2 Tennessee Avenue" in lines
    assert "#2 3 rent: D2 Tennessee Avenue 200 3→1" in lines
    assert any(line.startswith("= Anna 1,840 → ") for line in lines)
    assert "> Chiara: 2 on, to Tennessee Avenue" in lines


def test_another_highlight_says_only_the_choice():
    messages = scenes.offer(4)
    prompt = messages[-1].prompt
    moved = PromptShown(prompt.__class__(**{**_fields(prompt), "highlight": 1}))
    lines = told([*messages, moved])

    assert " *2 Auction" == lines[-1]
    assert 1 == sum(line.startswith("? ") and "buy" in line for line in lines)


def _fields(struct):
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def test_deals_warnings_lost_devices_and_the_end_are_told():
    deal = told(scenes.deal(4))
    out = told(scenes.out(4))
    over = told(scenes.over(4))

    assert any("Bogdan: R1 Reading Railroad" in line and "(signed)" in line for line in deal)
    assert any(line.startswith("! READER 1 lost") for line in out)
    assert any(line.startswith("1. Anna") for line in over)
    assert "! look" == told([scenes.start(2)[0], Notice("look", is_warning=True)])[-1]


def test_hidden_balances_are_not_told():
    state = s.after(s.lobby(2), c.ChooseRule("balances", "own_tap"), c.StartGame())
    lines = told([s.welcome(state)])

    assert "1 Anna · hidden · GO" in lines


async def answered(messages, lines, count):
    """Return what the table hears when *lines* are typed."""
    said = []
    async with ScriptedTable(messages[0]) as table:
        client = Client(table.path, "plain")
        running = asyncio.create_task(client.run())
        await asyncio.wait_for(client.welcomed(), DEADLINE_S)
        for message in messages[1:]:
            table.say(message)
        async with asyncio.timeout(DEADLINE_S):
            while client.replica.prompt != messages[-1].prompt:  # noqa: ASYNC110  # it has no event
                await asyncio.sleep(0.01)
        hand = Hand(client, said.append)
        for line in lines:
            await hand.do(line)
        heard = await table.heard(count)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return heard, said


async def test_a_number_is_the_card_of_the_one_asked():
    heard, _said = await answered(scenes.offer(4), ["1"], 1)

    assert [TapCard("3")] == heard


async def test_where_all_are_asked_a_number_goes_with_a_name():
    heard, said = await answered(scenes.auction(4), ["3", "2 bog", "9", "2 nobody"], 2)

    assert [TurnKnob(1), TapCard("2")] == heard
    assert "Whose?" in said[0]
    assert ["! There is no choice 9 now.", "! Nobody here is called nobody."] == said[1:]


async def test_the_pin_is_not_asked_for_where_everybody_can_read_it():
    _heard, said = await answered(scenes.offer(4), ["pin"], 0)

    assert said == ["! Everybody could read it here: start again with --pin-file."]


async def test_buttons_cards_and_the_knob_have_words():
    lines = ["yes", "hold yes", "n", "menu", "u", "b", "up", "tap anna"]
    heard, _said = await answered(scenes.offer(4), lines, len(lines))

    assert [
        PressButton("yes"), PressButton("yes", 2.0), PressButton("no"), PressButton("menu"),
        TapCard("undo"), TapCard("banker"), TurnKnob(1), TapCard("1"),
    ] == heard  # fmt: skip
    assert ThrowDice not in {type(request) for request in heard}


def test_a_game_is_played_through_a_pipe(tmp_path):
    """Two join, start, throw, and a wrong line is refused in a sentence."""
    data = tmp_path / "data"
    with running_table(data):
        done = subprocess.run(
            [sys.executable, "-m", "companion", "play", "--plain", "--data", str(data)],
            cwd=ROOT, text=True, capture_output=True, timeout=DEADLINE_S, check=False,
            input="players Ada Ben\nstart\nturn Ada\nroll 1 2\nbuy\nbuild Ada baltic\nxyz\nshow\n",
        )  # fmt: skip

    assert 0 == done.returncode
    for words in ("Ada", "buys: A2 Baltic Avenue", "Legal now", "! There is no verb", "@baltic"):
        assert words in done.stdout, done.stdout


async def test_where_no_table_answers_it_is_said_which_and_how_to_get_it_back(monkeypatch, capsys):
    monkeypatch.setattr(plain, "SILENT_S", 0.05)
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    table = ScriptedTable(scenes.start(2)[0])
    folder = table.path.parent
    sentence = f"The table on {folder} does not answer. If that lasts, start it again: "
    line = f"tapbank table --data {folder}\n"
    running = asyncio.create_task(asyncio.to_thread(plain.run_plain, table.path))
    said = ""
    async with asyncio.timeout(DEADLINE_S):
        while sentence not in said:  # what is printed has no event
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
    assert sentence + line == said

    async with table:
        assert 0 == await running
    lost = []
    Teller(dict, lost.append, folder).connection(False)  # noqa: FBT003  # as the client calls it
    assert [sentence + line.strip()] == lost


@pytest.fixture
def _english_again():
    yield
    set_language("en")


@pytest.mark.usefixtures("_english_again")
async def test_a_plain_screen_follows_the_tables_language(tmp_path):
    with running_table(tmp_path / "data"):
        async with attached(tmp_path / "data") as client:
            lines = []
            teller = Teller(lambda: client.state, lines.append, tmp_path)
            client.on_message = teller.tell
            client.choose_language("nl")
            async with asyncio.timeout(DEADLINE_S):
                while client.replica.tongue.language != "nl":  # noqa: ASYNC110  # it has no event
                    await asyncio.sleep(0.01)

    assert "nl" == language()
