"""What can be wrong with the photo a deck is learned from, and with the file of a deck."""

from __future__ import annotations

from typing import ClassVar

from vision.errors import VisionError


class DeckError(VisionError):
    """Base of every error about a deck."""

    name = "deck_error"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这副牌用不了。",
        "zh-Hant": "這副牌用不了。",
        "en": "This deck cannot be used.",
    }


class CardMissing(DeckError):  # noqa: N818 (these are states of a photo or a file, named as such)
    """A row has fewer than ten cards that can be seen whole."""

    name = "deck_card_missing"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "没看到二十张牌：请摆成两行，一到十、壹到拾，每张都露全，再拍一次。",
        "zh-Hant": "沒看到二十張牌：請擺成兩行，一到十、壹到拾，每張都露全，再拍一次。",
        "en": "A card is missing: lay two rows of ten, 一 to 十 and 壹 to 拾, none covered, and take the photo again.",
    }


class CardTooMany(DeckError):  # noqa: N818
    """A row has more than ten cards."""

    name = "deck_card_too_many"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "牌多了：两行各十张，一到十、壹到拾，请拿走别的牌，再拍一次。",
        "zh-Hant": "牌多了：兩行各十張，一到十、壹到拾，請拿走別的牌，再拍一次。",
        "en": "There are too many cards: each row has ten, 一 to 十 and 壹 to 拾; take the others away "
        "and take the photo again.",
    }


class NotInOrder(DeckError):  # noqa: N818
    """Twenty cards in two rows, but what can be read of them does not follow the order."""

    name = "deck_not_in_order"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "顺序对不上：一行从一到十，另一行同方向从壹到拾，请摆好再拍一次。",
        "zh-Hant": "順序對不上：一行從一到十，另一行同方向從壹到拾，請擺好再拍一次。",
        "en": "The cards are not in order: one row goes from 一 to 十, the other the same way from 壹 to 拾; "
        "lay them so and take the photo again.",
    }


class BadDeckName(DeckError):  # noqa: N818
    """A name is 1 to 40 characters on one line."""

    name = "deck_bad_name"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "牌的名字要 1 到 40 个字，不能换行。",
        "zh-Hant": "牌的名字要 1 到 40 個字，不能換行。",
        "en": "A deck's name has 1 to 40 characters on one line.",
    }


class DeckTooLarge(DeckError):  # noqa: N818
    """The file has more bytes than any deck."""

    name = "deck_too_large"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "文件太大，不是一副牌的文件。",
        "zh-Hant": "檔案太大，不是一副牌的檔案。",
        "en": "This file is too large to be a deck.",
    }


class NotADeck(DeckError):  # noqa: N818
    """The file does not begin as a deck's file does, or cannot be read at all."""

    name = "not_a_deck"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这不是一副牌的文件。",
        "zh-Hant": "這不是一副牌的檔案。",
        "en": "This is not the file of a deck.",
    }


class OtherDeckVersion(DeckError):  # noqa: N818
    """The file was written in a version of the format that is not known here."""

    name = "deck_other_version"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这个牌文件的版本不认识，请先升级程序。",
        "zh-Hant": "這個牌檔案的版本不認識，請先升級程式。",
        "en": "This deck's file is of a version that is not known here; please update the app.",
    }


class DamagedDeck(DeckError):  # noqa: N818
    """The file is cut short, or a number in it is impossible."""

    name = "deck_damaged"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "牌文件已损坏或不完整，请重新导出一份。",
        "zh-Hant": "牌檔案已損壞或不完整，請重新匯出一份。",
        "en": "This deck's file is damaged or incomplete; please export it again.",
    }


class UnknownDeck(DeckError):  # noqa: N818
    """No deck has this name."""

    name = "unknown_deck"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "没有叫这个名字的牌。",
        "zh-Hant": "沒有叫這個名字的牌。",
        "en": "There is no deck of this name.",
    }
