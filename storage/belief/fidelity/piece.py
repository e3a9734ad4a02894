"""A part of a text that is looked for in others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text, from `start` to `end`, as it was written."""

    start: int
    end: int
    words: str


def blanked(text: str, pieces: list[Piece]) -> str:
    """The text with blanks for the pieces, so that what remains keeps its place."""
    for piece in pieces:
        text = text[: piece.start] + " " * (piece.end - piece.start) + text[piece.end :]
    return text
