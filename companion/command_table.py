"""Every command of the program: its words, its options, and the module that does it.

Nothing is imported before its command runs, so that `--help` is quick.
"""

import argparse
import os
import sys
from pathlib import Path

from companion.arguments import Parser, factor, players, positive
from companion.card_table import card_commands
from companion.command import (
    Command,
    data_option,
    device_options,
    json_option,
    pin_option,
    use_pin_file,
)
from companion.edition_options import edition_options
from companion.errors import TapbankError
from companion.locales import _
from companion.record_table import record_commands
from companion.screen.options import screen_options

CHECKOUT = Path(__file__).resolve().parent.parent


def commands() -> tuple[Command, ...]:
    """Return all commands, in the order in which people meet them."""
    return (
        Command(
            "demo",
            _("Play on an emulated table: no hardware is needed."),
            "tapbank demo --players 4 --seed 7",
            _demo_options,
            _demo,
        ),
        Command(
            "play",
            _("Open the banker's screen; start the table where none runs, resume its game."),
            "tapbank play --board /dev/ttyACM0 --reader /dev/ttyUSB0",
            _play_options,
            _play,
        ),
        Command(
            "table",
            _("Run the table alone, without a screen, until it is told to stop."),
            "tapbank table --data /var/lib/tapbank --reader /dev/ttyUSB0",
            _table_options,
            _table,
        ),
        Command(
            "console",
            _("Type commands to the running table, or send it the given lines."),
            "tapbank console -c 'cash Ada 1500' -c 'turn Ada'",
            _console_options,
            _console,
        ),
        Command(
            "case",
            _("Play case files and check what they expect."),
            "tapbank case tests/cases/*.case",
            _case_options,
            _case,
        ),
        Command(
            "edition",
            _("List the boards; begin a file for one of your own; check such a file."),
            "tapbank edition new holiday --from gb -o holiday.toml",
            edition_options,
            _edition,
        ),
        *card_commands(),
        *record_commands(),
        Command(
            "emulate",
            _("Run an emulated dice board and card readers on pseudo-terminals."),
            "tapbank emulate --dir /tmp/table",
            _emulate_options,
            _emulate,
        ),
        Command(
            "hands",
            _("Do what hands do at the emulated table: tap, throw, press, unplug."),
            "tapbank hands --dir /tmp/table 'tap Ada' 'throw 3 4'",
            _hands_options,
            _hands,
        ),
        Command(
            "simulate",
            _("Play many games by simulated players: how long will our evening last?"),
            "tapbank simulate --games 1000 --rules family",
            _simulate_options,
            _simulate,
        ),
        Command(
            "test",
            _("Run the test suite; what follows goes to pytest."),
            "tapbank test -q tests/engine",
            _test_options,
            _test,
        ),
    )


def run_tests(pytest_arguments: list[str]) -> int:
    """Become pytest in the checkout.

    Raises:
        TapbankError: The program was installed without its tests.
    """
    if not (CHECKOUT / "tests").is_dir():
        raise TapbankError(_("The tests come with the source: run ./tapbank test in a checkout."))
    os.chdir(CHECKOUT)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *pytest_arguments])  # noqa: S606  # no shell is wanted


def _game_options(parser: Parser) -> None:
    parser.add_argument(
        "--edition",
        metavar="ID",
        help=_("The board and cards of a first game: us, or a file of your own."),
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, help=_("The same seed shuffles and throws alike.")
    )


def _board_engine_option(parser: Parser) -> None:
    parser.add_argument(
        "--board-engine",
        choices=("cpython", "micropython"),
        default="cpython",
        help=_("Which Python runs the board's firmware: cpython if not said."),
    )


def _speed_option(parser: Parser) -> None:
    parser.add_argument(
        "--speed",
        metavar="X",
        type=factor,
        default=1.0,
        help=_("How many times faster than life dice and cards move: 1 if not said."),
    )


def _players_option(parser: Parser) -> None:
    parser.add_argument(
        "--players",
        metavar="N",
        type=players,
        default=4,
        help=_("How many play, 2 to 8: 4 if not said."),
    )


def _demo_options(parser: Parser) -> None:
    _players_option(parser)
    parser.add_argument(
        "--seed", metavar="S", type=int, help=_("The same seed plays the same game.")
    )
    _speed_option(parser)
    parser.add_argument(
        "--hands",
        action="store_true",
        help=_("Nobody plays by itself: your keys tap the cards and throw the dice."),
    )
    parser.add_argument("--headless", action="store_true", help=_("Without a screen."))
    parser.add_argument(
        "--turns", metavar="N", type=positive, help=_("End after N turns, with a summary.")
    )
    json_option(parser)
    _board_engine_option(parser)


def _demo(arguments: argparse.Namespace) -> int | None:
    from companion.demo import run_demo  # noqa: PLC0415  # see the module's docstring

    return run_demo(arguments)


