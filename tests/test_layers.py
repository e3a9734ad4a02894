"""The house: who may import whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Each floor may use itself and what stands after it, nothing before it.
FLOORS = ("server", "tools", "storage")


def modules() -> list[Path]:
    return sorted(p for floor in FLOORS for p in (ROOT / floor).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The dotted names, from the root of the project, that a module imports of ours."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                base = package[: len(package) - node.level + 1]
                yield ".".join([*base, *(node.module or "").split(".")]).strip(".")
            elif (node.module or "").split(".")[0] in (*FLOORS, "simonides"):
                yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.split(".")[0] in FLOORS)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_down_the_floors_only(path: Path) -> None:
    own = FLOORS.index(path.relative_to(ROOT).parts[0])

    above = [name for name in imported(path) for floor in FLOORS[:own] if name.split(".")[0] == floor]

    assert not above


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_sources_never_import_the_root_folders_by_name(path: Path) -> None:
    """`import server` would be a second copy of the module; only the version is taken from the package."""
    absolute = {
        name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else [])
        if name.split(".")[0] in (*FLOORS, "simonides")
    }

    assert absolute <= {"simonides"}


def test_the_rooms_of_storage_use_only_those_below_them() -> None:
    below = {
        "belief": {"table", "text"},
        "relation": {"table", "text"},
        "table": {"text"},
        "llm": {"text"},
        "text": set[str](),
    }
    for path in modules():
        room = path.relative_to(ROOT).parts[1]
        if path.relative_to(ROOT).parts[0] == "storage" and room in below:
            used = {name.split(".")[1] for name in imported(path) if name.startswith("storage.")} & set(below)

            assert used <= below[room] | {room}, path


def test_only_one_file_owns_threads() -> None:
    owners = [p for p in modules() if "to_thread" in p.read_text(encoding="utf-8")]

    assert [p.relative_to(ROOT).as_posix() for p in owners] == ["storage/lane.py"]


def test_only_the_command_line_reads_the_environment() -> None:
    readers = [p for p in modules() if "os.environ" in p.read_text(encoding="utf-8")]

    assert [p.relative_to(ROOT).as_posix() for p in readers] == ["server/cli.py"]


def test_the_packages_listed_for_the_wheel_are_the_folders_there_are() -> None:
    import tomllib

    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])

    folders = {p.parent.relative_to(ROOT).as_posix() for floor in FLOORS for p in (ROOT / floor).rglob("__init__.py")}

    assert listed == {"simonides"} | {"simonides." + f.replace("/", ".") for f in folders}
