"""Before a store is opened: can the folder carry it, and is every table whole? What is torn is set aside.

A power cut may leave the newest manifest empty, or naming files that are not whole; Lance then refuses the
table, or opens it and fails at every scan. The version before it is whole, and was the last one acknowledged.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..alarms import Alarms
from ..disk import Disk
from ..errors import StoreDamaged, StoreUnavailable
from . import sums
from .manifest import DATA, DELETIONS, INDEXES, VERSIONS, Torn, check, manifest_name, named, version_of, versions

DAMAGED = "damaged"  # where what cannot be used is kept for whoever wants to look at it
_SUMS = ".sums"
_MOST_PASSED = 200
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "afs"}
)


def why_read_only(folder: str) -> str:
    """Why nothing can be written in a folder; empty when it can."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"{folder} cannot be written by this user; check its owner and permissions"
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-") as probe:
            linked = probe.name + ".link"
            try:
                os.link(probe.name, linked)  # how Lance commits: without it two writers overwrite each other
            finally:
                with contextlib.suppress(OSError):
                    os.unlink(linked)
    except OSError as fault:
        if fault.errno in _FULL:
            return ""  # a full disk is not a read-only one: erasing works, and makes room
        return f"{folder} cannot be written, or its file system has no hard links ({fault.strerror})"
    return ""


def _full_errors() -> frozenset[int]:
    import errno

    return frozenset({errno.ENOSPC, errno.EDQUOT})


_FULL = _full_errors()


def network_drive(folder: str) -> str:
    """The kind of network file system a folder is on; empty for a local one, or where that cannot be told."""
    mounts = Path("/proc/self/mountinfo")
    if sys.platform != "linux" or not mounts.exists():
        return ""
    best, kind = "", ""
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        left, _, right = line.partition(" - ")
        point = left.split()[4].encode().decode("unicode_escape")
        if len(point) >= len(best) and os.path.commonpath([point, folder]) == point:
            best, kind = point, right.split()[0]
    return kind if kind in _NETWORK else ""


@dataclass(frozen=True, slots=True)
class Healed:
    """What healing leaves to be done: indexes to build anew, and numbers of versions to pass (`pass_numbers`)."""

    indexes: Sequence[str]
    taken: int = 0


def heal(table: str, disk: Disk, alarms: Alarms) -> Healed:
    """See to it that the newest version of a table is whole, stepping back over those that are not.

    What was set aside stands in `damaged`. Raises StoreDamaged when no version is whole, OSError when
    one cannot be read.
    """
    there, torn, kept = versions(table), list[tuple[int, Torn]](), sums.known(table)
    for version in there:
        try:
            broken_indexes = {*check(table, version), *_flipped(table, version, kept, alarms)}
        except Torn as why:
            torn.append((version, why))
            continue
        _set_aside(table, [bad for bad, _ in torn], disk)
        for bad, why in torn:
            alarms.sound(
                f"{os.path.basename(table)} version {bad}",
                f"{why}. It was set aside; version {version} is used, and what came after it is missing",
            )
        return Healed(sorted(broken_indexes), _taken(table, version))
    name = os.path.basename(table)
    if (not there and os.path.isdir(os.path.join(table, VERSIONS))) or (
        os.path.isdir(os.path.join(table, DATA)) and not there
    ):
        raise StoreDamaged(f"{name} has data but no manifest left that says which belongs to it. {_WAY_OUT}")
    why = str(torn[0][1]) if torn else "nothing is left of it"
    raise StoreDamaged(f"{name} is damaged: {why}, and no earlier version is whole. {_WAY_OUT}")


def _taken(table: str, version: int) -> int:
    """The highest number of a version that was ever set aside, told by its name in `damaged`: who did that may have
    died before the number was passed. A number far above is none that was given, but a damaged name."""
    folder, start = os.path.join(os.path.dirname(table), DAMAGED), f"{os.path.basename(table)}-"
    names = os.listdir(folder) if os.path.isdir(folder) else []
    given = (version_of(name.removeprefix(start)) for name in names if name.startswith(start))
    return max((v for v in given if v is not None and v <= version + _MOST_PASSED), default=0)


def newest_whole(table: str) -> int:
    """The newest version that is whole. Raises StoreUnavailable when there is none."""
    for version in versions(table):
        try:
            if not check(table, version):
                return version
        except Torn:
            continue
    raise StoreUnavailable(f"No version of {os.path.basename(table)} is whole. {_WAY_OUT}")


def set_newer_aside(table: str, version: int, disk: Disk) -> None:
    """Set the manifests of all later versions aside."""
    _set_aside(table, [v for v in versions(table) if v > version], disk)


def _flipped(table: str, version: int, kept: Mapping[str, int], alarms: Alarms) -> list[str]:
    """The indexes of a version whose files are not what was written. Raises Torn when its manifest or a list of
    deleted rows is not. A data file that is not is said: each row in it has a checksum of its own."""
    differing = sums.differing(table, [manifest_name(version), *named(table, version)], kept)
    for path in differing:
        if path.startswith((VERSIONS, DELETIONS)):
            raise Torn(f"{path} is not what was written")
        if path.startswith(DATA):
            alarms.sound("data", f"{path} is not what was written: what cannot be read is left out; restore a backup")
    return sorted({path.rpartition("/")[0] + "/" for path in differing if path.startswith(INDEXES)})


_WAY_OUT = "Nothing was changed. Put a backup back: simonides restore FILE."


def _set_aside(table: str, torn: Sequence[int], disk: Disk) -> None:
    """Set the manifests of these versions aside, newest first."""
    if not torn:
        return
    folder = os.path.join(os.path.dirname(table), DAMAGED)
    os.makedirs(folder, exist_ok=True, mode=0o700)
    for version in torn:
        path = manifest_name(version)
        target = os.path.join(folder, f"{os.path.basename(table)}-{os.path.basename(path)}")
        os.replace(os.path.join(table, path), target)
        disk.sync(target)
    with contextlib.suppress(FileNotFoundError):  # it may name a version that went
        os.unlink(os.path.join(table, VERSIONS, "latest_version_hint.json"))
    disk.sync(folder)
    disk.sync(os.path.join(table, VERSIONS))
    sums.prune(table, disk)


def place_aside(table: str) -> str:
    """Where a whole table can be put away."""
    folder = os.path.join(os.path.dirname(table), DAMAGED)
    os.makedirs(folder, exist_ok=True, mode=0o700)
    return os.path.join(folder, f"{len(os.listdir(folder))}-{os.path.basename(table)}")


def set_table_aside(table: str, aside: str, disk: Disk) -> None:
    """Put a whole table away that cannot be used, with the checksums of its files."""
    os.replace(table, aside)
    if os.path.exists(sums.path_of(table)):
        os.replace(sums.path_of(table), aside + _SUMS)
    disk.sync(os.path.dirname(aside))
    disk.sync(os.path.dirname(table))


def bring_table_back(table: str, aside: str, disk: Disk) -> None:
    """Put a table back where it was; what was made there meanwhile goes."""
    made = aside + ".made"
    if os.path.isdir(table):
        os.replace(table, made)
    sums.drop(table, disk)  # of files that have the same names
    os.replace(aside, table)
    if os.path.exists(aside + _SUMS):
        os.replace(aside + _SUMS, sums.path_of(table))
    shutil.rmtree(made, ignore_errors=True)
    disk.sync(os.path.dirname(aside))
    disk.sync(os.path.dirname(table))


def set_aside(folder: str) -> list[str]:
    """What stands in `damaged`."""
    path = os.path.join(folder, DAMAGED)
    return sorted(os.listdir(path)) if os.path.isdir(path) else []
