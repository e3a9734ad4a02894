"""One page of an answer, cut to the token budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from ..storage.memory import Memory
from .fuse import Why
from .reply import Entity, Shown, cut, tokens, tokens_of
from .shown import line, record, with_content

# Kept free for what surrounds the memories: heading, fence and notes in one form, field names, time and
# cursor in the other.
_AROUND = 130
_CUT_MARK = " … [cut; recall(ids=[…], max_tokens=8000) has it whole]"


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory to show. `step` groups hits that belong together (versions of one memory): a page ends
    between groups, never inside one, unless the group alone is too large."""

    memory: Memory
    score: float | None = None
    why: tuple[Why, ...] = ()
    step: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """What a question found, before the budget: hits, whether there are more, and how sure; asked for an entity, those
    found, each with a group of hits."""

    hits: Sequence[Hit]
    more: bool
    found: float | None = None
    complete: bool = True
    whole: bool = False
    note: str = ""
    order: Sequence[str] = ()
    entities: Sequence[Entity] = ()

    def expanded(self, hits: Sequence[Hit]) -> Page:
        """The same page with each hit replaced by a group (`step` is the id of the hit it stands for)."""
        return replace(self, hits=hits, order=[h.memory.id for h in self.hits])

    def consumed(self, taken: int) -> int:
        """How many of the original hits the first `taken` groups account for, those they stand for included."""
        if not self.order or not taken:
            return taken
        groups = [group[0].step for group in self.steps()]
        end = self.order.index(groups[taken - 1]) + 1
        while end < len(self.order) and self.order[end] not in groups:
            end += 1
        return end

    def steps(self) -> list[list[Hit]]:
        """Hits by group; those without a group each alone. `whole` pages count single hits."""
        groups: list[list[Hit]] = []
        for hit in self.hits:
            if hit.step and not self.whole and groups and groups[-1][0].step == hit.step:
                groups[-1].append(hit)
            else:
                groups.append([hit])
        return groups


@dataclass(frozen=True, slots=True)
class Assembled:
    """What fitted: records, lines, how many groups were taken, and whether one was cut."""

    shown: list[Shown]
    lines: list[str]
    taken: int
    cut: bool


def assemble(page: Page, max_tokens: int, zone: tzinfo | None, later: Mapping[str, str]) -> Assembled:
    """As many groups of the page as fit the budget in both forms; the first always, cut if it must be."""
    room = max_tokens - _AROUND - tokens(page.note) - sum(2 * tokens_of(e) for e in page.entities)
    shown: list[Shown] = []
    lines: list[str] = []
    spent, taken, was_cut = [0, 0], 0, False
    for group in page.steps():
        made = [_record(hit, zone, later) for hit in group]
        told = [line(s, len(lines) + 1 + i) for i, s in enumerate(made)]
        cost = [sum(map(tokens_of, made)) + len(made), sum(map(tokens, told)) + len(told)]
        if spent[0] + cost[0] > room or spent[1] + cost[1] > room:
            if taken:
                break
            made, told = _squeezed(made, room)
            was_cut, cost = True, [room, room]
        shown, lines = shown + made, lines + told
        spent = [spent[0] + cost[0], spent[1] + cost[1]]
        taken += 1
    return Assembled(shown, lines, taken, was_cut)


def _record(hit: Hit, zone: tzinfo | None, later: Mapping[str, str]) -> Shown:
    made = record(hit.memory, zone, later.get(hit.memory.id, ""))
    score = None if hit.score is None else round(hit.score, 3)
    return made.model_copy(update={"score": score, "why": list(hit.why)})


def _squeezed(made: Sequence[Shown], room: int) -> tuple[list[Shown], list[str]]:
    """The first group inside the room: contents cut at a sentence, and of many versions the newest. What
    surrounds the content goes first when it alone is too large."""
    kept: list[Shown] = []
    for shown in reversed(made):
        left = room - sum(_cost(s) for s in kept) - tokens(_CUT_MARK)
        frame = _cost(with_content(shown, ""))
        if frame > left // 2:
            shown = shown.model_copy(update={"tags": [], "claims": [], "contests": [], "source": cut(shown.source, 20)})
            shown = shown.model_copy(update={"session": "", "scope": cut(shown.scope, 20)})
            frame = _cost(with_content(shown, ""))
        if left - frame < 8 and kept:
            break
        part = shown.content
        for _ in range(8):  # escapes count in JSON: cut again until it fits
            if _cost(with_content(shown, part)) <= left or tokens(part) <= 8:
                break
            part = cut(part, max(8, tokens(part) - (_cost(with_content(shown, part)) - left)))
        kept.insert(0, with_content(shown, part if part == shown.content else part + _CUT_MARK))
    return kept, [line(s, i + 1) for i, s in enumerate(kept)]


def _cost(shown: Shown) -> int:
    """The larger of a record's two forms."""
    return max(tokens_of(shown), tokens(line(shown, 1))) + 2
