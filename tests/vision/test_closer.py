import numpy as np
from vision_fakes import FakeDetector

from vision.closer import cut_window, hand_window, merged
from vision.scan import Scanner
from vision.types import Glyph, Photo


def glyph(x, y, side=20.0, score=0.9):
    return Glyph((x, y, x + side, y + side), (x + side / 2, y), (x + side / 2, y + side), (score,) + (0.0,) * 20)


def photo(width=1000, height=800):
    return Photo(np.zeros((height, width, 3), np.uint8), "x", (width, height))


def test_the_window_holds_the_hand_with_room_and_stays_in_the_photo():
    x0, y0, x1, y1 = hand_window([glyph(300 + 30 * k, 200) for k in range(6)], (1000, 800))
    assert (x0, y0, x1, y1) == (250, 150, 520, 270)
    x0, y0, *_ = hand_window([glyph(5 + 30 * k, 5) for k in range(6)], (1000, 800))
    assert (x0, y0) == (0, 0)


def test_no_window_where_it_would_not_help():
    assert hand_window([], (1000, 800)) is None
    assert hand_window([glyph(10, 10)] * 3, (1000, 800)) is None, "too few characters"
    assert hand_window([glyph(150 * k, 300) for k in range(6)], (1000, 800)) is None, "the hand fills the photo"
    assert hand_window([glyph(30 * k, 300, score=0.1) for k in range(9)], (1000, 800)) is None, "none is sure"


def test_a_cut_of_a_reduced_photo_keeps_the_pixels_of_the_photo():
    reduced = Photo(np.arange(400 * 500 * 3, dtype=np.uint32).astype(np.uint8).reshape(400, 500, 3), "x", (1000, 800))
    part = cut_window(reduced, (200, 100, 400, 300))
    assert part.size == (200, 200)
    assert np.array_equal(part.pixels, reduced.pixels[50:150, 100:200])


def test_glyphs_of_the_closer_look_replace_those_inside_and_strays_outside_stay():
    window = (100, 100, 300, 300)
    seen = merged([glyph(150, 150, score=0.3), glyph(700, 700)], [glyph(55, 60)], window)
    assert [g.box[:2] for g in seen] == [(155.0, 160.0), (700, 700)]
    assert seen[0].head == (165.0, 160.0)


def test_the_scanner_looks_twice_at_a_small_hand():
    sizes = []

    class Eye:
        size = 640

        def detect(self, picture):
            sizes.append(picture.size)
            return tuple(glyph(300 + 25 * k, 200) for k in range(6)) if len(sizes) == 1 else ()

    assert Scanner(Eye()).find(photo()) == ()
    assert sizes == [(1000, 800), (245, 120)]


def test_without_a_second_look_faint_characters_count_only_beside_a_sure_one():
    scanner = Scanner(FakeDetector())
    faint = (glyph(10, 10, score=0.2), glyph(400, 300, score=0.06))
    assert scanner.look(photo(), faint, []) == ((), "")
    more = (*faint, glyph(200, 200, score=0.5))
    assert scanner.look(photo(), more, []) == (more, "")
