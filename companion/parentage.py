"""Processes of ours that must not outlive the one that began them."""

import ctypes
import signal

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_libc = ctypes.CDLL(None)


def end_with_parent() -> None:
    """Have this process told to end when its parent does, even by SIGKILL (prctl(2))."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
