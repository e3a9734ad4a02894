"""Summaries without a model: the sentences that best cover the material.

Maximum coverage of weighted concepts under a length budget, greedily (Gillick and Favre 2009, "A scalable
global model for summarization"; the greedy step with its guarantee is Khuller, Moss and Naor 1999). A
concept is a search token; it weighs as much as the number of memories that share it, and twice if the
question has it. Language-neutral, and the same for the same memories.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..storage.memory import Memory

_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])|\n+")
CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ASKED_FOR = 2.0
_SHORTEST = 4  # words: a sentence of one word is no bargain


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sentence and the memory it is from."""

    memory: Memory
    sentence: str


def words_in(text: str) -> int:
    """The length of a text in words; two CJK characters count as one."""
    cjk = len(CJK.findall(text))
    return len(CJK.sub(" ", text).split()) + (cjk + 1) // 2


def extract(sources: Sequence[Memory], query: str, max_words: int) -> list[Chosen]:
    """Sentences of `sources` (at least one) that cover most within `max_words`, in the order of the sources."""
    from ..storage.text.grams import query_grams

    sentences = [Chosen(m, s.strip()) for m in sources for s in _SENTENCES.split(m.content) if s.strip()]
    concepts = [frozenset(query_grams(c.sentence).split()) for c in sentences]
    shared = Counter(t for m in sources for t in set(query_grams(m.content).split()))
    asked = frozenset(query_grams(query).split()) if query else frozenset[str]()
    weight = {t: n * (_ASKED_FOR if t in asked else 1.0) for t, n in shared.items()}
    lengths = [words_in(c.sentence) for c in sentences]

    def gain(at: int) -> float:
        return sum(weight.get(t, 0.0) for t in concepts[at] - covered) / max(lengths[at], _SHORTEST)

    covered: set[str] = set()
    taken: list[int] = []
    left = max_words
    # Lazy greedy (Minoux 1978): a gain only shrinks, so the best of the old gains is computed anew first.
    heap = [(-gain(at), at) for at in range(len(sentences))]
    heapq.heapify(heap)
    while heap:
        _, at = heapq.heappop(heap)
        now = gain(at)
        if heap and now < -heap[0][0]:
            heapq.heappush(heap, (-now, at))
            continue
        if now <= 0:
            break
        if taken and lengths[at] > left:
            continue
        taken.append(at)
        covered |= concepts[at]
        left -= lengths[at]
    return [sentences[at] for at in sorted(taken)]
