"""The mirror: two Markdown files that say what the memory holds, and from which a person's edits are read back.

A page is read, its edits are taken in, and then it is written anew; killed in between, the next pass does the same
again, and what was taken in is a repetition.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime

import anyio

from ..storage.errors import SimonidesError
from ..storage.lane import Lane
from ..storage.memory import Memory
from ..storage.table.erase import Erased, Eraser
from ..storage.table.manifest import is_newest, versions
from ..storage.table.opening import Store
from ..tools.briefing import held_at
from ..tools.mind import Mind
from ..tools.sections import Room, section
from .handwritten import CALLER, ERASED, brought_back, hide, taken_in
from .mirrored import (
    MOST_AT_ONCE,
    TOO_MANY,
    Entry,
    Item,
    Known,
    Page,
    body,
    composed,
    entry_of,
    items,
    left_items,
    readings,
    revision_of,
    taken_apart,
)
from .mirrorfiles import Past, Turn, copy_beside, keep, pasts, put, read, sign_with, stamp, target_of
from .sheet import SUBJECTS, Sheet, plain

log = logging.getLogger(__name__)

POLL_S = 1.0
_AT_LEAST_EVERY_S = 60.0  # what expires changes no version of the table
_AGAIN_S = 5.0  # after a fault
_TRIES = 3  # when a file is edited under a pass
_ANY = 1 << 30
_ID = re.compile(rb"\[([0-9a-z]{12}\.[1-9]\d{0,8})\]")


class Mirror:
    """The two files of one scope in one folder, and the task that keeps them."""

    def __init__(self, mind: Mind, folder: str) -> None:
        self._mind = mind
        self._folder = folder
        self._lane = Lane()
        self._owner = self._sign(f"scope {mind.scope}")[:8]
        self._turn = Turn(folder)
        self._kept: Mapping[str, Past] | None = None  # in a store that cannot be written
        self._version = 0
        self._stamps: object = None
        self._done: object = None
        self._done_at = 0.0

    async def run(self) -> None:
        """Keep the files for ever: a change of the store is written, an edit read, within about two seconds. A fault
        is an alarm, and tried again."""
        try:
            while True:
                await self._look()
                await anyio.sleep(POLL_S)
        except anyio.get_cancelled_exc_class():
            raise
        except BaseException:
            self._mind.store.alarms.sound(
                "mirror", "has stopped by a fault, which is in the log: start the server anew"
            )
            raise

    async def once(self, *, settled: bool = True) -> None:
        """Read both files back and write them anew, where there is anything to be done. A fault is an alarm. Unless
        `settled`, a damaged file is left for a later pass: an editor may be writing it just now."""
        alarms = self._mind.store.alarms
        complaints: list[str] = []
        try:
            await self._lane.run(lambda: self._mind.store.disk.make_folders(self._folder))
            async with self._turn:
                for _ in range(_TRIES):
                    sheets = await self._pass(settled)
                    complaints = [s.complaint for s in sheets if s.complaint]
                    if not any(s.again for s in sheets):
                        break
        except (SimonidesError, OSError) as fault:
            complaints.append(str(fault)[:300])
        if complaints:
            self._done_at = time.monotonic() - _AT_LEAST_EVERY_S + _AGAIN_S
            alarms.sound("mirror", "; ".join(dict.fromkeys(complaints)))
        else:
            alarms.lower("mirror")

    async def _look(self) -> None:
        """One pass if anything changed, or nothing was done for a minute. Files that change while they are looked at
        have time until the next look."""
        try:
            version, stamps = await self._lane.run(self._state)
            moving, self._stamps = stamps != self._stamps, stamps
            idle = time.monotonic() - self._done_at > _AT_LEAST_EVERY_S
            if not moving and (idle or (version, stamps) != self._done):
                self._done, self._done_at = (version, stamps), time.monotonic()
                await self.once()
                _, self._stamps = await self._lane.run(self._state)  # what this pass wrote is no edit to wait for
        except OSError as fault:
            self._mind.store.alarms.sound("mirror", str(fault)[:300])

    def _state(self) -> tuple[int, object]:
        table = self._mind.store.durable.table
        if not is_newest(table, self._version):
            self._version = max(versions(table), default=0)
        return self._version, [stamp(target_of(self._folder, s.name)) for s in SUBJECTS]

    def _sign(self, text: str) -> str:
        return sign_with(self._mind.store.key, text)

    async def _pass(self, settled: bool) -> list[Sheet]:
        """Read, take in, write."""
        mind = self._mind
        version, sheets = await self._lane.run(self._read)
        ever = {i: known for sheet in sheets for i, known in sheet.past.ever.items()}
        for sheet in sheets:
            await self._judge(sheet, ever, settled)
        present = {i for sheet in sheets for i in sheet.said.kept}
        for sheet in sheets:
            self._miss(sheet, present)
        for sheet in sheets:
            await self._save_copy(sheet, ever)
            if mind.store.read_only and sheet.edited and not sheet.alone and sheet.raw is not None:
                sheet.leave_alone(f"edits of {sheet.subject.name} wait: the store is open for reading only")
            if not sheet.alone:
                await self._take(sheet)
        there = await held_at(mind, mind.scope, mind.clock())
        for sheet, memories in zip(sheets, (there.user, there.work), strict=True):
            try:
                sheet.again = not (sheet.alone or await self._write(sheet, memories, version))
            except OSError as fault:
                sheet.complaint = f"{sheet.subject.name} cannot be written: {fault}"[:300]
        return sheets

    def _read(self) -> tuple[int, list[Sheet]]:
        version, _ = self._state()
        kept = self._kept or pasts(self._mind.store.folder)
        if self._mind.store.read_only:
            self._kept = kept
        sheets: list[Sheet] = []
        for subject in SUBJECTS:
            path = target_of(self._folder, subject.name)
            sheet = Sheet(subject, path, None, kept.get(path) or Past())
            try:
                sheet.raw = read(path)
            except OSError as fault:  # the other page is kept all the same
                sheet.leave_alone(f"{subject.name} cannot be read: {fault}")
            sheets.append(sheet)
        return version, sheets

    async def _judge(self, sheet: Sheet, ever: Mapping[str, Known], settled: bool) -> None:
        """What state a page is in, and what it says."""
        if sheet.raw is None:
            return
        page = sheet.page = taken_apart(sheet.raw.decode("utf-8", "surrogateescape"))
        if page.owner and page.owner != self._owner:
            sheet.leave_alone(
                f"{sheet.subject.name} is that of another store or scope and left alone; give another folder, or move it"
            )
            return
        base = sheet.past.written.get(page.revision)
        as_it_was = page.state == "whole" and revision_of(page.lines, self._sign) == page.revision
        if page.state == "absent" and sheet.past.written:
            sheet.page, sheet.damaged = Page("broken"), True
        elif page.state == "broken" or (page.state == "whole" and base is None and not as_it_was):
            sheet.damaged = True
        elif page.state == "whole":
            sheet.base = base or {}
            lines = () if as_it_was else page.lines
            sheet.said = readings(items(lines), sheet.base, ever, self._sign)
            if as_it_was:
                sheet.said.kept |= sheet.base.keys()
            await self._look_at_left(sheet, ever)
            sheet.said.written += await brought_back(self._mind, sheet.said.brought)
        sheet.alone = sheet.damaged and not settled

    async def _look_at_left(self, sheet: Sheet, ever: Mapping[str, Known]) -> None:
        """What was not taken before is looked at again only where it was changed, or waits for its turn. A line that
        was made from one that is erased since goes: most of it may be what was erased."""
        for item in left_items(sheet.page):
            key = self._sign(item.text)
            why = sheet.past.refused.get(key, "")
            waits = why == TOO_MANY and len(sheet.said.written) >= MOST_AT_ONCE
            if waits or why not in ("", TOO_MANY):
                if why.startswith(ERASED) or not await self._erased(item):
                    sheet.left[key] = (item.raw, why)
                continue
            more = readings([item], {}, ever, self._sign)
            sheet.said.written += more.written
            sheet.said.refused += more.refused
            sheet.said.brought += more.brought

    async def _erased(self, item: Item) -> bool:
        """Whether an item has the id of a memory that was erased."""
        ids = [i.decode() for i in _ID.findall(item.text.encode("utf-8", "surrogateescape"))]
        there = await self._mind.reader.get(ids)
        at, stones = self._mind.clock(), self._mind.store.tombstones
        gone = [Memory(id=i, scope="", kind="fact", content="", recorded_at=at) for i in ids if i not in there]
        return bool(gone and await self._lane.run(lambda: stones.naming_itself(gone)))

    def _miss(self, sheet: Sheet, present: set[str]) -> None:
        """What was taken out of a page, unless nothing is left of it: that is rather damage."""
        gone = sheet.base.keys() - present
        if gone and sheet.base.keys() & sheet.said.kept:
            sheet.gone = gone
        elif gone:
            sheet.damaged = True

    async def _save_copy(self, sheet: Sheet, ever: Mapping[str, Known]) -> None:
        """Keep a damaged page beside, less the lines of what was erased; copies of what is erased since go."""
        if self._mind.store.read_only or sheet.alone:
            return
        disk, at = self._mind.store.disk, self._mind.clock()
        named = {i.decode() for i in _ID.findall(sheet.raw or b"")} | ever.keys()
        if sheet.damaged and (raw := sheet.raw or b"").strip():
            there = await self._mind.reader.get(named)
            lines = raw.splitlines(keepends=True)
            kept = b"".join(x for x in lines if all(i.decode() in there for i in _ID.findall(x)))
            name = sheet.subject.name
            path = await self._lane.run(lambda: copy_beside(self._folder, name, kept, at, disk))
            sheet.past.copies[path] = sorted(there)
            self._mind.audit.note(at, CALLER.client, "mirror", "damaged")
            log.warning("%s was damaged and is written anew; what it was is in %s", name, path)
        for path, ids in list(sheet.past.copies.items()):
            if len(await self._mind.reader.get(ids)) < len(ids):
                await self._lane.run(lambda path=path: disk.remove(path))
                del sheet.past.copies[path]
                await self._keep(sheet)

    async def _take(self, sheet: Sheet) -> None:
        """Bring what a person changed into the memory; what cannot be taken stays with its reason, and is not tried
        again as it is."""
        for item, why in sheet.said.refused:
            sheet.left[self._sign(item.text)] = (item.raw, why)
        for written in sheet.said.written:
            key = self._sign(written.item.text)
            why = sheet.past.refused.get(key, "")
            if why in ("", TOO_MANY):
                why = await taken_in(self._mind, written, sheet.subject.kind)
            if why:
                sheet.left[key] = (written.item.raw, why)
        await hide(self._mind, sheet.gone)

    async def _write(self, sheet: Sheet, memories: Sequence[Memory], version: int) -> bool:
        """Write a page unless it says what it should; False when somebody edits it just now."""
        subject, past = sheet.subject, sheet.past
        shown = section(subject.title, memories, Room(subject.characters, _ANY), self._mind.zone).shown
        as_asked = sheet.page.state == "whole" and not sheet.edited and {m.id for m in shown} == set(sheet.base)
        if as_asked and version == past.version:
            return True  # also when another process words it otherwise: two must not take turns for ever
        entries = [entry_of(m, self._mind.zone) for m in shown]
        lines = body(subject.title, entries, len(memories))
        text = composed(
            sheet.page, subject.name, subject.about, self._owner, lines, list(sheet.left.values()), self._sign
        )
        refused = {key: why for key, (_, why) in sheet.left.items()}
        same = sheet.raw is not None and plain(text) == plain(sheet.raw.decode("utf-8", "surrogateescape"))
        revision = revision_of(lines, self._sign)
        if same and refused == past.refused and revision in past.written:
            return True
        past.refused = refused
        past.note(revision, {e.id: self._known(e) for e in entries}, version)
        await self._keep(sheet)
        if same:
            return True
        raw, disk = text.encode("utf-8", "surrogateescape"), self._mind.store.disk
        return await self._lane.run(lambda: put(sheet.path, raw, sheet.raw, disk))

    def _known(self, entry: Entry) -> Known:
        return Known(self._sign(entry.text), self._sign(entry.noted), entry.cut)

    async def _keep(self, sheet: Sheet) -> None:
        """Keep what is about to be written before it is: a page whose revision is not known cannot be read back."""
        store = self._mind.store
        if store.read_only:
            self._kept = {**(self._kept or {}), sheet.path: sheet.past}
            return
        async with store.lock:
            await self._lane.run(lambda: keep(store.folder, {sheet.path: sheet.past}, store.disk))


class MirroredEraser(Eraser):
    """An eraser after which the files are written anew before the erase is answered."""

    def __init__(
        self, store: Store, beside: Callable[[Collection[str]], None], rewritten: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(store, beside)
        self._rewritten = rewritten

    async def erase(self, choose: Callable[[], Awaitable[Sequence[Memory]]], at: datetime) -> Erased:
        done = await super().erase(choose, at)
        await self._rewritten()
        return done
