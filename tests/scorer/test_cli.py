import io
import json
import sys
from pathlib import Path

import pytest

from scorer.cli import main

CASES_FILE = Path(__file__).parent / "cases.json"
CASES = json.loads(CASES_FILE.read_text(encoding="utf-8"))["cases"]
HAND = "坎贰贰贰 二七十 碰八八八 碰一一一 三四五 吃叁肆伍 吃九玖玖 | 胡八@3"


def run(capsys, *argv):
    status = main(argv)
    out, err = capsys.readouterr()
    return status, out, err


def feed(monkeypatch, data):
    stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)


def test_all_cases_one_object_a_line_in_order(capsys):
    status, out, err = run(capsys, "score", str(CASES_FILE), "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (status, err, len(rows)) == (0, "", len(CASES))
    assert [row["valid"] for row in rows] == [case["expect_full"]["valid"] for case in CASES]
    for row, case in zip(rows, CASES, strict=True):
        assert set(case["expect_full"]) <= set(row)
        assert row["rules"]["name"] == case["system"]
        assert all({"kind", "column", "cards", "number", "text"} == set(line) for line in row["lines"])


def test_one_hand_from_standard_input(capsys, monkeypatch):
    feed(monkeypatch, json.dumps(CASES[0]).encode())
    status, out, _ = run(capsys, "score", "-", "--json")
    assert status == 0
    assert json.loads(out)["hu_total"] == 10


def test_an_illegal_hand_is_a_result(capsys, monkeypatch):
    feed(monkeypatch, json.dumps({**CASES[0], "columns": []}).encode())
    status, out, err = run(capsys, "score", "-", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["errors"] == ["not_7_columns"]


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"null", b"3", b"[]", b"{}", b'"hand"', b"\xff\xfe", b"NaN", b"1e999", b'{"cases": 3}', b"[" * 100_000,
     b'{"system": "luzhou_deng", "columns": [NaN]}', b'{"system": "luzhou_deng", "columns": [], "winning_column": 1.5}',
     b'{"system": "luzhou_deng", "columns": [], "winning_column": ' + b"9" * 5000 + b"}",
     b'{"system": ["x"], "columns": []}', b'{"columns": []}', b'{"system": "luzhou_deng", "columns": {"a": 1}}',
     b'{"system": "luzhou_deng", "columns": [], "options": {"nothing": 1}}',
     b'{"system": "luzhou_deng", "columns": [], "options": {"fan_cap": 8}}',
     b'{"system": "luzhou_deng", "columns": [], "options": {"name_or_path": 1}}',
     b'{"system": "luzhou_deng", "columns": [], "options": {"overrides": 1}}',
     b'{"system": "luzhou_deng", "columns": [], "loose": {}}', b'{"system": "luzhou_deng", "columns": [], "loose": 0}',
     b'{"system": "luzhou_deng", "columns": [], "loose": ""}',
     b'{"system": "luzhou_deng", "columns": [], "columns": []}',
     b'{"system": "luzhou_deng", "columns": [{"tiles": ["s1"], "type": "chi", "type": "kan"}]}',
     b'{"cases": [], "cases": [{}]}', b"\xef\xbb\xbf", b"\xef\xbb\xbf{", b"\x00" * 1000, bytes(range(256)), b"\n\n",
     b'{"system": "luzhou_deng", "columns": Infinity}', b'{"system": "luzhou_deng\\n", "columns": []}',
     b'{"system": "luzhou_deng", "columns": [], "source": "\\ud800"}',
     b'{"system": "luzhou_deng", "columns": [], "options": {"dao_unit": 1e400}}',
     b'{"system": "base", "columns": []}', b'{"system": "../rulesets/luzhou_deng", "columns": []}',
     b'{"system": "luzhou_deng", "columns": [' + b"[" * 400 + b"]" * 400 + b"]}",
     b'{"system": "luzhou_deng", "columns": [' + b"{}," * 200 + b"{}]}"],
    ids=range(41),
)  # fmt: skip
def test_what_is_no_hand_is_one_line_and_status_2(capsys, monkeypatch, data):
    feed(monkeypatch, data)
    status, out, err = run(capsys, "score", "-", "--json")
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert len(err) < 700


