"""Models whose judgements are known beforehand: they answer from a table, not from understanding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simonides.storage.llm.task import A, Material, Task

Script = Callable[[Material], Mapping[str, Any]]


class Scripted:
    """A model that answers each task by a function of its material, and remembers what it was shown."""

    name, place = "scripted", "nowhere"

    def __init__(self, **scripts: Script) -> None:
        self.scripts = scripts
        self.asked: list[tuple[str, Material]] = []

    async def state(self) -> Mapping[str, Any]:
        return {}

    async def answer(self, task: Task[A], material: Material) -> A:
        """The answer of the task's script, checked as a real one is; one with nothing in it where there is no script."""
        self.asked.append((task.name, material))
        given = self.scripts.get(task.name, _nothing)(material)
        return task.form.model_validate({**_EMPTY[task.name], **given}, context={"ids": material.ids})


def _nothing(material: Material) -> Mapping[str, Any]:
    return {}


_EMPTY: Mapping[str, Mapping[str, Any]] = {
    "claims": {"claims": []},
    "pairs": {"judgements": []},
    "merging": {},
    "importance": {"ratings": []},
    "summary": {},
    "procedure": {"goal": "", "succeeded": [], "steps": []},
}


def slots(by_text: Mapping[str, tuple[Any, ...]]) -> Script:
    """Claims by the text of a statement: subject, relation, object, and perhaps whether it is exclusive and since when."""

    def read(material: Material) -> Mapping[str, Any]:
        shown = [(s["id"], by_text.get(s["text"])) for s in material.data["statements"]]
        return {"claims": [_claim(id_, *claim) for id_, claim in shown if claim]}

    return read


def _claim(id_: str, subject: str, relation: str, value: str, exclusive: bool | None = None, when: str = "") -> Any:
    claim = {"subject": subject, "relation": relation, "object": value, "exclusive": exclusive}
    return {"id": id_, **claim, "when": when, "confidence": 0.95}


def verdicts(by_texts: Mapping[tuple[str, str], str], confidence: float = 0.9) -> Script:
    """Verdicts by the texts of a pair, the earlier first; all others are unrelated."""

    def judge(material: Material) -> Mapping[str, Any]:
        told = [
            (p["id"], by_texts.get((p["earlier"]["text"], p["later"]["text"]), "unrelated"))
            for p in material.data["pairs"]
        ]
        return {
            "judgements": [
                {"id": id_, "reason": "by the table", "verdict": verdict, "confidence": confidence}
                for id_, verdict in told
            ]
        }

    return judge


def merged_as(text: str) -> Script:
    """A merged text, from all statements shown."""
    return lambda material: {"text": text, "sources": list(material.ids)}


def sentences(*texts: str) -> Script:
    """A summary of these sentences, each citing all statements shown."""
    return lambda material: {"sentences": [{"text": t, "sources": list(material.ids)[:12]} for t in texts]}
