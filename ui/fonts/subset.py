"""Make the small font that pictures are written with: ``python -m ui.fonts.subset LXGWWenKai-Regular.ttf``.

Takes LXGW WenKai (SIL Open Font License 1.1, github.com/lxgw/LxgwWenKai) and keeps what the catalogues and the scorer
say, in both scripts, and what names are mostly made of. The licence reserves the names of the whole font, so the part
has a name of its own. Needs fontTools, which the [train] extra brings.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path

from scorer import fault_phrases, phrases, rule_names, texts
from scorer.faces import CHARACTERS
from scorer.rules import RULESETS
from ui.catalogue import TEXTS

NAME = "Daer Kai"
OUT = Path(__file__).parent / "daer-kai.ttf"
NAMES = (
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪"
    "范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞"
    "张張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧葉蘇魏呂盧薑鍾譚陸範賈韋鄒閆龍賀顧龔邵萬錢嚴湯溫齊喬龐"
    "老小大阿哥姐叔伯爸妈媽爷爺奶公婆弟妹儿兒舅姑姨嫂师師傅总總经理"
    "伟偉芳娜秀英敏静靜丽麗强強磊军軍洋勇艳艷杰娟涛濤明超兰蘭霞平刚剛桂华華建国國红紅玉梅波辉輝斌鹏鵬飞飛鑫浩宇轩軒"
    "子涵梓欣怡雨佳琪诗詩梦夢浩然博文俊杰志海山水木火土春夏秋冬天地人和福禄寿喜财发發旺顺順利胜勝东東南西北中甲乙丙丁"
)


def needed() -> set[str]:
    """Every character that a picture may have to show."""
    spoken = [text for catalogue in TEXTS.values() for text in catalogue.values()]
    said = [Path(str(module.__file__)).read_text(encoding="utf-8") for module in (phrases, fault_phrases)]
    rules = [(RULESETS / f"{name}.toml").read_text(encoding="utf-8") for name in rule_names()]
    simple = "".join([*spoken, *said, *rules, *CHARACTERS.values(), NAMES])
    return {
        char for char in simple + texts.to_hant(simple) + string.printable + "·×−–—…’％←→↶↷★＋▒" if char.isprintable()
    }


def main(source: str) -> None:
    """Write the font."""
    from fontTools import subset, ttLib

    options = subset.Options(hinting=False, layout_features=[], name_IDs=["*"], notdef_outline=True)
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=sorted(map(ord, needed())))
    subsetter.subset(font)
    table: ttLib.TTFont = font["name"]
    for record in list(table.names):
        if record.nameID in {1, 3, 4, 16, 18, 21}:
            table.setName(NAME, record.nameID, record.platformID, record.platEncID, record.langID)
        elif record.nameID == 6:
            table.setName(NAME.replace(" ", ""), 6, record.platformID, record.platEncID, record.langID)
        elif record.nameID not in {0, 2, 5, 13, 14}:
            table.removeNames(record.nameID, record.platformID, record.platEncID, record.langID)
    subset.save_font(font, str(OUT), options)
    sys.stdout.write(f"{OUT.name}: {len(font.getBestCmap())} characters, {OUT.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main(sys.argv[1])
