import numpy as np
import pytest

from datasets.fonts import CANVAS, installed, manifest, packages
from datasets.lettering import from_brush, from_font, ink_box, ink_share
from scorer.faces import FACES


def test_at_least_ten_letterings_are_kept_for_validation_only():
    names = {s: {f.id for f in manifest() if f.split == s} for s in ("train", "val")}
    assert len(names["val"]) >= 10
    assert not names["train"] & names["val"]
    assert {f.split for f in manifest()} == {"train", "val"}


def test_every_font_names_its_package_and_licence():
    assert all(f.package and f.licence for f in manifest())
    assert "gnome-backgrounds" in packages("debian")
    assert all(p.startswith("@fontsource/") for p in packages("npm"))


@pytest.mark.parametrize("seed", range(6))
def test_the_brush_writes_all_twenty_characters(seed):
    lettering = from_brush(np.random.default_rng(seed))
    assert set(lettering.masks) == set(FACES)
    for mask in lettering.masks.values():
        assert mask.shape == (CANVAS, CANVAS)
        assert 0.005 < (mask > 0.5).mean() < 0.6
        assert mask[0].mean() < 0.1, "the paper is blank at the edge but for the tip of a heavy stroke"
        x0, y0, x1, y1 = ink_box(mask)
        assert x1 - x0 > 5
        assert y1 - y0 > 1


def test_two_hands_write_differently():
    a, b = (from_brush(np.random.default_rng(s)).masks["b4"] for s in (1, 2))
    assert np.abs(a - b).mean() > 0.02


def test_a_missing_font_is_skipped_with_one_line(monkeypatch, capsys):
    from datasets import __main__ as command
    from datasets.fonts import FontSource

    monkeypatch.setattr(command, "manifest", lambda: (FontSource("gone", "fonts-gone", "OFL-1.1", "train", ()),))
    monkeypatch.setattr(command, "background_photos", lambda: ())
    command._report_missing()
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "lettering gone skipped: fonts-gone is not installed"
    assert len(lines) == 2


@pytest.mark.parametrize("font", sorted({f.id for split in ("train", "val") for f in installed(split)}))
def test_no_lettering_becomes_blots(font):
    """The heaviest of all, made fatter, showed black squares that no one could read."""
    source = next(f for split in ("train", "val") for f in installed(split) if f.id == font)
    shares = [ink_share(from_font(source, np.random.default_rng(seed)).masks) for seed in range(3)]
    assert max(shares) < 0.85
