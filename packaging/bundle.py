"""Build dist/simonides-<version>.mcpb: the sources, the manifest and the entry point, for clients that take bundles.

The same sources give the same bytes: names in order, one time for all, stored as they are. Prints the file and its
SHA-256, which an entry in the registry of servers needs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("simonides", "server", "tools", "storage")
BESIDE = ("pyproject.toml", "README.md", "LICENSE")
OWN = ("manifest.json", "serve.py")
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time a zip can say


def contents() -> Iterator[tuple[str, Path]]:
    """Names in the bundle and the files they come from."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix == ".py" or path.name == "py.typed":
                yield path.relative_to(ROOT).as_posix(), path
    yield from ((name, ROOT / name) for name in BESIDE)
    yield from ((name, ROOT / "packaging" / name) for name in OWN)


def build(out: Path) -> Path:
    """Write the bundle into a folder; its path. Raises SystemExit when the versions differ."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    said = json.loads((ROOT / "packaging" / "manifest.json").read_text(encoding="utf-8"))["version"]
    if said != version:
        raise SystemExit(f"packaging/manifest.json says version {said}, pyproject.toml {version}; make them the same.")
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"simonides-{version}.mcpb"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as bundle:
        for name, path in sorted(contents()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = 3  # POSIX, on whatever system it is built
            entry.external_attr = 0o100644 << 16
            bundle.writestr(entry, path.read_bytes())
    return target


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "dist", help="folder to write to")
    built = build(options.parse_args().out)
    sys.stdout.write(f"{built}\nsha256 {hashlib.sha256(built.read_bytes()).hexdigest()}\n")
