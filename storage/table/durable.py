"""Acknowledged means synced: what a commit wrote is on the disk, and whole, before anybody is told of it.

Lance itself never syncs, and takes some faults of the disk for success. What a commit wrote is read from the manifests, and synced in the order in which each
file may be needed: data, deletions, indexes and transactions, their folders, the manifests, their folder.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping

from ..disk import Disk
from ..lane import Lane
from . import sums
from .manifest import FOLDERS, INDEXES, TRANSACTIONS, VERSIONS, Files, Torn, harm, manifest_name, named


class Durable:
    """One table on the disk: which version is known to be there, and how later ones get there.

    Everything since the last version *this* process synced is synced again, whoever wrote it: a writer that
    was killed between its commit and its syncing leaves a version that others build upon.
    """

    def __init__(self, table: str, disk: Disk, lane: Lane) -> None:
        self.table = table
        self._disk = disk
        self._lane = lane
        self.taken = 0  # the highest number of a version that was set aside: it must not be given again
        self._version = 0
        self._files: Files = {}

    def covers(self, version: int) -> bool:
        """Whether a version needs no syncing any more."""
        return version <= self._version

    async def settle(self, version: int) -> None:
        """Bring a version to the disk. Call it under the lock. Raises Torn when what it names is not whole, OSError
        when the disk does not take it."""
        if not self.covers(version):
            await self._lane.run(lambda: self._settle(version))

    async def settle_removals(self) -> None:
        """After old files were removed: without it they may come back after a power cut."""
        if self._disk.durability == "synced":
            await self._lane.run(self._settle_removals)

    def _settle(self, version: int) -> None:
        before, known = self._version, self._files
        new: dict[str, None] = {}
        manifests: list[str] = []
        files = known
        since = range(before + 1, version + 1)
        for one in since if before else since[-2:]:  # what is older was somebody's to sync, and is never opened
            try:
                files = named(self.table, one)
            except FileNotFoundError:
                if one == version:
                    raise
                continue  # cleaned up meanwhile
            manifests.append(manifest_name(one))
            new.update((path, None) for path in files if path not in known)
        if not manifests or manifests[-1] != manifest_name(version):
            raise Torn(f"version {version} has no manifest")
        self._look_at(new, files)
        folders = self._sync_files(new)
        for folder in sorted(folders):
            self._disk.sync(os.path.join(self.table, folder))
        if folders - {path.split("/")[0] for path in known}:
            self._disk.sync(self.table)  # data/ is born with the first row, _deletions/ with the first edit
        for manifest in manifests:  # last: a manifest must never be durable before what it names
            self._disk.sync(os.path.join(self.table, manifest))
        self._disk.sync(os.path.join(self.table, VERSIONS))
        if not before:
            self._disk.sync(self.table)
            self._disk.sync(os.path.dirname(self.table))
        # What an earlier process noted stays: a file that was harmed since must not pass for what was written.
        there: Mapping[str, int] = {} if before else sums.known(self.table)
        written = [*(p for p in new if p in files and not p.startswith(TRANSACTIONS)), *manifests]
        with contextlib.suppress(OSError):  # a full disk: these files will not be looked at
            sums.note(self.table, [p for p in written if p not in there], self._disk)
        self._version, self._files = version, files

    def _look_at(self, new: Iterable[str], files: Files) -> None:
        for path in new:
            if path in files and (why := harm(self.table, path, files[path])):
                raise Torn(f"{path} {why}")

    def _sync_files(self, paths: dict[str, None]) -> set[str]:
        """Sync these files; the folders they stand in."""
        folders: set[str] = set()
        for path in paths:
            full = os.path.join(self.table, path)
            if path.endswith("/"):
                folders.add(INDEXES)
                for name in sorted(os.listdir(full)) if os.path.isdir(full) else ():
                    self._disk.sync(full + name)
                self._disk.sync(full[:-1])
            else:
                folders.add(os.path.dirname(path))
                self._disk.sync(full)
        return folders

    def _settle_removals(self) -> None:
        indexes = os.path.join(self.table, INDEXES)
        for name in os.listdir(indexes) if os.path.isdir(indexes) else ():
            self._disk.sync(os.path.join(indexes, name))
        for folder in FOLDERS:
            self._disk.sync(os.path.join(self.table, folder))
        self._disk.sync(self.table)
