"""The sentence for each fault of a hand, as (simplified Chinese, English); `texts` fills and translates it."""

from __future__ import annotations

FOULS: dict[str, str] = {
    "quad_without_pair": "B",
    "not_7_columns": "C",
    "bad_column": "C",
    "pair_without_quad": "C",
    "more_than_one_pair": "C",
    "below": "D",
}
"""犯规 that a laid-out hand shows, by the letter of rules.md §5."""

FAULTS: dict[str, tuple[str, str]] = {
    "not_7_columns": ("胡牌要7列，这里有{n}列。", "A win needs 7 columns; here are {n}."),
    "bad_column": (
        "第{column}列{cards}不成一列{as_kind}。",
        "Column {column}, {cards}, is not a legal column{as_kind}.",
    ),
    "bad_kind": ("第{column}列{cards}：这种打法没有{kind}。", "Column {column}, {cards}: these rules have no {kind}."),
    "more_than_4_copies": (
        "{cards}有{n}张，一副牌里每种只有4张。",
        "There are {n} of {cards}; the deck holds four of each.",
    ),
    "quad_without_pair": ("有{cards}，却没有一对将。", "{cards} needs a pair, and there is none."),
    "pair_without_quad": ("没有招或垅，不能有将{cards}。", "A pair, {cards}, is legal only with four of a kind."),
    "more_than_one_pair": ("只能有一对将，这里是{cards}。", "Only one pair is legal; here are {cards}."),
    "below": ("只有{hu}{u}，至少要{least}{u}。", "Only {hu} {u}; at least {least} are needed."),
    "loose_tiles": ("{cards}不在任何一列里。", "{cards} lie in no column."),
    "winning_column_missing": (
        "没有第{column}列，胡的牌不可能在那里。",
        "There is no column {column} for the winning card.",
    ),
    "winning_tile_not_in_hand": ("胡的牌{cards}不在手里。", "The winning card {cards} is not in the hand."),
    "winning_tile_not_in_column": (
        "胡的牌{cards}不在第{column}列。",
        "The winning card {cards} is not in column {column}.",
    ),
    "kan_completed_by_winning_tile": (
        "第{column}列{cards}有胡的那张牌，只能算碰，不能算坎。",
        "Column {column}, {cards}, holds the winning card: it is a peng, not a kan.",
    ),
    "long_completed_by_winning_tile": (
        "第{column}列{cards}有胡的那张牌，只能算招，不能算垅。",
        "Column {column}, {cards}, holds the winning card: it is a zhao, not a long.",
    ),
    "wei_completed_by_winning_tile": (
        "第{column}列{cards}的牌是别人翻的，只能算碰，不能算偎。",
        "The card of column {column}, {cards}, was turned by another: it is a peng, not a wei.",
    ),
    "ti_completed_by_winning_tile": (
        "第{column}列{cards}的牌是别人翻的，只能算跑，不能算提。",
        "The card of column {column}, {cards}, was turned by another: it is a pao, not a ti.",
    ),
    "peng_completed_by_winning_tile": (
        "第{column}列{cards}的第三张是自己摸的，只能算偎，不能算碰。",
        "The third card of column {column}, {cards}, was drawn by the winner: it is a wei, not a peng.",
    ),
    "special_without_3long": ("起手三垅要有3列垅。", "A dealt win of three long needs 3 long."),
    "special_without_5kan": ("起手五坎要有5列坎。", "A dealt win of five kan needs 5 kan."),
    "special_without_4kan": ("起手四坎要有4列坎。", "A dealt win of four kan needs 4 kan."),
    "special_other_column": (
        "起手胡牌只摆坎和垅，{cards}不是。",
        "A dealt win shows only kan and long; {cards} is neither.",
    ),
    "special_tile_count": (
        "起手庄家21张、闲家20张，这里应该是{dealt}张，却有{n}张。",
        "The dealer is dealt 21 cards, the others 20; here {dealt} are due and {n} lie there.",
    ),
    "special_not_dealer": ("这里只有庄家能起手胡。", "Here only the dealer may win with the dealt cards."),
    "tianhu_not_dealer": ("天胡只有庄家能胡。", "Only the dealer can win with the dealt cards."),
    "tianhu_not_dealt": (
        "天胡是起手就胡，没有胡的那张牌是摸来或别人打来的。",
        "A heavenly win is dealt; no card was turned or discarded for it.",
    ),
    "tianhu_with_table_column": (
        "天胡是起手就胡，第{column}列{cards}不可能是吃、碰、招来的。",
        "A heavenly win is dealt: column {column}, {cards}, cannot have come from the table.",
    ),
    "tianhu_tile_count": (
        "天胡是庄家起手的21张，这里有{n}张。",
        "A heavenly win is the dealer's 21 dealt cards; here are {n}.",
    ),
    "dihu_with_table_column": (
        "地胡是胡庄家打的第一张牌，第{column}列{cards}不可能在那以前就吃、碰、招了。",
        "An earthly win is on the first discard: column {column}, {cards}, cannot have been laid down before it.",
    ),
    "dihu_tile_count": (
        "地胡是起手20张加胡的那张，一共21张，这里有{n}张。",
        "An earthly win is 20 dealt cards and the winning one, 21 in all; here are {n}.",
    ),
    "piao_on_discard": (
        "水上漂胡的是墩上翻开的牌，不是打出的牌。",
        "This win is on the first card turned, not on a discard.",
    ),
    "next_is_dealer": ("庄家不可能是庄家的下家。", "The dealer cannot sit next after the dealer."),
    "dihu_by_dealer": (
        "地胡是胡庄家打的牌，庄家自己不能地胡。",
        "An earthly win is on the dealer's discard; the dealer cannot.",
    ),
    "dihu_not_on_discard": (
        "地胡胡的是庄家打出的牌，不是摸的牌。",
        "An earthly win is on a discard, not on a turned card.",
    ),
    "huilong_not_dealer": ("回龙地胡只有庄家能胡。", "Only the dealer can win on another player's first discard."),
    "huilong_not_on_discard": (
        "回龙地胡胡的是打出的牌，不是摸的牌。",
        "A returning dragon is on a discard, not a turned card.",
    ),
    "two_openings": (
        "天胡、地胡、回龙地胡只能有一个。",
        "Only one of heavenly, earthly and returning win is possible.",
    ),
    "haidi_with_opening": (
        "海底是最后一张牌，不能同时是天胡、地胡或回龙。",
        "The last card of the pile cannot be an opening win.",
    ),
    "haidi_on_discard": ("海底是墩上最后一张，不能是打出的牌。", "The last card of the pile is turned, not discarded."),
    "dijia_with_3_losers": ("三家都输，就没有底家。", "With three losers nobody sits out."),
    "phz_cannot_win_on_discard": (
        "跑胡子只能胡墩上翻的牌，不能胡打出的牌。",
        "Paohuzi wins only on cards turned from the pile.",
    ),
}
