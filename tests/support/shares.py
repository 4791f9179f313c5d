"""How much of a campaign runs with all other tests; `tests/README.md` lists the variables."""

import os


def share(name: str, usual: int) -> int:
    """Return how many are asked for by `TAPBANK_NAME`, else the *usual* few."""
    return int(os.environ.get(f"TAPBANK_{name}", usual))


def report(line: str) -> None:
    """Print a figure: shown with `-rP`, and where the test fails."""
    print(line)  # noqa: T201  # the report