def test_a_byte_order_mark_is_no_fault(capsys, monkeypatch):
    feed(monkeypatch, b"\xef\xbb\xbf" + json.dumps(CASES[0]).encode())
    status, out, err = run(capsys, "score", "-", "--json")
    assert (status, json.loads(out)["hu_total"], err) == (0, 10, "")


def test_a_key_given_twice_is_named(capsys, monkeypatch):
    feed(monkeypatch, b'{"system": "luzhou_deng", "columns": [], "source": "discard", "source": "dealt"}')
    assert run(capsys, "score", "-")[2] == "scorer: -: 'source' is given twice\n"


LONG = "碰贰贰贰 " * 2000


@pytest.mark.parametrize("command", ["hand", "arrange", "waits"])
@pytest.mark.parametrize(
    "argv",
    [("",), ("|",), ("|||",), (LONG,), ("散" + "一" * 81,), ("碰贰贰贰 | 胡贰@999",), ("碰贰贰贰 | 输99家",), ("\x00",),
     ("\ud800",), ("碰二二二 | 自摸 他打",), ("碰二二二 | 有底 无底",), ("三垅 五坎 坎二二二",),
     ("碰二二二 | 报3道 报2道",), ("碰二二二", "--rules", "\0"),
     ("碰二二二", "--rules", "nowhere"), ("碰二二二", "--rules", "/")],
    ids=range(16),
)  # fmt: skip
def test_odd_texts_are_an_answer_or_one_line(capsys, command, argv):
    status, out, err = run(capsys, command, *argv)
    assert (status, len(err.splitlines())) in ((0, 0), (2, 1))
    assert (status == 0) == bool(out)
    assert len(err) < 700


def test_an_endless_file_is_not_read_to_its_end(capsys, monkeypatch):
    monkeypatch.setattr("scorer.cli.LARGEST_FILE", 1000)
    monkeypatch.setattr("scorer.rules.LARGEST_FILE", 1000)
    assert "too large" in run(capsys, "score", "/dev/zero")[2]
    assert "too large" in run(capsys, "hand", HAND, "--rules", "/dev/zero")[2]


def test_cards_seen_elsewhere_are_not_live(capsys):
    text = "碰贰贰贰 散三四五六七八叁肆伍陆柒捌九九玖一一"
    assert json.loads(run(capsys, "waits", text, "--seen", "一一九", "--json")[1])["live"] == 0
    assert run(capsys, "waits", text, "--seen", "x")[0] == 2


def test_a_missing_file_and_a_folder(capsys, tmp_path):
    for name in (tmp_path / "nothing.json", tmp_path, "\0"):
        status, out, err = run(capsys, "score", str(name))
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1


