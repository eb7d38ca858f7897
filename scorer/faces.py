"""The twenty faces: code, character, size, number and colour (rules.md §1)."""

from __future__ import annotations

SMALL = "一二三四五六七八九十"
BIG = "壹贰叁肆伍陆柒捌玖拾"
FACES: tuple[str, ...] = (*(f"s{n}" for n in range(1, 11)), *(f"b{n}" for n in range(1, 11)))
"""Codes in the order of the class ids: s1…s10 (一…十), b1…b10 (壹…拾)."""

CHARACTERS: dict[str, str] = dict(zip(FACES, SMALL + BIG, strict=True))
RED_NUMBERS = frozenset({2, 7, 10})


def number(face: str) -> int:
    """Give the number 1…10 of a face.

    >>> number("b10")
    10
    """
    return int(face[1:])


def is_big(face: str) -> bool:
    """Whether the face is one of 壹…拾.

    >>> is_big("b3"), is_big("s3")
    (True, False)
    """
    return face[0] == "b"


def is_red(face: str) -> bool:
    """Whether the face is printed red: 二 七 十 贰 柒 拾.

    >>> [f for f in FACES if is_red(f)]
    ['s2', 's7', 's10', 'b2', 'b7', 'b10']
    """
    return number(face) in RED_NUMBERS


def character(face: str) -> str:
    """Give the printed character of a face.

    >>> character("b2")
    '贰'
    """
    return CHARACTERS[face]
