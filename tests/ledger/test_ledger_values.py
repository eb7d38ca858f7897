# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""What goes in: tables, rounds, photos; and what comes out: names of errors, the spreadsheet, the command line."""

import csv
import datetime as dt
import inspect as python
import io
import json
import string
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_databases import NAMES, RULES, evening, key, local, played, template  # noqa: F401 - fixtures
from ledger_files import photo, rich_evening
from PIL import Image

import ledger as package
from ledger import (
    BadEvening,
    BadRound,
    Ledger,
    LedgerError,
    PhotoRefused,
    RulesUsed,
    ScoreNote,
    dijia_seat,
    errors,
    foul_payments,
    texts,
    win_payments,
)
from ledger.cli import main
from scorer import Settlement, load_rules, parse_case, rule_names, score

CASES = json.loads((Path(__file__).parents[1] / "scorer" / "cases.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("system", rule_names())
def test_every_system_s_settlement_fits_every_table(system, seats):
    results = []
    for case in CASES:  # also those of other systems: some are a win here too
        hand, context, rules = parse_case(case, load_rules(system))
        context = replace(context, losers=min(seats, 3) - 1, has_dijia=seats == 4)
        results.append(score(hand, context, rules).settlement)
    settled = max(filter(None, results), key=lambda settlement: settlement.winner)
    for dealer in range(seats):
        for winner in set(range(seats)) - {dijia_seat(seats, dealer)}:
            pays = win_payments(settled, seats=seats, winner=winner, dealer=dealer)
            assert (len(pays), sum(pays), pays[winner]) == (seats, 0, settled.winner)


def test_the_discarder_pays_where_the_house_says_so():
    settled = Settlement(12, 0, 0, 2, -12)
    assert win_payments(settled, seats=3, winner=0, dealer=1, discarder=2) == (12, 0, -12)
    for discarder in (None, 0, 3, -1):
        with pytest.raises(BadRound):
            win_payments(settled, seats=3, winner=0, dealer=1, discarder=discarder)


def test_who_sits_out_cannot_win_and_a_settlement_fits_its_table():
    with pytest.raises(BadRound):
        win_payments(Settlement(10, -6, 2), seats=4, winner=2, dealer=0)
    with pytest.raises(BadRound):
        win_payments(Settlement(10, -6, 2), seats=3, winner=2, dealer=0)
    with pytest.raises(BadRound):
        win_payments(Settlement(12, -6, 0), seats=2, winner=1, dealer=0)


@given(st.integers(2, 4), st.integers(0, 100), st.data())
def test_a_foul_costs_the_fouler_what_the_others_get(seats, each, choice):
    fouler = choice.draw(st.integers(0, seats - 1))
    pays = foul_payments(each, seats=seats, fouler=fouler)
    assert sum(pays) == 0
    assert [points for seat, points in enumerate(pays) if seat != fouler] == [each] * (seats - 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ("甲",)},
        {"seats": ("甲", "乙", "丙", "丁", "戊")},
        {"seats": ("甲", " 甲 ")},
        {"seats": ("甲", "  ")},
        {"seats": ("甲", 5)},
        {"seats": ("甲", "乙\x1b")},
        {"seats": ("甲", "\ud800")},
        {"dealer": 4},
        {"dealer": True},
        {"date": "2026-01-01"},
        {"date": dt.datetime(2026, 1, 1, tzinfo=dt.UTC)},
        {"rules": RulesUsed("", "1")},
        {"rules": RulesUsed("luzhou_deng", "1", "a\nb")},
        {"rules": RulesUsed("luzhou_deng", "1", None, "\x00")},
        {"key": "no uuid"},
    ],
    ids=ascii,
)
def test_an_impossible_table_is_refused(local, wrong):
    with pytest.raises(BadEvening):
        local.start_evening(**{"rules": RULES, "seats": NAMES, **wrong})
    assert local.evenings() == ()


def test_names_may_be_of_any_script(local):
    names = ("Zoë 2", "👩‍🌾", "'; DROP TABLE x;--", "张三丰")
    assert local.start_evening(rules=RULES, seats=names).seats == names


@pytest.mark.parametrize(
    "wrong",
    [
        {"dealer": 3}, {"dealer": None}, {"winner": -1}, {"winner": 1.0}, {"payments": (1, -1)},
        {"payments": (1.0, -1.0, 0.0)}, {"payments": (True, -1, 0)}, {"payments": None},
        {"payments": (10**9, -(10**9), 0)},
        {"rules_name": ""}, {"rules_version": None}, {"source": "heaven"}, {"winner": None, "source": "discard"},
        {"discarder": 0}, {"winner": None, "discarder": 1}, {"fouler": 1}, {"compensation": 1}, {"seen": []},
        {"winner": None, "fouler": 1, "compensation": -1}, {"seen": {"x": float("nan")}}, {"seen": {1: 2}},
        {"seen": {"x": {1, 2}}}, {"seen": {"x": 2**60}}, {"seen": {"x": "\ud800"}},
        {"hand": {}}, {"hand": {"columns": [5]}},
        {"hand": {"columns": [], "x": 1}}, {"score": {"total": 5}}, {"score": ScoreNote(1.5)},
        {"score": ScoreNote(1, ("",))},
        {"score": ScoreNote(1, (), ("text",))},
    ],
    ids=ascii,
)  # fmt: skip
def test_an_impossible_round_is_refused(local, wrong):
    table = evening(local, 3)
    with pytest.raises(BadRound) as caught:
        local.record(table.id, replace(played(2, -1, -1, winner=0), **wrong), key=key())
    assert caught.value.detail
    assert local.history(table.id) == ()


