"""Every 名堂 of rules.md §3: a hand that has it and one that narrowly misses it; every line of the overlap table."""

import pytest
from scorer_hands import names, scored

from scorer import load_rules
from scorer.mingtang import PATTERNS

HAS_AND_MISSES = [
    # 10 reds, 9 reds
    ("红胡", "坎贰贰贰 坎拾拾拾 二七十 七八九 三四五 叁肆伍 九玖玖",
     "坎贰贰贰 坎拾拾拾 二七十 三四五 叁肆伍 八八捌 九九玖"),
    # the one red inside and outside 一二三
    ("真珠", "一二三 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖",
     "二三四 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖"),
    ("假珠", "二三四 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖",
     "二三四 坎捌捌捌 碰叁叁叁 五六七 叁肆伍 肆伍陆 九九玖"),
    # a fifth red
    ("招印", "招十十十十 坎捌捌捌 四五六 叁肆伍 肆伍陆 九九玖 将一一",
     "招十十十十 坎捌捌捌 五六七 叁肆伍 肆伍陆 九九玖 将一一"),
    ("垅印", "垅十十十十 碰捌捌捌 四五六 叁肆伍 肆伍陆 九九玖 将一一",
     "招十十十十 碰捌捌捌 四五六 叁肆伍 肆伍陆 九九玖 将一一"),
    ("合印", "二七十 一二三 坎玖玖玖 碰八八八 叁肆伍 四五六 六陆陆",
     "二七十 一二三 坎玖玖玖 碰八八八 叁肆伍 五六七 六陆陆"),
    # 1+1+1+1 and 2+1+1
    ("散印", "碰玖玖玖 四五六 肆伍陆 一二三 一二三 壹贰叁 壹贰叁",
     "招八八八八 将七七 一二三 壹贰叁 四五六 肆伍陆 九九玖"),
    # three reds in one column and in three
    ("偏", "二七十 坎捌捌捌 碰叁叁叁 四五六 肆伍陆 叁肆伍 九九玖",
     "一二三 一二三 壹贰叁 四五六 肆伍陆 碰八八八 九九玖"),
    # six columns; five; seven
    ("花", "坎贰贰贰 一二三 六七八 陆柒捌 八九十 捌玖拾 三四五", "坎贰贰贰 一二三 六七八 陆柒捌 九九玖 捌玖拾 三四五"),
    ("花", "坎贰贰贰 一二三 六七八 陆柒捌 八九十 捌玖拾 三四五", "坎贰贰贰 一二三 六七八 陆柒捌 八九十 捌玖拾 二三四"),
    ("遍地金", "坎贰贰贰 一二三 六七八 陆柒捌 八九十 捌玖拾 二三四",
     "坎贰贰贰 一二三 六七八 陆柒捌 八九十 捌玖拾 三四五"),
    # 13 reds, 12 reds; 15 reds, 14 reds
    ("十三太保", "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 九玖玖",
     "坎贰贰贰 坎拾拾拾 二七十 七七柒 三四五 叁肆伍 九玖玖"),
    ("十五观灯", "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 陆柒捌 八九十",
     "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 八九十"),
    ("乌胡", "碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹",
     "碰捌捌捌 坎叁叁叁 九九玖 五六七 四五六 肆伍陆 一一壹"),
    # one of the two is a 坎 / of another kind / of another number
    ("姊妹碰", "碰八八八 碰捌捌捌 坎贰贰贰 二七十 一二三 叁肆伍 四五六",
     "碰八八八 坎捌捌捌 坎贰贰贰 二七十 一二三 叁肆伍 四五六"),
    ("姊妹碰", "碰八八八 碰捌捌捌 坎贰贰贰 二七十 一二三 叁肆伍 四五六",
     "碰八八八 碰玖玖玖 坎贰贰贰 二七十 一二三 叁肆伍 四五六"),
    ("姊妹招", "招八八八八 招捌捌捌捌 二七十 碰一一一 四五六 伍陆柒 将十十",
     "招八八八八 垅捌捌捌捌 二七十 碰一一一 四五六 伍陆柒 将十十"),
    ("姊妹垅", "垅八八八八 垅捌捌捌捌 一二三 叁肆伍 四五六 肆伍陆 将九九",
     "垅八八八八 招捌捌捌捌 一二三 叁肆伍 四五六 肆伍陆 将九九"),
    # 20 胡; 21, 19
    ("恰", "坎贰贰贰 二七十 碰八八八 碰一一一 三四五 叁肆伍 九玖玖",
     "坎贰贰贰 二七十 碰八八八 碰一一一 三四五 叁肆伍 碰九九九"),
    ("恰", "坎贰贰贰 二七十 碰八八八 碰一一一 三四五 叁肆伍 九玖玖",
     "坎贰贰贰 二七十 碰八八八 四五六 三四五 叁肆伍 九玖玖"),
    ("青", "坎贰贰贰 碰八八八 四五六 叁肆伍 陆柒捌 九九玖 五六七",
     "坎贰贰贰 碰八八八 一二三 叁肆伍 陆柒捌 九九玖 五六七"),
    ("青", "坎贰贰贰 碰八八八 四五六 叁肆伍 陆柒捌 九九玖 五六七",
     "坎贰贰贰 碰八八八 二七十 叁肆伍 陆柒捌 九九玖 五六七"),
    ("飘", "碰贰贰贰 碰八八八 一二三 四五六 叁肆伍 陆柒捌 九九玖",
     "坎贰贰贰 碰八八八 一二三 四五六 叁肆伍 陆柒捌 九九玖"),
    ("飘", "招八八八八 碰贰贰贰 一二三 四五六 叁肆伍 陆柒捌 将九九",
     "垅八八八八 碰贰贰贰 一二三 四五六 叁肆伍 陆柒捌 将九九"),
    # all of one size; one 壹贰叁
    ("双飘带", "一二三 一二三 二七十 二七十 坎捌捌捌 叁肆伍 九九玖",
     "一二三 壹贰叁 二七十 二七十 坎捌捌捌 肆伍陆 九九玖"),
    ("双飘带", "壹贰叁 壹贰叁 贰柒拾 贰柒拾 四五六 三四五 九九玖", "一二三 一二三 贰柒拾 贰柒拾 四五六 三四五 九九玖"),
    # 18 and 17 tiles of one size
    ("十八大", "碰捌捌捌 碰叁叁叁 碰壹壹壹 肆伍陆 肆伍陆 贰柒拾 四五六",
     "碰捌捌捌 碰叁叁叁 碰壹壹壹 九玖玖 肆伍陆 贰柒拾 四五六"),
    ("十八小", "坎八八八 碰九九九 一二三 四五六 五六七 三四五 碰叁叁叁",
     "坎八八八 碰九九九 一二三 四五六 五六七 一一壹 碰叁叁叁"),
    ("天胡", "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 起手 庄 天胡",
     "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 庄"),
    ("地胡", "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 地胡",
     "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖"),
    ("回龙地胡", "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 庄 回龙",
     "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 庄"),
    ("海底捞", "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 他摸 海底",
     "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 他摸"),
    # four quads, three quads
    ("24喜", "招一一一一 招三三三三 招八八八八 招九九九九 叁肆伍 陆柒捌 将四四",
     "招一一一一 招三三三三 招八八八八 碰九九九 叁肆伍 陆柒捌 将四四"),
    # 30 and 29, 33 and 32, 36 and 35 胡
    ("30胡", "坎贰贰贰 碰拾拾拾 二七十 一二三 三四五 叁肆伍 九九玖",
     "坎贰贰贰 碰拾拾拾 二七十 碰八八八 碰九九九 三四五 叁肆伍"),
    ("33胡", "坎贰贰贰 碰拾拾拾 二七十 一二三 一二三 叁肆伍 九九玖",
     "坎贰贰贰 碰拾拾拾 二七十 碰玖玖玖 碰八八八 碰一一一 三四五"),
    ("36胡", "坎贰贰贰 坎玖玖玖 碰拾拾拾 一二三 碰叁叁叁 四五六 陆柒捌",
     "坎贰贰贰 碰拾拾拾 坎八八八 坎九九九 碰一一一 碰三三三 四五六"),
]  # fmt: skip


