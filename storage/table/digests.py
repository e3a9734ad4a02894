"""Which statements a table cannot hold: most that are told are new, and need no look for their like."""

from __future__ import annotations

from collections.abc import Iterable

MOST = 500_000  # digests kept, some 40 MB; a larger table is asked instead


class Digests:
    """Digests of all rows, of any status, of one version of the table.

    It only ever rules out. Rows that others wrote are not among them, so it speaks for the version it knows
    and no other; what this process writes it follows.
    """

    def __init__(self) -> None:
        self.version = -1
        self._seen: set[int] = set()

    def learn(self, version: int, digests: Iterable[str]) -> None:
        """Take in the digests of a version, read from the table."""
        self._seen = {_short(d) for d in digests if d}
        self.version = version if len(self._seen) <= MOST else -1

    def advance(self, before: int, after: int, digests: Iterable[str] = ()) -> None:
        """This process, alone under the lock, made the versions from `before` to `after` and added these rows."""
        if before == self.version:
            self._seen.update(_short(d) for d in digests if d)
            self.version = after if len(self._seen) <= MOST else -1

    def rule_out(self, digest: str, version: int) -> bool:
        """Whether no row of a version has this digest; False when that is not known."""
        return version == self.version and _short(digest) not in self._seen


def _short(digest: str) -> int:
    return int(digest[:15], 16) if len(digest) == 64 else hash(digest)
