import json

import cv2
import numpy as np
import pytest

from datasets.importing import UnmatchedPhotoError, import_photo
from scorer.errors import HandFormatError
from vision.types import CLASSES, CardReading, ColumnReading, Glyph, HandReading


def reading(columns, strays=()):
    cards, seen = [], []

    def card(face, column):
        x, y = 10.0 + 40 * (column if column is not None else 9), 10.0 + 30 * len(cards)
        scores = tuple(float(c == face) for c in CLASSES)
        glyph = Glyph((x, y, x + 20, y + 25), (x + 10, y), (x + 10, y + 25), scores)
        return CardReading(face, 0.9, (("s1", 0.05),), (glyph,), column, face)

    for number, faces in enumerate(columns):
        seen.append(ColumnReading(tuple(range(len(cards), len(cards) + len(faces)))))
        for face in faces:
            cards += [card(face, number)]
    cards += [card(face, None) for face in strays]
    return lambda photo: HandReading(photo.name, photo.size, tuple(cards), tuple(seen), legal=True)


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), np.full((300, 400, 3), 90, np.uint8))
    return path


def take(photo, truth, scan):
    picture = import_photo(photo, truth, photo.parent / "set", scan=scan)
    return json.loads((photo.parent / "set" / "truth" / "val" / f"{picture.stem}.json").read_text())


def test_misread_cards_get_the_name_that_the_player_gave(photo):
    truth = take(photo, "碰贰贰贰 吃二七十", reading([["s2", "s7", "b10"], ["b2", "b2", "b8"]]))
    assert [c["shown"] for c in truth["columns"]] == [["s2", "s7", "s10"], ["b2", "b2", "b2"]]
    assert [c["face"] for c in truth["characters"]] == ["s2", "s7", "s10", "b2", "b2", "b2"]
    labels = next((photo.parent / "set" / "labels" / "val").glob("*.txt")).read_text().splitlines()
    assert [CLASSES[int(line.split()[0])] for line in labels] == ["s2", "s7", "s10", "b2", "b2", "b2"]


def test_three_backs_and_a_face_are_a_quad(photo):
    truth = take(photo, "垅四四四四", reading([["back", "back", "back", "s4"]], strays=["b9"]))
    assert truth["columns"][0]["shown"] == ["back", "back", "back", "s4"]
    assert [c["column"] for c in truth["cards"]] == [0, 0, 0, 0, -1]


@pytest.mark.parametrize(
    ("truth", "seen", "words"),
    [
        ("碰贰贰贰 吃二七十", [["b2", "b2", "b2"]], "1 columns are seen in the photo and 2 are named"),
        ("碰贰贰贰", [["b2", "b2"]], "no column of the photo can be the 1. column named"),
        ("碰贰贰贰", [["b3", "b4", "b2"]], "look like something else"),
        ("三垅 散一", [["b2"]], "names no columns"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(photo, truth, seen, words):
    with pytest.raises(UnmatchedPhotoError, match=words) as refused:
        take(photo, truth, reading(seen))
    assert "\n" not in str(refused.value)
    assert not (photo.parent / "set").exists()


def test_no_hand_is_refused_before_the_photo_is_looked_at(photo):
    with pytest.raises(HandFormatError):
        take(photo, "碰碰狐狸", reading([]))


def test_a_sample_is_never_written_over(photo):
    scan = reading([["b2", "b2", "b2"]])
    take(photo, "碰贰贰贰", scan)
    with pytest.raises(UnmatchedPhotoError, match="is there already"):
        take(photo, "碰贰贰贰", scan)
