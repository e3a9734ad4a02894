"""The error tree.

    SimonidesError
     |- InvalidArgument      what the caller gave cannot be used; says which, the limit and the way out
     |   |- SecretRefused    it holds a password, key or token; never repeats it
     |   `- NotYet           the argument is part of the contract, the machinery behind it is not there yet
     |- UnknownMemory        no such memory here (the same words for one that belongs to another owner)
     |- Changed              it was changed since the caller read it
     |- StoreUnavailable     disk, permissions, or a store written by a newer version
     |   `- StoreDamaged     a table is gone, or no version of it is whole
     |- EmbeddingFailed      the model is missing, damaged, or not the one the store was written with
     `- ModelFailed          the configured language model gave nothing that can be used; nothing was changed
         |- ModelUnavailable it cannot be asked now: refused, too slow, too often, or too dear
         `- AnswerUnusable   it answered, and not as it was asked to

All but the last four are the caller's to mend and reach a client as they stand. Anything that is not in
this tree is a bug: it is logged, and a client is told only that.
"""

from __future__ import annotations

from collections.abc import Iterable


class SimonidesError(Exception):
    """Base of every error this project raises on purpose."""


class InvalidArgument(SimonidesError):
    """An argument is unusable. `argument` is its name; the text names the limit and the way out."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"{argument} {problem}")
        self.argument = argument


class SecretRefused(InvalidArgument):
    """A field holds something that must never be stored. Carries the kind and place, never the text."""

    def __init__(self, argument: str, kind: str, start: int, end: int) -> None:
        super().__init__(
            argument,
            f"looks like it holds a {kind} at characters {start} to {end}. Nothing was stored. "
            "Secrets do not belong in memory: say where it is kept instead.",
        )
        self.kind = kind


class NotYet(InvalidArgument):
    """An argument of the contract whose machinery is not there yet. Raised from the table in `tools.notyet`."""


class UnknownMemory(SimonidesError):
    """There is no such memory for this owner."""

    def __init__(self, ids: Iterable[str], hint: str = "recall shows the ids of what is stored") -> None:
        names = ", ".join(repr(i[:40]) for i in list(ids)[:5])
        super().__init__(f"No memory with id {names}; {hint}.")


class Changed(SimonidesError):
    """A memory is no longer what the caller saw. The text says what to do instead."""


class StoreUnavailable(SimonidesError):
    """The store cannot be opened, read or written. The text says what to check."""


class StoreDamaged(StoreUnavailable):
    """What is on the disk cannot be opened by anybody: a backup must take its place."""


class EmbeddingFailed(SimonidesError):
    """The embedding model cannot be used. The text says which setting or command repairs it."""


class ModelFailed(SimonidesError):
    """The configured language model gave nothing that can be used. The text never repeats what it sent."""


class ModelUnavailable(ModelFailed):
    """The model cannot be asked now. `lasting`: nothing but another configuration helps. `again_s`: when to try anew."""

    def __init__(self, problem: str, *, lasting: bool = False, again_s: float = 0.0) -> None:
        super().__init__(problem)
        self.lasting = lasting
        self.again_s = again_s


class AnswerUnusable(ModelFailed):
    """The model answered, and not in the form it was asked for."""
