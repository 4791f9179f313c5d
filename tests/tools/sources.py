"""The project's own files, as data for the tests about them."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "firmware_bridge", "companion", "hardware")
FIRMWARE = ROOT / "hardware" / "firmware"
Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    def functions(self) -> Iterator[Definition]:
        """Yield every function, methods and inner ones included."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Definition))

    def docstrings(self) -> Iterator[str]:
        """Yield the docstrings of the module, its classes, functions and fields."""
        for node in ast.walk(self.tree):
            if isinstance(body := getattr(node, "body", None), list):
                for inner in body:
                    if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant):
                        yield str(inner.value.value)

    def strings(self) -> set[str]:
        """Return every string in the code; a module may be started by its name."""
        return {
            node.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }

    def imported(self) -> set[str]:
        """Return the names of what is imported, whether a module or a member of one."""
        names: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
        return names


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file of the checkout that is kept, or would be."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


@cache
def modules(*tops: str) -> tuple[Module, ...]:
    """Return the Python files under the top-level folders *tops*."""
    return tuple(
        _module(path)
        for path in tracked()
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in tops
    )


@cache
def texts() -> dict[str, str]:
    """Return the text of every kept file that is text, by its path in the checkout."""
    found: dict[str, str] = {}
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data:
            found[str(path.relative_to(ROOT))] = data.decode()
    return found


def _module(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(name, path, text, ast.parse(text, str(path)))
