"""The errors the scorer raises. An illegal hand is not one of them: it is a result (`Score.valid` is false)."""

from __future__ import annotations


class ScorerError(ValueError):
    """Something handed to the scorer is not what it should be; the message is one sentence."""


class HandFormatError(ScorerError):
    """The input is no hand at all: a field is missing, has the wrong type or an unknown value."""


class RulesError(ScorerError):
    """A rule set names an unknown key, an impossible value, or does not exist."""
