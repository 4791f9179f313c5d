"""Where Tapbank keeps its things."""

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the folder of journals used when none is named: `$TAPBANK_DATA`, then XDG's."""
    if named := os.environ.get("TAPBANK_DATA"):
        return Path(named)
    return platformdirs.user_data_path("tapbank")
