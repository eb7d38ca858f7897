import hashlib
import json

import cv2
import numpy as np
import pytest

from datasets.fonts import installed
from datasets.hands import random_hand
from datasets.proof import ink
from datasets.proof.arrange import LAYOUTS, lay
from datasets.proof.make import Job, jobs_for, make_proof, scene_of
from datasets.proof.pinhole import look_at
from datasets.proof.scenes import FACTORS, TIERS, decks_for, make_rows, make_without_cards
from datasets.proof.sensor import Sensor, expose
from scorer.faces import FACES
from vision.types import CLASSES

SIZE = (320, 240)
ALL = frozenset(FACTORS)
needs_letterings = pytest.mark.skipif(not ink.held_out_decks(), reason="no held-out lettering is installed")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proof")
    make_proof(folder, 3, 1, 5, size=SIZE, held_out=ALL, workers=1)
    return folder


def digest(folder):
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@needs_letterings
def test_a_seed_gives_the_same_scenes_whatever_the_number_of_workers(made, tmp_path):
    make_proof(tmp_path, 3, 1, 5, size=SIZE, held_out=ALL, workers=2)
    assert len(digest(made)) == 12
    assert digest(tmp_path) == digest(made)


@needs_letterings
def test_the_two_rows_of_a_deck_show_every_face_once_at_both_ends():
    scene = make_rows(decks_for(ALL)[0], 5, np.random.default_rng(2), SIZE)
    assert sorted(c["face"] for c in scene.truth["cards"]) == sorted(FACES)
    assert sorted(c.face for c in scene.characters) == sorted(FACES * 2)
    assert scene.truth["layout"] == "rows"


@needs_letterings
def test_truth_names_what_the_evaluation_asks_for(made):
    tiers = []
    for path in sorted((made / "truth" / "val").glob("0*.json")):
        truth = json.loads(path.read_text())
        picture = cv2.imread(str(made / "images" / "val" / f"{path.stem}.jpg"))
        assert sorted(truth["size"]) == sorted(SIZE)
        assert list(picture.shape[1::-1]) == truth["size"]
        shown = [face for c in truth["columns"] for face in c["shown"]]
        assert sorted(shown) == sorted(c["face"] for c in truth["cards"] if c["column"] >= 0)
        assert {"lettering", "layout", "turn", "character_px", "blur", "tilt", "background"} <= truth.keys()
        tiers.append(truth["tier"])
    assert tiers == list(TIERS)


@needs_letterings
def test_labels_lie_on_their_cards_and_say_which_way_is_up(made):
    for path in sorted((made / "truth" / "val").glob("0*.json")):
        truth = json.loads(path.read_text())
        lines = (made / "labels" / "val" / f"{path.stem}.txt").read_text().splitlines()
        assert [CLASSES[int(line.split()[0])] for line in lines] == [c["face"] for c in truth["characters"]]
        for c in truth["characters"]:
            card = truth["cards"][c["card"]]
            middle = np.mean(card["corners"], axis=0)
            assert card["face"] == c["face"]
            assert c["seen"] >= 0.6
            assert np.linalg.norm(middle - c["head"]) > np.linalg.norm(middle - c["foot"])
            spot = np.mean([c["head"], c["foot"]], axis=0)
            assert cv2.pointPolygonTest(np.float32(card["corners"]), spot, measureDist=True) > -4


@needs_letterings
def test_a_picture_without_cards_has_no_labels(made):
    assert (made / "labels" / "val" / "n0000.txt").read_text() == ""
    assert json.loads((made / "truth" / "val" / "n0000.json").read_text())["cards"] == []


@needs_letterings
def test_no_deck_of_the_test_scenes_is_in_training():
    trained = {font.id for font in installed("train")}
    assert not {spec.font.id for spec in decks_for(ALL)} & trained
    assert {spec.font.id for spec in decks_for(frozenset({"camera"}))} <= trained


def test_a_trained_lettering_is_refused(monkeypatch):
    font = ink.FontSource("kouzan-gyosho", "p", "l", "train", ())
    monkeypatch.setattr(ink, "installed", lambda split: (font,) if split == "train" else ())
    with pytest.raises(ValueError, match="kouzan-gyosho is in the training pictures"):
        ink.held_out_decks.__wrapped__()


@needs_letterings
def test_every_character_of_a_deck_has_ink_and_another_shape():
    masks = ink.letter(ink.held_out_decks()[0], [3])
    assert set(masks) == set(FACES)
    small = {f: cv2.resize(m, (24, 24)) for f, m in masks.items()}
    for a in FACES:
        assert masks[a].max() > 0.9
        assert all(np.abs(small[a] - small[b]).mean() > 0.04 for b in FACES if b != a)


def test_nothing_is_mirrored_by_the_camera():
    camera = look_at((0, 0), 30, 20, 75, 300, 500, SIZE)
    a, b, c = camera.project(np.array([[0, 0, 0], [10, 0, 0], [0, 10, 0]]))
    u, v = b - a, c - a
    assert u[0] * v[1] - u[1] * v[0] < 0  # x right, y up on the table: counterclockwise, also in the picture


def test_the_camera_finds_its_way_back_to_the_table():
    camera = look_at((5, -3), 40, 10, 190, 300, 500, SIZE)
    spot = np.array([[12.0, 30.0]])
    assert camera.on_table(camera.project(np.array([[12.0, 30.0, 0.0]]))) == pytest.approx(spot)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_lays_every_card_once(layout):
    hand = random_hand(np.random.default_rng(2))
    poses = lay(hand, layout, (22, 90), 1.0, np.random.default_rng(3))
    got = sorted((p.column, p.art) for p in poses)
    assert got == sorted((k, face) for k, c in enumerate(hand) for face in c.shown)
    corners = np.concatenate([p.corners() for p in poses])[:, :2]
    assert corners.min(axis=0) + corners.max(axis=0) == pytest.approx([0, 0], abs=1e-6)


def test_the_sensor_keeps_colours_in_their_places():
    light = np.zeros((40, 60, 3), np.float32)
    light[..., 2] = 0.5
    plain = Sensor(1.0, (1, 1, 1), 0, (0, 0), 0.0, 0.0, 0.0, 0.0, 90)
    blue, green, red = expose(light, plain, np.random.default_rng(0))[20, 30]
    assert (blue, green) == (0, 0)
    assert red == pytest.approx(188, abs=1)  # sRGB of half the light


def test_a_stopped_run_has_some_of_everything():
    jobs = jobs_for(None, 0, 2, 1, SIZE, ALL)
    assert [job.numbers for job in jobs] == [(0,), (1,)]


def test_pictures_without_cards_differ_by_number():
    a, b = (make_without_cards(n, np.random.default_rng(n), SIZE).image for n in (0, 3))
    assert a.shape != b.shape or np.abs(a.astype(int) - b).mean() > 5


@needs_letterings
def test_one_factor_at_a_time_takes_trained_letterings():
    scene = scene_of(Job(None, 5, 0, (0,), SIZE, frozenset({"camera"})), 0)
    assert scene.truth["lettering"] in {font.id for font in installed("train")}
    assert scene.truth["background"] == "photo"
