import numpy as np
import pytest

from datasets.deck import make_deck
from datasets.scene import make_scene


@pytest.fixture(scope="module")
def deck():
    return make_deck(np.random.default_rng(3), "train")


def scenes(deck, count=12, size=(400, 300)):
    return [make_scene(deck, np.random.default_rng([5, n]), size, (0.5, 0.9)) for n in range(count)]


def test_boxes_lie_in_the_picture_and_hold_their_keypoints(deck):
    for scene in scenes(deck):
        h, w = scene.image.shape[:2]
        assert (w, h) == (400, 300)
        for g in scene.glyphs:
            x0, y0, x1, y1 = g.box
            assert 0 <= x0 < x1 <= w
            assert 0 <= y0 < y1 <= h
            middle = (np.array(g.head) + g.foot) / 2
            assert x0 - 1 <= middle[0] <= x1 + 1
            assert y0 - 1 <= middle[1] <= y1 + 1


def test_the_head_points_toward_the_end_of_the_card(deck):
    for scene in scenes(deck):
        for g in scene.glyphs:
            middle = np.mean(scene.truth["cards"][g.card]["corners"], axis=0)
            assert np.linalg.norm(middle - g.head) > np.linalg.norm(middle - g.foot)


def test_the_truth_holds_the_hand_and_what_is_labelled_lies_on_its_card(deck):
    for scene in scenes(deck):
        truth = scene.truth
        shown = [face for c in truth["columns"] for face in c["shown"]]
        assert sorted(shown) == sorted(c["face"] for c in truth["cards"] if c["column"] >= 0)
        for g in scene.glyphs:
            assert truth["cards"][g.card]["face"] == g.face
        assert all(sum(g.card == n for g in scene.glyphs) <= 2 for n in range(len(truth["cards"])))


def test_a_covered_character_is_not_labelled(deck):
    """In a column only one card shows both its characters; the others are covered by the next."""
    for n in range(40):
        scene = make_scene(deck, np.random.default_rng([6, n]), (800, 800), (0.8, 0.9))
        if scene.truth["style"] != "row" or not scene.truth["columns"]:
            continue
        column = scene.truth["columns"][0]
        cards = [c["id"] for c in scene.truth["cards"] if c["column"] == 0]
        both = sum(sum(g.card == c for g in scene.glyphs) == 2 for c in cards)
        assert both < len(column["shown"])
        return
    pytest.fail("no row among 40 scenes")


def test_red_faces_are_printed_red(deck):
    for face, art in deck.art.items():
        if face == "back":
            continue
        x0, y0, x1, y1 = (round(v * art.image.shape[1]) for v in art.glyphs[0])
        part = art.image[y0:y1, x0:x1, :3].reshape(-1, 3).astype(float)
        ink = part[part.sum(axis=1).argsort()[: max(5, len(part) // 20)]].mean(axis=0)
        redness = ink[2] - ink[:2].max()
        assert (redness > 40) == (face[1:] in {"2", "7", "10"}), (face, ink)