def test_a_photo_is_kept_when_ticked_and_dropped_when_not(local):
    table, name = evening(local, 2), key()
    for kind in ("JPEG", "PNG", "WEBP"):
        name = key()
        now = local.record(table.id, played(1, -1, winner=0), key=name, photo=photo(kind))
        assert now.find(name).has_photo
        assert local.photo(name) == photo(kind)
    local.drop_photo(name)
    assert local.photo(name) is None
    assert not local.evening(table.id).find(name).has_photo
    assert local.photo(key()) is None


def exif():
    tags = Image.Exif()
    tags[0x010F] = "a phone"
    return tags


@pytest.mark.parametrize(
    "image",
    [
        b"", b"<html>", "text", photo("GIF"), photo("BMP"), photo()[:10], photo(exif=exif()), photo("PNG", exif=exif()),
        photo("WEBP", exif=exif()), photo("WEBP", xmp=b"<x/>"), photo() + b"\x00" * (4 << 20),
    ],
    ids=["empty", "html", "text", "gif", "bmp", "cut", "exif", "png-exif", "webp-exif", "xmp", "large"],
)  # fmt: skip
def test_a_photo_that_may_not_be_kept_is_refused_with_its_round(local, image):
    table = evening(local, 2)
    with pytest.raises(PhotoRefused):
        local.record(table.id, played(1, -1, winner=0), key=key(), photo=image)
    assert local.history(table.id) == ()


def test_every_error_has_its_own_name_and_a_sentence_in_every_language():
    kinds = [kind for _, kind in python.getmembers(errors, python.isclass) if issubclass(kind, LedgerError)]
    assert len({kind.name for kind in kinds}) == len(kinds) > 20
    for kind in kinds:
        assert tuple(kind.texts) == errors.LANGUAGES
        assert all(text.strip() for text in kind.texts.values())
        assert kind is LedgerError or kind.texts is not LedgerError.texts
        assert getattr(package, kind.__name__) is kind


def test_the_words_of_the_spreadsheet_are_the_same_in_every_language():
    assert tuple(texts.TEXTS) == errors.LANGUAGES
    first = texts.TEXTS["zh-Hans"]
    for words in texts.TEXTS.values():
        assert words.keys() == first.keys()
        for name, word in words.items():
            assert [field for _, field, _, _ in string.Formatter().parse(word)] == [
                field for _, field, _, _ in string.Formatter().parse(first[name])
            ]


@pytest.mark.parametrize("lang", errors.LANGUAGES)
def test_the_spreadsheet_has_a_line_a_round_and_sums(local, lang):
    table = local.change_evening(rich_evening(local).id, seats=("=1+1", "乙,丙", '"丁"'))
    content = local.export_csv(table.id, lang)
    assert content.startswith(b"\xef\xbb\xbf")
    head, *lines, last = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    assert len(lines) == len(table.rounds) == 2
    assert head[9:12] == ["'=1+1", "乙,丙", '"丁"']
    assert {len(line) for line in (head, *lines, last)} == {15}
    assert [tuple(map(int, line[9:12])) for line in lines] == [one.round.payments for one in table.rounds]
    assert [tuple(map(int, line[12:])) for line in lines] == [one.running for one in table.rounds]
    assert tuple(map(int, last[9:12])) == table.totals
    assert lines[0][3] == texts.TEXTS[lang]["win"]


def run(capfdbinary, path, *args):
    status = main(["--db", str(path), *args])
    out, err = capfdbinary.readouterr()
    return status, out.decode(), err.decode()


def test_the_command_line_exports_imports_and_checks(local, tmp_path, capfdbinary):
    table = rich_evening(local)
    home, away, folder = local.url.database, tmp_path / "away.sqlite3", tmp_path / "backup"
    assert run(capfdbinary, home, "list")[1].startswith(table.id)
    status, out, _ = run(capfdbinary, home, "export")
    assert (status, json.loads(out)["evening"]["id"]) == (0, table.id)
    status, out, _ = run(capfdbinary, home, "export", "--evening", table.id, "--format", "csv", "--lang", "en")
    assert (status, out.startswith("\ufeffRound,")) == (0, True)
    assert run(capfdbinary, home, "export", "--all", "--photos", "--out", str(folder))[0] == 0
    (file,) = folder.iterdir()
    assert run(capfdbinary, away, "import", str(file))[0] == 0
    with Ledger(away) as copy:
        assert copy.evening(table.id) == table
        assert copy.photo(table.rounds[0].key) == photo()
    status, out, err = run(capfdbinary, away, "check")
    assert (status, err) == (0, "")
    assert "1 evenings, 2 rounds, ok" in out


def test_the_command_line_says_in_one_line_what_is_wrong(local, tmp_path, capfdbinary):
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    for args in (
        ["export"],
        ["import", str(bad)],
        ["import", str(tmp_path / "none.json")],
        ["export", "--evening", "x"],
    ):
        status, out, err = run(capfdbinary, local.url.database, *args)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("ledger: ")
    status, _, err = run(capfdbinary, bad, "check")
    assert (status, err.count("\n")) == (2, 1)


def test_check_finds_what_somebody_did_by_hand(local, capfdbinary):
    table = evening(local, 2)
    local.record(table.id, played(1, -1, winner=0), key=key())
    with local._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE steps SET seen = 'no json'")
    status, out, err = run(capfdbinary, local.url.database, "check")
    assert (status, "1 problems" in out, table.id in err) == (1, True, True)


def test_help_names_the_commands(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(name in said for name in ("export", "import", "check"))


def test_opening_a_ledger_that_is_up_to_date_does_not_load_the_migrations(local, monkeypatch):
    for name in [name for name in sys.modules if name == "alembic" or name.startswith("alembic.")]:
        monkeypatch.delitem(sys.modules, name)
    with Ledger(Path(local.url.database)):
        assert "alembic" not in sys.modules
