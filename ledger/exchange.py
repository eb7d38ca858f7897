"""One evening as a JSON file: written for a backup or another ledger, and read back without trusting it."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from sqlalchemy import insert, select

from ledger.checks import check_evening, check_key, check_photo, check_round
from ledger.codec import PLAIN, read_score, read_stamp, round_row, stamp
from ledger.errors import (
    BadEvening,
    BadExport,
    BadRound,
    EveningExists,
    ExportTooLarge,
    NewerExport,
    NotAnExport,
    PhotoRefused,
)
from ledger.reading import count_rounds, read_evening, read_steps
from ledger.schema import evenings, photos, rounds, steps
from ledger.types import Json, Round, RulesUsed, ScoreNote, Step

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

FORMAT = "daer-evening"
VERSION = 1
LARGEST_FILE = 32 * 1024 * 1024
MOST_VALUES = 1_000_000
"""Most commas and brackets of a file: a list of a million empty lists would take a gigabyte once read."""
MOST_ROUNDS = 10_000
ACTIONS = ("record", "edit", "delete")
STATES = ("applied", "undone", "abandoned")
EVENING_KEYS = ("id", "created_at", "date", "seats", "first_dealer", "rules")
STEP_KEYS = ("number", "key", "action", "state", "at", "round")
ROUND_KEYS = (*PLAIN, "payments", "seen", "hand", "score")
SCORE_KEYS = ("total", "labels", "lines")
LINE_KEYS = ("text", "kind", "number", "column", "cards")


@dataclass(frozen=True)
class Export:
    """A file whose every part has been checked, as rows of the tables."""

    evening: dict[str, Any]
    rounds: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    photos: list[dict[str, Any]]


def evening_row(key: str, date: dt.date, names: tuple[str, ...], first_dealer: int, rules: RulesUsed) -> dict[str, Any]:
    """Give the columns of an evening, without when it was made."""
    row = {
        "id": key,
        "date": date.isoformat(),
        "seats": len(names),
        "first_dealer": first_dealer,
        "rules_name": rules.name,
        "rules_version": rules.version,
        "house_file": rules.house_file,
        "house_text": rules.house_text,
    }
    return row | {f"name{seat}": name for seat, name in enumerate((*names, None, None)[:4])}


def write_export(connection: Connection, evening_id: str, *, with_photos: bool) -> bytes:
    """Write an evening: the set-up, the totals to check it by, its rounds in order, and every step of its history."""
    evening = read_evening(connection, evening_id)
    order = select(rounds.c.key).where(rounds.c.evening_id == evening_id).order_by(rounds.c.serial)
    data: Json = {
        "format": FORMAT,
        "version": VERSION,
        "evening": {
            "id": evening.id,
            "created_at": stamp(evening.created_at),
            "date": evening.date.isoformat(),
            "seats": list(evening.seats),
            "first_dealer": evening.first_dealer,
            "rules": asdict(evening.rules),
        },
        "totals": list(evening.totals),
        "rounds": list(connection.execute(order).scalars()),
        "steps": [_step_json(step) for step in read_steps(connection, evening_id)],
    }
    if with_photos:
        kept = select(photos).join(rounds, rounds.c.key == photos.c.key).where(rounds.c.evening_id == evening_id)
        data["photos"] = {
            key: base64.b64encode(image).decode() for key, image in connection.execute(kept.order_by(rounds.c.serial))
        }
    written = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    if len(written) > LARGEST_FILE:
        raise ExportTooLarge(f"{len(written)} bytes; the limit is {LARGEST_FILE}")
    return written


def _step_json(step: Step) -> Json:
    return {**asdict(step), "at": stamp(step.at)}


def read_export(data: bytes) -> Export:
    """Check a stranger's file, down to its last value.

    Raises:
        NotAnExport, NewerExport, ExportTooLarge, BadExport: as named; the detail says where.

    """
    found = _load(data)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NotAnExport
    version = found.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise NewerExport(f"version {version}")
    if version != VERSION or isinstance(version, bool | float):
        _bad("version")
    _keys(found, ("format", "version", "evening", "totals", "rounds", "steps"), "", maybe=("photos",))
    evening = _read_evening(found["evening"])
    order = _read_order(found["rounds"])
    history = [_read_step(entry, place, evening["seats"]) for place, entry in enumerate(_list(found["steps"], "steps"))]
    _replay(history, order)
    counted = count_rounds(history, [(key, False) for key in order], evening["seats"])
    totals = list(counted[-1].running) if counted else [0] * evening["seats"]
    told = _list(found["totals"], "totals")
    if told != totals or any(type(points) is not int for points in told):
        _bad("totals", f"the rounds come to {totals}")
    common = {"evening_id": evening["id"], "seats": evening["seats"]}
    return Export(
        evening,
        [{"key": key, "serial": serial, **common} for serial, key in enumerate(order, 1)],
        [_step_row(step) | common for step in history],
        _read_photos(found.get("photos", {}), order),
    )


def insert_export(connection: Connection, export: Export) -> None:
    """Store a checked file, inside the caller's transaction.

    Raises:
        EveningExists: it is here already, or one of its rounds is.

    """
    if connection.execute(select(evenings.c.id).where(evenings.c.id == export.evening["id"])).first():
        raise EveningExists
    for table, rows in ((evenings, [export.evening]), (rounds, export.rounds), (steps, export.steps)):
        if rows:
            connection.execute(insert(table), rows)
    if export.photos:
        connection.execute(insert(photos), export.photos)


def _bad(where: str, why: str = "") -> NoReturn:
    raise BadExport(f"{where}: {why}" if why else where)


def _load(data: bytes) -> object:
    if len(data) > LARGEST_FILE:
        raise ExportTooLarge(f"{len(data)} bytes; the limit is {LARGEST_FILE}")
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise ExportTooLarge(f"more than {MOST_VALUES} values")
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise NotAnExport(str(error)[:100]) from error


def _object(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _keys(value: object, wanted: tuple[str, ...], where: str, maybe: tuple[str, ...] = ()) -> Json:
    if not isinstance(value, dict):
        _bad(where, "must be an object")
    for key in wanted:
        if key not in value:
            _bad(where, f"{key} is missing")
    for key in value:
        if key not in wanted and key not in maybe:
            _bad(where, f"there is no {key[:40]!r}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        _bad(where, "must be a list")
    return value


def _key(value: object, where: str) -> str:
    try:
        if isinstance(value, str) and check_key(value) == value:
            return value
    except ValueError:
        pass
    _bad(where, "must be a UUID in its usual form")


def _moment(value: object, where: str) -> dt.datetime:
    try:
        if isinstance(value, str):
            return read_stamp(value)
    except ValueError:
        pass
    _bad(where, "must be a moment like 2026-01-31T20:15:00.000000Z")


def _read_evening(value: object) -> dict[str, Any]:
    found = _keys(value, EVENING_KEYS, "evening")
    rules = _keys(found["rules"], ("name", "version", "house_file", "house_text"), "evening.rules")
    made = stamp(_moment(found["created_at"], "evening.created_at"))
    try:
        date = dt.date.fromisoformat(found["date"])
    except (TypeError, ValueError):
        _bad("evening.date", "must be a date like 2026-01-31")
    used = RulesUsed(**rules)
    try:
        names = check_evening(date, used, found["seats"], found["first_dealer"])
    except BadEvening as error:
        raise BadExport(f"evening: {error.detail}") from error
    if date.isoformat() != found["date"] or list(names) != found["seats"]:
        _bad("evening", "date or names are not in their usual form")
    key = _key(found["id"], "evening.id")
    return evening_row(key, date, names, found["first_dealer"], used) | {"created_at": made}


def _read_order(value: object) -> list[str]:
    order = [_key(key, f"rounds[{place}]") for place, key in enumerate(_list(value, "rounds"))]
    if len(set(order)) != len(order):
        _bad("rounds", "a round stands twice")
    if len(order) > MOST_ROUNDS:
        _bad("rounds", f"more than {MOST_ROUNDS}")
    return order


def _read_step(value: object, place: int, seats: int) -> Step:
    where = f"steps[{place}]"
    found = _keys(value, STEP_KEYS, where)
    if found["number"] != place + 1 or type(found["number"]) is not int:
        _bad(f"{where}.number", f"must be {place + 1}")
    for name, known in (("action", ACTIONS), ("state", STATES)):
        if found[name] not in known:
            _bad(f"{where}.{name}", f"must be one of {', '.join(known)}")
    at = _moment(found["at"], f"{where}.at")
    played = _read_round(found["round"], f"{where}.round", seats)
    return Step(place + 1, _key(found["key"], f"{where}.key"), found["action"], found["state"], at, played)


def _read_round(value: object, where: str, seats: int) -> Round:
    found = _keys(value, ROUND_KEYS, where)
    note = None if found["score"] is None else _read_note(found["score"], f"{where}.score")
    _list(found["payments"], f"{where}.payments")
    try:
        return check_round(Round(**{**found, "score": note}), seats)
    except BadRound as error:
        raise BadExport(f"{where}: {error.detail}") from error


def _read_note(value: object, where: str) -> ScoreNote:
    found = _keys(value, SCORE_KEYS, where)
    _list(found["labels"], f"{where}.labels")
    for place, line in enumerate(_list(found["lines"], f"{where}.lines")):
        _keys(line, LINE_KEYS, f"{where}.lines[{place}]")
        _list(line["cards"], f"{where}.lines[{place}].cards")
    return read_score(found)


def _replay(history: list[Step], order: list[str]) -> None:
    """Go through the history as it was made: a round is recorded once and first, and changed only while it counts."""
    now: dict[str, Round | None] = {}
    seen: list[str] = []
    applied = [step.number for step in history if step.state == "applied"]
    for place, step in enumerate(history):
        where = f"steps[{place}]"
        if (step.action == "record") == (step.key in seen):
            _bad(where, "a round is recorded once, before anything else")
        if step.action == "record":
            seen.append(step.key)
        if step.state == "abandoned":
            continue
        if step.state == "undone" and applied and step.number < applied[-1]:
            _bad(where, "undone, but a later step is applied")
        if step.action != "record" and now.get(step.key) is None:
            _bad(where, "the round does not count at this point")
        if step.action == "delete" and now[step.key] != step.round:
            _bad(where, "deletes another round than there was")
        now[step.key] = None if step.action == "delete" else step.round
    if seen != order:
        _bad("rounds", "must be the recorded rounds, in order")


def _step_row(step: Step) -> dict[str, Any]:
    row = {"number": step.number, "key": step.key, "action": step.action, "state": step.state, "at": stamp(step.at)}
    return row | round_row(step.round)


def _read_photos(value: object, order: list[str]) -> list[dict[str, Any]]:
    if not isinstance(value, dict):
        _bad("photos", "must be an object")
    found = []
    for key, text in value.items():
        where = f"photos.{key[:40]}"
        if key not in order:
            _bad(where, "belongs to no round")
        try:
            image = check_photo(base64.b64decode(text, validate=True) if isinstance(text, str) else None)
        except (binascii.Error, ValueError, PhotoRefused) as error:
            raise BadExport(f"{where}: {getattr(error, 'detail', 'no base64')}") from error
        found.append({"key": key, "image": image})
    return found
