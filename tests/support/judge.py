"""Runs under either Python: takes jobs as lines of JSON, lets the firmware judge, answers a line.

`judge.py FIRMWARE`; a job is `["learn", floor, [[face, levels], …]]` or
`["read", profile, [levels, …]]`.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
try:
    import micropython
except ImportError:

    class micropython:  # noqa: N801  stands for the module
        """`const` is all that the firmware needs of it."""

        @staticmethod
        def const(value):
            """Return the value."""
            return value

    sys.modules["micropython"] = micropython

from calibration import Calibration
from codebook import read_die
from profiles import Profile


def learn(floor, placements):
    """Return the margin and the profile that a board learns from these placements."""
    calibration = Calibration()
    codes = [calibration.empty(bytearray(floor))]
    codes += [calibration.top(bytearray(levels), face, (0, 1)) for face, levels in placements]
    if any(codes):
        return codes
    profile = calibration.profile()
    levels = [list(profile.floor), list(profile.pip), list(profile.body)]
    return [calibration.margin()[0], calibration.left(), levels]


def read(profile, many):
    """Return the two faces of each, 0 for unreadable and -1 for empty."""
    profile = Profile(*profile)
    return [[read_die(bytearray(levels), slot, profile)[0] for slot in range(2)] for levels in many]


for line in sys.stdin:
    job = json.loads(line)
    print(json.dumps(learn(*job[1:]) if job[0] == "learn" else read(*job[1:])))  # noqa: T201
