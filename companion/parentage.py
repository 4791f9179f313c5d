"""Processes of ours that must not outlive the one that began them."""

import ctypes
import os
import signal

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_libc = ctypes.CDLL(None)


def end_with_parent(parent: int) -> None:
    """Have this process end with *parent*, even by SIGKILL (prctl(2)), or now if that is gone."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it had gone before the kernel was told
        os.kill(os.getpid(), signal.SIGTERM)