def everything(text):
    """All 名堂 a hand has, counted or covered by another."""
    result = scored(text)
    assert result.valid, [fault.name for fault in result.errors]
    return {item.name for item in (*result.mingtang, *result.suppressed)}


@pytest.mark.parametrize(("name", "has", "misses"), HAS_AND_MISSES)
def test_has_it_and_narrowly_misses_it(name, has, misses):
    assert name in everything(has)
    assert name not in everything(misses)


THRESHOLDS = [
    # name, hand, number, whether it has the name: at −1, 0, +1
    ("红胡", "坎贰贰贰 坎拾拾拾 二七十 三四五 叁肆伍 八八捌 九九玖", 9, False),
    ("红胡", "坎贰贰贰 坎拾拾拾 二七十 七八九 三四五 叁肆伍 九玖玖", 10, True),
    ("红胡", "坎贰贰贰 坎拾拾拾 二七十 七八九 六七八 叁肆伍 九玖玖", 11, True),
    ("十三太保", "坎贰贰贰 坎拾拾拾 二七十 七七柒 三四五 叁肆伍 九玖玖", 12, False),
    ("十三太保", "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 九玖玖", 13, True),
    ("十三太保", "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 八九十", 14, True),
    ("十五观灯", "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 八九十", 14, False),
    ("十五观灯", "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 陆柒捌 八九十", 15, True),
    ("十五观灯", "坎贰贰贰 坎拾拾拾 二七十 七七柒 坎二二二 陆柒捌 九玖玖", 16, True),
    ("十八大", "碰捌捌捌 碰叁叁叁 碰壹壹壹 九玖玖 肆伍陆 贰柒拾 四五六", 17, False),
    ("十八大", "碰捌捌捌 碰叁叁叁 碰壹壹壹 肆伍陆 肆伍陆 贰柒拾 四五六", 18, True),
    ("十八大", "碰捌捌捌 碰叁叁叁 碰壹壹壹 肆伍陆 肆伍陆 贰柒拾 九九玖", 19, True),
    ("十八小", "坎八八八 碰九九九 一二三 四五六 五六七 一一壹 碰叁叁叁", 17, False),
    ("十八小", "坎八八八 碰九九九 一二三 四五六 五六七 三四五 碰叁叁叁", 18, True),
    ("十八小", "坎八八八 碰九九九 一二三 四五六 五六七 三四五 十拾拾", 19, True),
    ("24喜", "招一一一一 招三三三三 招八八八八 碰九九九 叁肆伍 陆柒捌 将四四", 23, False),
    ("24喜", "招一一一一 招三三三三 招八八八八 招九九九九 叁肆伍 陆柒捌 将四四", 24, True),
    ("24喜", "招一一一一 招三三三三 招八八八八 招九九九九 招捌捌捌捌 伍陆柒 将四四", 25, True),
    ("30胡", "坎贰贰贰 碰拾拾拾 二七十 碰八八八 碰九九九 三四五 叁肆伍", 29, False),
    ("30胡", "坎贰贰贰 碰拾拾拾 二七十 一二三 三四五 叁肆伍 九九玖", 30, True),
    ("30胡", "坎贰贰贰 碰拾拾拾 二七十 一二三 碰八八八 叁肆伍 九九玖", 31, True),
    ("33胡", "坎贰贰贰 碰拾拾拾 二七十 碰玖玖玖 碰八八八 碰一一一 三四五", 32, False),
    ("33胡", "坎贰贰贰 碰拾拾拾 二七十 一二三 一二三 叁肆伍 九九玖", 33, True),
    ("33胡", "坎贰贰贰 碰拾拾拾 二七十 一二三 一二三 叁肆伍 碰八八八", 34, True),
    ("36胡", "坎贰贰贰 碰拾拾拾 坎八八八 坎九九九 碰一一一 碰三三三 四五六", 35, False),
    ("36胡", "坎贰贰贰 坎玖玖玖 碰拾拾拾 一二三 碰叁叁叁 四五六 陆柒捌", 36, True),
    ("36胡", "坎贰贰贰 坎玖玖玖 碰拾拾拾 一二三 碰叁叁叁 碰八八八 陆柒捌", 37, True),
]  # fmt: skip


