"""The commands about a journal: checked, shown, exported, copied."""

import argparse
from pathlib import Path

from companion.arguments import Parser, positive
from companion.command import Command, data_option, device_options, json_option
from companion.locales import _


def record_commands() -> tuple[Command, ...]:
    """Return what is done with a journal besides playing."""
    return (
        Command(
            "doctor",
            _("Look at devices, storage, clock and books; exit 0, 1 (warnings), 2 (broken)."),
            "tapbank doctor --board /dev/ttyACM0 --reader /dev/ttyUSB0",
            _doctor_options,
            _doctor,
        ),
        Command(
            "pin",
            _("Set the PIN that who puts the table right is asked for."),
            "tapbank pin set --data /var/lib/tapbank",
            _pin_options,
            _pin,
        ),
        Command(
            "verify",
            _("Check a journal, its games and its second copies."),
            "tapbank verify game-1",
            _verify_options,
            _verify,
        ),
        Command(
            "replay",
            _("Print the table as it stood after a row of its journal."),
            "tapbank replay --to 418 game-1",
            _replay_options,
            _replay,
        ),
        Command(
            "export",
            _("Print a game: its rows, its ledger, or a case file of what stands."),
            "tapbank export --format case game-1",
            _export_options,
            _export,
        ),
        Command(
            "backup",
            _("Copy the journal, also while its table runs."),
            "tapbank backup /media/stick",
            _backup_options,
            _backup,
        ),
        Command(
            "restore",
            _("Put a backup in the journal's place; what is there is kept."),
            "tapbank restore /media/stick/tapbank-20260101-200000.sqlite3",
            _restore_options,
            _restore,
        ),
        Command(
            "support-bundle",
            _("Pack what helps to mend a table into one file, without names and secrets."),
            "tapbank support-bundle /media/stick",
            _bundle_options,
            _bundle,
        ),
    )


def _pin_options(parser: Parser) -> None:
    data_option(parser)
    parser.add_argument(
        "what", metavar="set", choices=("set",), help=_("The banker's PIN is asked for, twice.")
    )


def _pin(arguments: argparse.Namespace) -> int | None:
    from companion.pin_command import run_pin  # noqa: PLC0415  # see the docstring

    return run_pin(arguments)


def _doctor_options(parser: Parser) -> None:
    data_option(parser)
    device_options(parser)
    json_option(parser)


def _doctor(arguments: argparse.Namespace) -> int | None:
    from companion.doctor import run_doctor  # noqa: PLC0415  # see the docstring

    return run_doctor(arguments)


def _game_argument(parser: Parser) -> None:
    data_option(parser)
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help=_("A game's id, or a journal's folder: the newest game if not said."),
    )


def _verify_options(parser: Parser) -> None:
    _game_argument(parser)


def _verify(arguments: argparse.Namespace) -> int | None:
    from companion.records.commands import run_verify  # noqa: PLC0415  # see the docstring

    return run_verify(arguments)


def _replay_options(parser: Parser) -> None:
    _game_argument(parser)
    parser.add_argument(
        "--to", metavar="N", type=positive, help=_("The row's number: the last if not said.")
    )


def _replay(arguments: argparse.Namespace) -> int | None:
    from companion.records.commands import run_replay  # noqa: PLC0415  # see the docstring

    return run_replay(arguments)


def _export_options(parser: Parser) -> None:
    _game_argument(parser)
    parser.add_argument(
        "--format",
        choices=("json", "csv", "case"),
        default="json",
        help=_("All rows, the ledger, or a case file: json if not said."),
    )


def _export(arguments: argparse.Namespace) -> int | None:
    from companion.records.commands import run_export  # noqa: PLC0415  # see the docstring

    return run_export(arguments)


def _backup_options(parser: Parser) -> None:
    data_option(parser)
    parser.add_argument(
        "target", metavar="DEST", type=Path, help=_("A folder, or the name of a new file.")
    )


def _backup(arguments: argparse.Namespace) -> int | None:
    from companion.records.commands import run_backup  # noqa: PLC0415  # see the docstring

    return run_backup(arguments)


def _bundle_options(parser: Parser) -> None:
    data_option(parser)
    parser.add_argument(
        "target",
        metavar="DEST",
        type=Path,
        nargs="?",
        help=_("A folder, or the name of a new file: here if not said."),
    )


def _bundle(arguments: argparse.Namespace) -> int | None:
    from companion.support_bundle import run_support_bundle  # noqa: PLC0415  # see the docstring

    return run_support_bundle(arguments)


def _restore_options(parser: Parser) -> None:
    data_option(parser)
    parser.add_argument(
        "source", metavar="SRC", type=Path, help=_("A backup, or a journal's folder.")
    )


def _restore(arguments: argparse.Namespace) -> int | None:
    from companion.records.commands import run_restore  # noqa: PLC0415  # see the docstring

    return run_restore(arguments)
