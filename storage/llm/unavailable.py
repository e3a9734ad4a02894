"""Why no endpoint answered, where that matters to who counts failures or money."""

from __future__ import annotations

from ..errors import ModelUnavailable


class Unasked(ModelUnavailable):
    """The question was never sent, for a reason of our own: that says nothing of the endpoint."""


class Unreached(ModelUnavailable):
    """Nobody was there: whatever was asked cost nothing."""