def counted(name, result):
    """The number that a 名堂 with a threshold looks at."""
    if name.startswith("十八"):
        return sum(tile[0] == ("b" if name == "十八大" else "s") for tile in result.hand.tiles)
    return {"红胡": result.reds, "十三太保": result.reds, "十五观灯": result.reds, "24喜": result.tiles}.get(
        name, result.hu_total
    )


LEAST = {
    "红胡": "red",
    "十三太保": "red13",
    "十五观灯": "red15",
    "十八大": "size18",
    "十八小": "size18",
    "24喜": "tiles24",
}


def test_every_threshold_is_tested_below_at_and_above():
    rules = load_rules("luzhou_mingtang")
    least = {name: rules.thresholds[key] for name, key in LEAST.items()} | dict(rules.hu_steps)
    assert set(LEAST.values()) == set(rules.thresholds)
    tested = {(name, number) for name, _, number, _ in THRESHOLDS}
    assert tested == {(name, number + more) for name, number in least.items() for more in (-1, 0, 1)}


@pytest.mark.parametrize(("name", "text", "number", "has"), THRESHOLDS)
def test_thresholds_below_at_and_above(name, text, number, has):
    result = scored(text)
    assert counted(name, result) == number
    assert (name in everything(text)) == has


def test_every_name_is_tested_and_worth_something():
    tested = {name for name, _, _ in HAS_AND_MISSES} | {"自摸"}  # 自摸 is an option, tested with the options
    assert tested == set(PATTERNS) == set(load_rules("luzhou_mingtang").fan)


