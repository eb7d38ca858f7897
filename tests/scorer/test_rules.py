"""Rule files: names, a house's own file, refusal of unknown keys and impossible values."""

import pytest
from scorer_hands import scored

from scorer import RulesError, ScorerError, load_rules, rule_names, score
from scorer.notation import read_notation

MUTUAL = """extends = "luzhou_mingtang"
[[overlap]]
keeps = "青"
covers = ["飘"]
[[overlap]]
keeps = "飘"
covers = ["青"]
"""
CLEAR = "坎贰贰贰 碰八八八 四五六 叁肆伍 陆柒捌 九九玖 五六七"


def write(tmp_path, text, name="house.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_all_systems_of_rules_md_are_there():
    assert set(rule_names()) == {
        "luzhou_deng", "luzhou_deng_plain", "luzhou_mingtang", "tianquan_deng", "tianquan_deng_plain",
        "tianquan_mingtang", "chongqing_dao", "phz_ping", "phz_basic", "phz_half", "phz_full", "daozi",
    }  # fmt: skip


@pytest.mark.parametrize("name", rule_names())
def test_every_rule_set_has_a_title_in_each_language(name):
    rules = load_rules(name)
    assert set(rules.titles) == {"zh-Hans", "zh-Hant", "en"}
    assert all(rules.titles.values())
    assert rules.title == rules.titles["zh-Hans"] != name
    assert rules.name == name


def test_a_house_changes_one_fan(tmp_path):
    house = load_rules(write(tmp_path, 'extends = "luzhou_mingtang"\ntitle = "我家"\n[fan]\n"青" = 16\n'))
    result = score(*read_notation(CLEAR), house)
    assert (result.fan, result.settlement.winner) == (16, 24)
    assert scored(CLEAR).fan == 8
    assert (result.rules, result.to_dict()["rules"]) == ("house", {"name": "house", "version": "1"})
    assert house.title == "我家"


def test_a_house_extends_another_house(tmp_path):
    write(tmp_path, 'extends = "luzhou_mingtang"\nversion = "2"\n[fan]\n"青" = 16\n', "one.toml")
    two = load_rules(write(tmp_path, 'extends = "one.toml"\n[options]\nfan_cap = 8\n', "two.toml"))
    assert (two.fan["青"], two.options.fan_cap, two.version, two.name) == (16, 8, "2", "two")


def test_a_house_adds_a_row_to_a_points_table(tmp_path):
    text = 'extends = "luzhou_mingtang"\n[points]\n64 = 40\n[dijia_points]\n64 = 20\n[options]\nfan_cap = 64\n'
    house = load_rules(write(tmp_path, text))
    result = score(*read_notation("碰贰贰贰 碰八八八 吃七七柒 吃十十拾 吃二三四 五六七 八九十"), house)
    assert (result.fan, result.settlement.winner, result.settlement.dijia) == (64, 60, 20)


def test_a_house_adds_a_line_to_the_overlap_table(tmp_path):
    text = 'extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\ncovers = ["飘"]\n'
    house = load_rules(write(tmp_path, text))
    reds = score(*read_notation("坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 九玖玖"), house)
    assert ("红胡", "十三太保") in [(item.name, item.by) for item in reds.suppressed]
    clear = score(*read_notation("碰贰贰贰 碰八八八 四五六 叁肆伍 陆柒捌 九九玖 五六七"), house)
    assert [item.name for item in clear.mingtang] == ["恰", "青"]
    assert ("飘", "青") in [(item.name, item.by) for item in clear.suppressed]


SPARED = 'extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "假珠"\nspares = ["青"]\n'
FALSE_PEARL = "二三四 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖"


def pairs(rules):
    return {(line.keeps, name) for line in rules.overlap for name in line.covers}


def test_a_house_takes_a_pair_out_of_the_overlap_table(tmp_path):
    house, luzhou = load_rules(write(tmp_path, SPARED)), load_rules("luzhou_mingtang")
    assert pairs(luzhou) - pairs(house) == {("假珠", "青")}
    assert pairs(house) < pairs(luzhou)
    assert [item.name for item in score(*read_notation(FALSE_PEARL), luzhou).mingtang] == ["假珠"]
    result = score(*read_notation(FALSE_PEARL), house)
    assert ([item.name for item in result.mingtang], result.fan, result.suppressed) == (["假珠", "青"], 32, ())


@pytest.mark.parametrize(("keeps", "covered"), sorted(pairs(load_rules("luzhou_mingtang"))))
def test_any_pair_of_the_overlap_table_can_be_spared_alone(tmp_path, keeps, covered):
    luzhou = load_rules("luzhou_mingtang")
    spared = f'extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "{keeps}"\nspares = ["{covered}"]\n'
    assert pairs(luzhou) - pairs(load_rules(write(tmp_path, spared))) == {(keeps, covered)}
    back = spared + f'covers = ["{covered}"]\n'
    assert pairs(load_rules(write(tmp_path, back))) == pairs(luzhou)


def test_a_pair_may_be_turned_round(tmp_path):
    text = SPARED + '[[overlap]]\nkeeps = "青"\ncovers = ["假珠"]\n'
    result = score(*read_notation(FALSE_PEARL), load_rules(write(tmp_path, text)))
    assert [(item.name, item.by) for item in result.suppressed] == [("假珠", "青")]


def test_a_house_extends_a_house_that_spares(tmp_path):
    write(tmp_path, SPARED, "one.toml")
    again = 'extends = "one.toml"\n[[overlap]]\nkeeps = "假珠"\ncovers = ["青"]\n'
    assert pairs(load_rules(write(tmp_path, again, "two.toml"))) == pairs(load_rules("luzhou_mingtang"))


def test_a_file_of_windows_notepad_is_read(tmp_path):
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xef\xbb\xbf" + SPARED.replace("\n", "\r\n").encode())
    assert load_rules(path).name == "house"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfee\x00", "no text in UTF-8"),
        (b"a = " + b"[" * 50_000, "nested too deeply"),
        (b"extends = 'luzhou_deng'\nmin_hu = " + b"9" * 5000, "not TOML"),
        (b"#" * 1_000_001, "too large"),
        (b"extends = 'luzhou_deng'\nmin_hu = 1\nmin_hu = 2\n", "not TOML"),
        (b"\x00", "not TOML"),
        (b"", "must say extends"),
    ],
)
def test_what_is_no_rule_file_is_refused_with_its_reason(tmp_path, data, reason):
    path = tmp_path / "house.toml"
    path.write_bytes(data)
    with pytest.raises(RulesError, match=reason) as error:
        load_rules(path)
    assert "\n" not in str(error.value)
    assert "house.toml" in str(error.value)


