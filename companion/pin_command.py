"""The command `tapbank pin set`."""

import argparse
import getpass
import sys

from companion.config import configuration
from companion.errors import EXIT_OK, UsageError
from companion.journal.faults import fault_of_system
from companion.journal.opening import FOLDER_MODE
from companion.locales import _
from companion.pin import Pin, check_pin


def run_pin(arguments: argparse.Namespace) -> int:
    """Ask for a new PIN twice, or take it from standard input where that is no terminal.

    Raises:
        UsageError: The two differ, or it is no PIN.
    """
    told = configuration(arguments)
    if sys.stdin.isatty():
        pin = getpass.getpass(_("The banker's new PIN: "))
        check_pin(pin)  # before it is typed a second time
        if pin != getpass.getpass(_("Once more: ")):
            raise UsageError(_("The two differ: nothing was changed."))
    else:
        pin = sys.stdin.readline().strip()
    try:
        told.data.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        Pin(told.data).choose(pin)
    except OSError as error:
        raise fault_of_system(error, told.data) from error
    sys.stderr.write(_("The PIN is set; who corrects the table is asked for it.") + "\n")
    return EXIT_OK
