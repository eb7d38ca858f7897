"""A dictionary that cannot be changed, and that can be copied and pickled (a mapping proxy cannot)."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Entry = TypeVar("Entry")


class FrozenTable(dict[Key, Entry]):
    """A table of a rule set.

    >>> table = FrozenTable({"青": 8})
    >>> table["青"] = 16
    Traceback (most recent call last):
    TypeError: a rule set cannot be changed; load one with overrides
    """

    def _refuse(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("a rule set cannot be changed; load one with overrides")

    __setitem__ = __delitem__ = __ior__ = update = clear = pop = popitem = setdefault = _refuse

    def __reduce__(self) -> tuple[type[FrozenTable[Key, Entry]], tuple[dict[Key, Entry]]]:
        """Copy and pickle by making it anew, since entries cannot be set."""
        return (type(self), (dict(self),))
