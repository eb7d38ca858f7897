"""Exports to damage, and photos to keep."""

import copy
import io
import json

from ledger_databases import evening, key, played
from PIL import Image

from ledger import ScoreNote, hand_json
from ledger.types import ScoreLine
from scorer import read_notation


def photo(kind="JPEG", **saving):
    buffer = io.BytesIO()
    Image.new("RGB", (40, 30), (60, 110, 80)).save(buffer, kind, **saving)
    return buffer.getvalue()


def rich_evening(ledger):
    """An evening in which everything happened: all outcomes, edits, undone and abandoned steps, a photo."""
    table = evening(ledger, 3, dealer=1)
    names = [key() for _ in range(4)]
    hand, context = read_notation("碰贰贰贰 碰八八八 七七柒 十十拾 二三四 五六七 八九十 | 胡八")
    note = ScoreNote(14, ("红",), (ScoreLine("碰贰贰贰 3 胡", "column", 3, 0, ("b2", "b2", "b2")), ScoreLine("=14")))
    won = played(
        -1, 3, -2, dealer=1, winner=1, source="discard", discarder=0, seen={"p": 0.5, "x": [None, True, "二"]},
        hand=hand_json(hand, context), score=note,
    )  # fmt: skip
    ledger.record(table.id, won, key=names[0], photo=photo())
    ledger.record(table.id, played(0, 0, 0, dealer=1), key=names[1])
    ledger.record(table.id, played(2, 2, -4, dealer=1, fouler=2, compensation=2), key=names[2])
    ledger.edit(names[1], played(5, 0, -5, dealer=1, winner=0))
    ledger.undo(table.id)
    ledger.delete(names[1])
    ledger.record(table.id, played(1, 1, -2, dealer=2, winner=0), key=names[3])
    return ledger.undo(table.id)


def places(value, path=()):
    """Every path into a JSON value, the root first."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, entry in items:
        yield from places(entry, (*path, name))


def put(value, path, new):
    """A copy of a JSON value with another entry at a path."""
    if not path:
        return new
    changed = copy.deepcopy(value)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = new
    return changed


def drop(value, path):
    """A copy of a JSON value without the entry at a path."""
    changed = copy.deepcopy(value)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return changed


def dump(value):
    return json.dumps(value).encode()