def test_a_wrong_case_keeps_its_place(capsys, monkeypatch):
    feed(monkeypatch, json.dumps({"cases": [CASES[0], 3, CASES[1]]}).encode())
    status, out, err = run(capsys, "score", "-", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [row.get("valid") for row in rows] == [True, None, False]
    assert rows[1]["case"] == 1
    assert len(err.splitlines()) == 1


def test_rules_by_name_and_file(capsys, tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps({**CASES[0], "system": None}), encoding="utf-8")
    house = tmp_path / "house.toml"
    house.write_text('extends = "luzhou_mingtang"\n', encoding="utf-8")
    assert json.loads(run(capsys, "score", str(path), "--json", "--rules", "luzhou_mingtang")[1])["fan"] == 32
    assert json.loads(run(capsys, "score", str(path), "--json", "--rules", str(house))[1])["rules"]["name"] == "house"
    assert run(capsys, "score", str(path), "--rules", "nowhere")[0] == 2
    assert run(capsys, "score", str(path))[0] == 2


@pytest.mark.parametrize(("lang", "word"), [("zh-Hans", "赢家"), ("zh-Hant", "贏家"), ("en", "the winner")])
def test_the_table_can_be_read_in_each_language(capsys, lang, word):
    status, out, _ = run(capsys, "hand", HAND, "--lang", lang)
    assert status == 0
    assert word in out


def test_text_hands(capsys):
    assert json.loads(run(capsys, "hand", HAND, "--json")[1])["hu_total"] == 20
    assert run(capsys, "hand", "碰x")[0] == 2
    phz = "偎贰贰贰 偎叁叁叁 偎玖玖玖 一二三 四五六 吃伍陆柒 吃八八捌"
    assert json.loads(run(capsys, "hand", phz, "--rules", "phz_ping", "--json")[1])["di"] == 3
    better = run(capsys, "hand", "碰玖玖玖 吃四五六 吃肆伍陆 壹贰叁 一一壹 二二贰 三三叁 | 胡玖@1")
    assert better[0] == 0
    assert "一二三 一二三" in better[1]


def test_arrange_and_waits(capsys):
    text = "碰贰贰贰 散三四五六七八叁肆伍陆柒捌九九玖一一"
    status, out, _ = run(capsys, "waits", text)
    assert status == 0
    assert out.startswith("叫一")
    assert json.loads(run(capsys, "waits", text, "--json")[1]) == {"tile": "s1", "live": 2, "winner": 5, "hu": 10}
    status, out, _ = run(capsys, "arrange", text + "一 | 胡一")
    assert status == 0
    assert "碰一一一" in out
    assert json.loads(run(capsys, "arrange", text + "一 | 胡一", "--json")[1])["valid"]
    assert run(capsys, "arrange", "散一二三")[0] == 2


def test_rules_and_bench(capsys):
    assert "luzhou_mingtang" in run(capsys, "rules", "--lang", "en")[1]
    status, out, _ = run(capsys, "bench", "--hands", "5")
    assert status == 0
    assert len(out.splitlines()) == 4


@pytest.mark.parametrize("name", ["LD-24", "LD-25"])
def test_a_hand_that_could_be_laid_better_is_told_so(capsys, monkeypatch, name):
    case = next(case for case in CASES if case["id"] == name)
    feed(monkeypatch, json.dumps(case).encode())
    text = run(capsys, "score", "-")[1]
    assert "可以摆得更好：吃四五六 吃肆伍陆 一二三 一二三 壹贰叁 壹贰叁 碰玖玖玖" in text
    assert "赢家得7分" in text  # 21 胡, as LD-23
    feed(monkeypatch, json.dumps(case).encode())
    data = json.loads(run(capsys, "score", "-", "--json")[1])
    assert (data["valid"], data["better"]["hu_total"], data["better"]["winner"]) == (False, 21, 7)
    feed(monkeypatch, json.dumps(next(case for case in CASES if case["id"] == "LD-23")).encode())
    assert "better" not in json.loads(run(capsys, "score", "-", "--json")[1])


def test_what_looks_odd_is_told(capsys):
    split = "八八捌 八九十 碰贰贰贰 一二三 叁肆伍 吃陆柒捌 吃九九玖 | 胡九@7"
    assert "手里的八八八是一坎，不能拆散。" in run(capsys, "hand", split)[1]
    assert json.loads(run(capsys, "hand", split, "--json")[1])["notes"][0]["name"] == "kan_split"


def test_rules_that_stand_in_for_others_are_told(capsys, tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps({**CASES[0], "options": {"deng_points": "plus1"}}), encoding="utf-8")
    status, out, err = run(capsys, "score", str(path), "--json", "--rules", "luzhou_deng")
    assert (status, json.loads(out)["deng_points"], len(err.splitlines())) == (0, 2, 1)
    assert "options" in err
    assert run(capsys, "score", str(path), "--json")[2] == ""
    status, out, err = run(capsys, "score", str(path), "--rules", "")
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_a_hand_that_waits_for_nothing_says_so(capsys):
    status, out, _ = run(capsys, "waits", "散一二三")
    assert (status, len(out.splitlines())) == (0, 1)
    assert "3张" in out
    assert run(capsys, "waits", "散一二三", "--json")[1] == ""


def test_no_command_is_refused():
    with pytest.raises(SystemExit):
        main([])
