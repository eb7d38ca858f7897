"""The errors the scorer raises. An illegal hand is not one of them: it is a result (`Score.valid` is false)."""

from __future__ import annotations

LARGEST_SHOWN = 10**20


class ScorerError(ValueError):
    """Something handed to the scorer is not what it should be; the message is one sentence."""


class HandFormatError(ScorerError):
    """The input is no hand at all: a field is missing, has the wrong type or an unknown value."""


class RulesError(ScorerError):
    """A rule set names an unknown key, an impossible value, or does not exist."""


def shown(value: object) -> str:
    """Show a value in an error message: cut short, and what is no plain value by its type.

    >>> shown("s11"), shown(None), shown([1, 2]), shown(10**5000)
    ("'s11'", 'None', 'a list', 'a very large number')
    """
    if isinstance(value, int) and abs(value) > LARGEST_SHOWN:
        return "a very large number"  # Python refuses to write out more than 4,300 digits
    if value is None or isinstance(value, str | int | float):
        return repr(value[:40] if isinstance(value, str) else value)
    return f"a {type(value).__name__}"
