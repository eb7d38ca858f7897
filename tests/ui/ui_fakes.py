"""A scanner that reads what the test tells it, in place of the model."""

from dataclasses import replace

from vision.types import CardReading, ColumnReading, Glyph, HandReading

SEED_HAND = (
    ("b2", "b2", "b2"),
    ("s8", "s8", "s8"),
    ("s7", "s7", "b7"),
    ("s10", "s10", "b10"),
    ("s2", "s3", "s4"),
    ("s5", "s6", "s7"),
    ("s8", "s9", "s10"),
)
"""The documents' own worked example (LD-01): 碰贰贰贰 碰八八八 …, exactly 10 胡 and red."""
PHZ_HAND = (
    ("b2", "b2", "b2"),
    ("b8", "b8", "b8"),
    ("s1", "s2", "s3"),
    ("s4", "s5", "s6"),
    ("s6", "s7", "s8"),
    ("b4", "b5", "b6"),
    ("s9", "s9", "b9"),
)
"""15 息 in 跑胡子, just enough: 偎贰 6, 偎捌 6, 一二三 3."""


def reading(columns, *, table=(), strays=(), doubts=None, size=(1600, 1200)):
    """A HandReading; ``doubts`` gives fields of single cards by their place in the reading."""
    cards, groups = [], []
    for index, column in enumerate(columns):
        groups.append(
            ColumnReading(
                tuple(range(len(cards), len(cards) + len(column))), "unknown", "table" if index in table else "hand"
            )
        )
        for row, face in enumerate(column):
            fields = {"p": 0.99, "alternatives": (), "seen": face} | (doubts or {}).get(len(cards), {})
            box = (100 + 200 * index, 200 + 150 * row, 200 + 200 * index, 320 + 150 * row)
            glyph = Glyph(box, (0, 0), (0, 1), (0.0,) * 21)
            cards.append(CardReading(face, fields["p"], fields["alternatives"], (glyph,), index, fields["seen"]))
    cards += [CardReading(face, 0.99, (), (), None, face) for face in strays]
    return HandReading("x.jpg", size, tuple(cards), tuple(groups), legal=True)


class FakeScanner:
    """Reads every photo as the hand it was given, with the first deck if there is one; counts its scans.

    ``known`` is what it reads with a deck, where that is another hand; ``fits`` says whether a deck is used.
    """

    second_look = None

    def __init__(self, result):
        self.result, self.known, self.fits = result, None, True
        self.scans = 0

    def scan(self, _photo, decks=()):
        self.scans += 1
        if not decks or not self.fits:
            return self.result
        return replace(self.known or self.result, deck=decks[0].name)