WORTH = {
    "红胡": 8, "真珠": 16, "假珠": 8, "招印": 8, "垅印": 16, "合印": 8, "散印": 8, "偏": 4, "花": 8, "遍地金": 32,
    "十三太保": 32, "十五观灯": 32, "乌胡": 32, "姊妹碰": 2, "姊妹招": 8, "姊妹垅": 32, "恰": 2, "青": 8, "飘": 8,
    "双飘带": 32, "十八大": 16, "十八小": 16, "天胡": 8, "地胡": 8, "回龙地胡": 4, "海底捞": 2, "24喜": 32, "30胡": 8,
    "33胡": 16, "36胡": 32, "自摸": 2,
}  # fmt: skip


@pytest.mark.parametrize("system", ["luzhou_mingtang", "tianquan_mingtang"])
def test_fan_of_rules_md(system):
    assert dict(load_rules(system).fan) == WORTH


RED_15 = "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 陆柒捌 八九十"
HU_36 = "坎贰贰贰 坎玖玖玖 碰拾拾拾 一二三 碰叁叁叁 四五六 陆柒捌"
QUADS_4 = "招一一一一 招三三三三 招八八八八 招九九九九 叁肆伍 陆柒捌 将四四"
OVERLAPS = [
    ("十五观灯", "十三太保", RED_15),
    ("十五观灯", "红胡", RED_15),
    ("十三太保", "红胡", "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 九玖玖"),
    ("36胡", "33胡", HU_36),
    ("36胡", "30胡", HU_36),
    ("33胡", "30胡", "坎贰贰贰 碰拾拾拾 二七十 一二三 一二三 叁肆伍 九九玖"),
    ("24喜", "30胡", QUADS_4),
    ("24喜", "33胡", QUADS_4),
    ("24喜", "36胡", QUADS_4),
    ("双飘带", "30胡", "壹贰叁 壹贰叁 贰柒拾 贰柒拾 四五六 三四五 九九玖"),
    ("乌胡", "青", "碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹"),
    ("假珠", "青", "二三四 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖"),
    ("招印", "青", "招十十十十 坎捌捌捌 四五六 叁肆伍 肆伍陆 九九玖 将一一"),
    ("垅印", "青", "垅十十十十 碰捌捌捌 四五六 叁肆伍 肆伍陆 九九玖 将一一"),
]