def test_a_house_changes_the_hu_table(tmp_path):
    house = load_rules(write(tmp_path, 'extends = "luzhou_deng"\nmin_hu = 12\n[hu.peng]\nbig_red = 11\n'))
    result = score(*read_notation("碰贰贰贰 碰八八八 四五六 叁肆伍 陆柒捌 九九玖 五六七"), house)
    assert (result.hu[0], result.hu[1], result.valid) == (11, 1, True)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('extends = "daozi"\n[fan]\n"黑" = 21\n', "fan.黑"),
        ('extends = "luzhou_mingtang"\nfann = 3\n', "fann"),
        ('extends = "luzhou_mingtang"\n[fan]\n"龙" = 8\n', "fan.龙"),
        ('extends = "luzhou_mingtang"\n[fan]\n"青" = 0\n', "fan.青"),
        ('extends = "luzhou_mingtang"\n[fan]\n"青" = "many"\n', "fan.青"),
        ('extends = "luzhou_mingtang"\n[fan]\n"青" = 1.5\n', "fan.青"),
        ('extends = "luzhou_mingtang"\n[fan]\n"青" = true\n', "fan.青"),
        ('extends = "luzhou_mingtang"\nfan = 3\n', "fan"),
        ('extends = "luzhou_mingtang"\n[options]\nzimei = "cousins"\n', "zimei"),
        ('extends = "luzhou_mingtang"\n[options]\nfan_cap = -1\n', "fan_cap"),
        ('extends = "luzhou_mingtang"\n[options]\nzimo_mode = "after_fan"\n', "zimo_mode"),
        ('extends = "luzhou_mingtang"\n[options]\nfun = true\n', "fun"),
        ('extends = "luzhou_mingtang"\n[points]\ntwo = 5\n', "points.two"),
        ('extends = "luzhou_mingtang"\n[points]\n2 = -5\n', "points.2"),
        ('extends = "luzhou_mingtang"\n[hu.peng]\nsmall_blue = 1\n', "small_blue"),
        ('extends = "luzhou_mingtang"\n[hu.pong]\nsmall = 1\n', "hu.pong"),
        ('extends = "luzhou_mingtang"\n[hu]\npeng = 1\n', "hu.peng"),
        ('extends = "luzhou_mingtang"\nmin_hu = "ten"\n', "min_hu"),
        ('extends = "luzhou_mingtang"\nfamily = "poker"\n', "family"),
        ('extends = "luzhou_mingtang"\ntitle = 3\n', "title"),
        ('extends = "luzhou_mingtang"\noverlap = 3\n', "overlap"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\n', "overlap"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\ncovers = ["龙"]\n', "龙"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\ncovers = ["青"]\n', "青 covers itself"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\nspares = ["飘"]\n', "青 does not cover 飘"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\nspares = "飘"\n', "spares"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\ncovers = [3]\n', "overlap names 3"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\ncovers = []\n', "overlap: 青"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\ncovers = ["飘"]\nkind = 1\n', "overlap.kind"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "青"\ncovers = ["飘"]\nonly_big = "no"\n', "only_big"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeep = "青"\n', "may only hold"),
        (MUTUAL, "covers itself"),
        ('extends = "luzhou_mingtang"\n[[overlap]]\nkeeps = "红胡"\ncovers = ["十五观灯"]\n', "covers itself"),
        ('extends = "luzhou_mingtang"\n[points]\n2 = 50\n4 = 1\n', "points.4"),
        ('extends = "luzhou_mingtang"\n[dijia_points]\n32 = 1\n', "dijia_points.32"),
        ('extends = "luzhou_deng"\n[stairs]\n27 = 1\n', "stairs.27"),
        ('extends = "luzhou_mingtang"\n[fan]\n青 = 16\n', 'need quotes: "青"'),
        ('extends = "nowhere"\n', "nowhere"),
        ("extends = 3\n", "extends"),
        ('[fan]\n"青" = 8\n', "extends"),
        ('extends = "house.toml"\n', "extends itself"),
        ("this is no toml", "TOML"),
        ('extends = "luzhou_mingtang"\nname = ["x"]\n', "name"),
        ('extends = "luzhou_mingtang"\nversion = 3\n', "version"),
        ('extends = "luzhou_mingtang"\ndijia = "yes"\n', "dijia"),
        ('extends = "luzhou_mingtang"\n[kinds]\npao = "fan"\n', "kinds.pao"),
    ],
)  # fmt: skip
def test_refusals_name_the_key(tmp_path, text, key):
    with pytest.raises(RulesError) as error:
        load_rules(write(tmp_path, text))
    assert key in str(error.value)
    assert "\n" not in str(error.value).strip() or key == "TOML"


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("luzhou_deng", {"zimei": "same"}),
        ("luzhou_deng", {"nothing": 1}),
        ("luzhou_deng", {"deng_table": 3}),
        ("luzhou_deng", {"deng_table": None}),
        ("luzhou_deng", {"deng_table": []}),
        ("luzhou_deng", {"min_hu": 10**30}),
        ("luzhou_deng", {"min_hu": 10**5000}),
        ("luzhou_mingtang", {"fan_cap": 10**5000}),
        ("luzhou_mingtang", {"fan_cap": [10**5000]}),
        ("luzhou_mingtang", {"points": {10**5000: 3}}),
        ("luzhou_mingtang", {"options": {10**5000: 3}}),
        ("luzhou_deng", {"hu": 3}),
        ("luzhou_deng", {"hu.peng": 3}),
        ("luzhou_deng", {"hu.peng.x": 3}),
        ("luzhou_deng", {"": 3}),
        ("luzhou_deng", {".": 3}),
        ("luzhou_deng", {"fan": {"a": 1}}),
        ("luzhou_deng", {"options": {1: 2}}),
        ("luzhou_deng", {"factor": {"红": float("nan")}}),
        ("poker", {}),
        ("../rulesets/base", {}),
        ("base", {}),
        ("", {}),
        ("\0", {}),
        ("x" * 100_000, {}),
        (None, {}),
        (3, {}),
        (["luzhou_deng"], {}),
    ],
)
def test_bad_calls_are_refused(name, overrides):
    with pytest.raises(ScorerError):
        load_rules(name, **overrides)


def test_overrides_of_tables_and_entries():
    assert load_rules("luzhou_mingtang", **{"fan.青": 4}).fan["青"] == 4
    assert load_rules("luzhou_mingtang", fan={"青": 4}).fan["青"] == 4
    assert load_rules("luzhou_deng", **{"hu.peng.big_red": 10}).hu["peng"]["big_red"] == 10
    assert load_rules("luzhou_deng", min_hu=12).min_hu == 12
    assert load_rules("luzhou_mingtang").fan["青"] == 8


def test_a_rule_set_cannot_be_changed():
    rules = load_rules("luzhou_mingtang")
    with pytest.raises(TypeError):
        rules.fan["青"] = 99
    with pytest.raises(AttributeError):
        rules.name = "other"