def _play_options(parser: Parser) -> None:
    data_option(parser)
    pin_option(parser)
    device_options(parser)
    _game_options(parser)
    screen_options(parser)


def _play(arguments: argparse.Namespace) -> int | None:
    from companion.wiring import run_play  # noqa: PLC0415  # see the module's docstring

    use_pin_file(arguments)
    return run_play(arguments)


def _table_options(parser: Parser) -> None:
    data_option(parser)
    device_options(parser)
    _game_options(parser)


def _table(arguments: argparse.Namespace) -> int | None:
    from companion.wiring import run_table  # noqa: PLC0415  # see the module's docstring

    return run_table(arguments)


def _console_options(parser: Parser) -> None:
    data_option(parser)
    pin_option(parser)
    parser.add_argument(
        "-c",
        metavar="LINE",
        dest="lines",
        action="append",
        default=[],
        help=_("A line to carry out; say it again for each further one."),
    )
    json_option(parser)


def _console(arguments: argparse.Namespace) -> int | None:
    from companion.console.commands import run_console  # noqa: PLC0415  # see the docstring

    use_pin_file(arguments)
    return run_console(arguments)


def _case_options(parser: Parser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help=_("A case file."))
    parser.add_argument("--show", action="store_true", help=_("Print the table after each line."))
    json_option(parser)


def _case(arguments: argparse.Namespace) -> int | None:
    from companion.console.commands import run_cases  # noqa: PLC0415  # see the docstring

    return run_cases(arguments)


def _edition(arguments: argparse.Namespace) -> int | None:
    from companion.edition_commands import run_edition  # noqa: PLC0415  # see the docstring

    return run_edition(arguments)


def _directory_option(parser: Parser) -> None:
    parser.add_argument(
        "--dir",
        metavar="DIR",
        type=Path,
        required=True,
        help=_("The folder of the emulated table: its devices, its cards, its control socket."),
    )


def _emulate_options(parser: Parser) -> None:
    _directory_option(parser)
    parser.add_argument(
        "--readers",
        metavar="N",
        type=positive,
        default=1,
        help=_("How many card readers: 1 if not said."),
    )
    _speed_option(parser)
    _board_engine_option(parser)


def _emulate(arguments: argparse.Namespace) -> int | None:
    from hardware.emulator.emulate import run_emulator  # noqa: PLC0415  # see the docstring

    return run_emulator(
        arguments.dir,
        readers=arguments.readers,
        speed=arguments.speed,
        board_engine=arguments.board_engine,
    )


def _hands_options(parser: Parser) -> None:
    _directory_option(parser)
    parser.add_argument(
        "lines", metavar="LINE", nargs="+", help=_("What hands do, one quoted line each.")
    )


def _hands(arguments: argparse.Namespace) -> int | None:
    from hardware.emulator.control import hands  # noqa: PLC0415  # see the docstring

    return hands(arguments.dir, arguments.lines)


def _simulate_options(parser: Parser) -> None:
    parser.add_argument(
        "--games", metavar="N", type=positive, default=200, help=_("How many: 200 if not said.")
    )
    _players_option(parser)
    parser.add_argument(
        "--seed", metavar="S", type=int, help=_("The same seed plays the same games.")
    )
    parser.add_argument(
        "--rules", metavar="PRESET", default="default", help=_("The switches of this preset.")
    )
    parser.add_argument(
        "--compare",
        metavar="PRESET PRESET",
        nargs=2,
        help=_("Two presets side by side, with 95 % intervals."),
    )
    parser.add_argument(
        "--edition", metavar="ID", default="us", help=_("The board: an id, or a file of your own.")
    )
    parser.add_argument(
        "--policies",
        metavar="NAMES",
        help=_("Who plays: trader, careful, beginner, passive, with commas between."),
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=positive,
        help=_("Processes: one a processor if not said. The games are the same."),
    )
    parser.add_argument(
        "--max-turns",
        metavar="N",
        dest="turns_max",
        type=positive,
        default=1000,
        help=_("Stop a game after N turns and report it as capped: 1000 if not said."),
    )
    parser.add_argument(
        "--csv", metavar="FILE", type=Path, help=_("Write a line a game to this file.")
    )
    parser.add_argument("--svg", metavar="FILE", type=Path, help=_("Write charts to this file."))
    parser.add_argument("--png", metavar="FILE", type=Path, help=_("The same as a PNG."))
    json_option(parser)


def _simulate(arguments: argparse.Namespace) -> int | None:
    from companion.simulate import run_simulate  # noqa: PLC0415  # see the module's docstring

    return run_simulate(arguments)


def _test_options(parser: Parser) -> None:
    parser.add_argument("arguments", metavar="PYTEST-ARGUMENT", nargs="*", help=_("See pytest."))


def _test(arguments: argparse.Namespace) -> int | None:
    return run_tests(arguments.arguments)