@pytest.mark.parametrize(("keeps", "covered", "text"), OVERLAPS)
def test_overlap(keeps, covered, text):
    result = scored(text)
    assert (covered, keeps) in [(item.name, item.by) for item in result.suppressed]
    assert keeps in names(text)
    assert covered not in names(text)


@pytest.mark.parametrize("system", ["luzhou_mingtang", "tianquan_mingtang"])
def test_every_line_of_the_overlap_table_is_tested(system):
    table = {(overlap.keeps, name) for overlap in load_rules(system).overlap for name in overlap.covers}
    assert table == {(keeps, covered) for keeps, covered, _ in OVERLAPS}


def test_small_ribbons_do_not_cover_30_hu():
    # 3+3+6+6 = 18, and 坎贰 12 more: the 30 胡 are not the ribbons' own
    text = "一二三 一二三 二七十 二七十 坎贰贰贰 叁肆伍 九九玖"
    assert {"双飘带", "30胡"} <= set(names(text))


def test_hua_and_honghu_multiply():
    result = scored("碰贰贰贰 碰八八八 吃七七柒 吃十十拾 吃二三四 五六七 八九十")
    assert sorted(item.name for item in result.mingtang) == sorted(["花", "红胡", "青", "飘", "恰"])
    assert (result.fan_uncapped, result.fan) == (8 * 8 * 8 * 8 * 2, 32)


def test_qia_and_30_hu_multiply_to_16():
    result = scored("坎贰贰贰 坎玖玖玖 二七十 一二三 叁肆伍 四五六 六陆陆")
    assert result.hu_total == 30
    assert result.fan == 16


PING = [
    # H, 番 of a plain hand
    ("坎玖玖玖 碰八八八 二七十 二三四 五六七 叁肆伍 六陆陆", 16, 2),
    ("坎贰贰贰 碰拾拾拾 一二三 碰八八八 碰九九九 叁肆伍 陆柒捌", 26, 2),
    ("坎贰贰贰 碰拾拾拾 二七十 三四五 叁肆伍 八八捌 九九玖", 27, 4),
    ("坎贰贰贰 碰拾拾拾 二七十 碰八八八 三四五 叁肆伍 九九玖", 28, 4),
]


@pytest.mark.parametrize(("text", "hu", "fan"), PING)
def test_plain_win(text, hu, fan):
    result = scored(text)
    assert (result.hu_total, result.pinghu, result.mingtang, result.fan) == (hu, True, (), fan)


SETTLED = [(2, 8, -5, 2), (4, 12, -8, 4), (8, 18, -12, 6), (16, 24, -16, 8), (32, 36, -24, 12)]
HANDS_BY_FAN = {
    2: "坎贰贰贰 二七十 碰八八八 一二三 叁肆伍 九玖玖 四五六",
    4: "二七十 坎捌捌捌 碰叁叁叁 四五六 肆伍陆 叁肆伍 九九玖",
    8: "坎贰贰贰 一二三 六七八 陆柒捌 八九十 捌玖拾 三四五",
    16: "一二三 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖",
    32: "一二三 一二三 二七十 二七十 坎捌捌捌 叁肆伍 九九玖",
}


@pytest.mark.parametrize(("fan", "winner", "loser", "dijia"), SETTLED)
def test_points_by_fan(fan, winner, loser, dijia):
    result = scored(HANDS_BY_FAN[fan])
    assert result.fan == fan
    assert result.settlement.to_dict() == {"winner": winner, "loser_each": loser, "dijia": dijia}


def test_dealt_win_shows_only_what_needs_no_columns():
    # 垅四 垅肆 垅六, 21 tiles, no red: 12 + 15 + 12 = 39 胡, sisters, black, dealt
    result = scored("三垅 垅四四四四 垅肆肆肆肆 垅六六六六 散一三五八九壹叁伍捌 | 起手 庄 天胡")
    assert result.valid
    assert result.hu_total == 39
    assert {item.name for item in result.mingtang} == {"姊妹垅", "天胡", "36胡", "乌胡"}
