"""The part of `docs/rules.md` that is made from the table's switches and presets.

python tests/tools/switches.py     write it anew
"""

import ast
import inspect
import re
from pathlib import Path

from tools.boards import table

from engine.house_rules import PRESETS, HouseRules, keys, values

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
PART = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def text(page: str) -> str:
    """Return *page* with its made parts as they must be."""
    parts = {"switches": switches(), "presets": presets()}
    return PART.sub(lambda found: f"{found[1]}\n{parts[found[2]]}\n{found[3]}", page)


def switches() -> str:
    """Return every switch, what it takes, and what it says."""
    said = meanings()
    rows = [
        (f"`{key}`", " · ".join(f"`{value}`" for value in values(key)), default(key), said[key])
        for key in keys()
    ]
    return table(("switch", "takes", "if not said", "meaning"), rows)


def default(key: str) -> str:
    """Return what a switch is where nobody has turned it."""
    value = getattr(HouseRules(), key)
    return "as the edition prints" if value == -1 else f"`{value}`"


def presets() -> str:
    """Return what each preset turns; all else is as where nothing is said."""
    rows = [
        (
            f"`{name}`",
            ", ".join(
                f"`{key} {getattr(rules, key)}`"
                for key in keys()
                if getattr(rules, key) != getattr(HouseRules(), key)
            ),
        )
        for name, rules in PRESETS.items()
    ]
    return table(("preset", "turns"), rows)


def meanings() -> dict[str, str]:
    """Return the sentence under each switch in the source."""
    (described,) = ast.parse(inspect.getsource(HouseRules)).body
    pairs = zip(described.body, described.body[1:], strict=False)
    return {
        field.target.id: said.value.value
        for field, said in pairs
        if isinstance(field, ast.AnnAssign) and isinstance(said, ast.Expr)
    }


if __name__ == "__main__":
    PAGE.write_text(text(PAGE.read_text("utf-8")), encoding="utf-8")
