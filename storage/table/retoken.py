"""Rows whose search tokens an older version made: tokenised anew, some at a time, while the store is in use.

Until their turn comes they are found by meaning and by the tokens they have.
"""

from __future__ import annotations

from .reader import Reader
from .rows import DERIVED_VERSION
from .writer import Writer

AT_ONCE = 300  # rows: a commit that holds writers up for a moment only
OUTDATED = f"(grams_version IS NULL OR grams_version < {DERIVED_VERSION})"


async def retoken(reader: Reader, writer: Writer) -> bool:
    """Tokenise the next rows anew, in one commit; whether there were any.

    Rows damaged on the disk stay as they are, and so do those of a newer version. Raises StoreUnavailable when
    the table cannot be read or written.
    """
    rows = await reader.where(OUTDATED, limit=AT_ONCE)
    if rows:
        await writer.derive([m.id for m in rows])
    return bool(rows)
