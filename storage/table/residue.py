"""Old versions of a table, and what is on its disk that no kept version names.

Done here and not by Lance, which first compacts, and so needs room where there may be none.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Iterator

from .manifest import DATA, DELETIONS, FOLDERS, INDEXES, VERSIONS, Torn, manifest_name, named, versions

_HINT = f"{VERSIONS}/latest_version_hint.json"


def files_below(table: str) -> Iterator[str]:
    """All files of a table, as paths below it."""
    for root, _, names in os.walk(table):
        for name in names:
            yield os.path.relpath(os.path.join(root, name), table).replace(os.sep, "/")


def units(table: str) -> set[str]:
    """Data files, deletion files and folders of indexes there are: what an erase must replace, all of it."""
    found: set[str] = set()
    for path in files_below(table):
        top, _, rest = path.partition("/")
        if top in (DATA, DELETIONS):
            found.add(path)
        elif top == INDEXES:
            found.add(f"{top}/{rest.partition('/')[0]}/")
    return found


def unnamed(table: str) -> list[str]:
    """Files that no version there is names. A manifest that cannot be read names nothing."""
    kept = {_HINT}
    folders: list[str] = []
    for version in versions(table):
        kept.add(manifest_name(version))
        with contextlib.suppress(Torn, FileNotFoundError):
            for path in named(table, version):
                folders.append(path) if path.endswith("/") else kept.add(path)
    index_folders = tuple(folders)
    return sorted(p for p in files_below(table) if p not in kept and not p.startswith(index_folders))


def sweep(table: str) -> int:
    """Remove what no version names, and folders that stand empty. Call it under the lock: a commit under way
    has files that nothing names yet. How many files went."""
    gone = unnamed(table)
    for path in gone:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(table, path))
    for root, _, _ in os.walk(os.path.join(table, INDEXES), topdown=False):
        if os.path.relpath(root, table) not in FOLDERS:
            with contextlib.suppress(OSError):  # not empty: in use
                os.rmdir(root)
    return len(gone)


def drop_versions(table: str, keep: int, older_than_s: float = 0.0) -> int:
    """Drop all but the newest `keep` versions, where they are older than that, and what only they named.

    Call it under the lock, with the newest version on the disk. Readers of a dropped version look again. No version
    is kept that is older than one that goes, whatever the clock said when they were written: that there are no
    gaps is how a newer version is known (`is_newest`). How many versions went.
    """
    paths = [os.path.join(table, manifest_name(version)) for version in versions(table)[keep:]]
    if older_than_s:
        now = time.time()
        paths = list(itertools.dropwhile(lambda path: now - os.stat(path).st_mtime < older_than_s, paths))
    for path in reversed(paths):
        os.unlink(path)
    sweep(table)
    return len(paths)


def left_of(table: str, before: set[str]) -> list[str]:
    """What an erase left behind: empty when it is complete. `before`: the `units` there were."""
    newest = versions(table)[0]
    deletions = [p for p in named(table, newest) if p.startswith(DELETIONS)]
    return sorted({*deletions, *(units(table) & before), *unnamed(table)})
