"""A process that is not to outlive its parent, where that has gone before it could say so."""

import os
import signal
import subprocess
import sys

from support.tables import DEADLINE_S, ROOT

ASK = "from companion.parentage import end_with_parent; end_with_parent({parent}); print('goes on')"


def asking(parent: int) -> subprocess.CompletedProcess[str]:
    """Run a process that takes *parent* for its parent."""
    words = [sys.executable, "-c", ASK.format(parent=parent)]
    return subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE_S, check=False
    )


def test_who_has_lost_its_parent_already_ends_at_once():
    lost = asking(parent=os.getppid())
    assert (-signal.SIGTERM, "") == (lost.returncode, lost.stdout)

    assert "goes on\n" == asking(parent=os.getpid()).stdout
