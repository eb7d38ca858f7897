"""One test scene: a hand of one deck on a table under a lamp, taken by a phone, with all that is known of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.hands import TrueColumn, random_hand
from datasets.proof import clutter
from datasets.proof.arrange import LAYOUTS, Pose, bent, lay, two_tens
from datasets.proof.ink import DeckSpec, held_out_decks, known_decks
from datasets.proof.pinhole import Pinhole, look_at
from datasets.proof.sensor import Sensor, expose
from datasets.proof.stage import Finish, Lamp, Stage
from datasets.proof.stock import Deck, print_deck
from datasets.proof.surfaces import SURFACES, surface
from datasets.proof.things import CLUTTER, GAMES, paper
from scorer.faces import FACES

if TYPE_CHECKING:
    from numpy.typing import NDArray

TIERS = ("clean", "normal", "hard")
FACTORS = ("lettering", "background", "camera")
VISIBLE = 0.6
"""A character of which less can be seen is not labelled (real-decks.md)."""
MARGIN = 10
"""The hand keeps so many pixels from the rim of the picture."""
TRIES = 12


@dataclass(frozen=True)
class Character:
    """A visible character (or end of a back): class, box, head and foot in pixels, and whose it is."""

    face: str
    box: tuple[float, float, float, float]
    head: tuple[float, float]
    foot: tuple[float, float]
    card: int
    seen: float


@dataclass(frozen=True)
class TestScene:
    """A picture (uint8 BGR), its characters, its truth, and the JPEG quality it is saved with."""

    __test__ = False  # no test class, whatever its name

    image: NDArray[np.uint8]
    characters: tuple[Character, ...]
    truth: dict[str, Any]
    quality: int


def decks_for(held_out: frozenset[str]) -> tuple[DeckSpec, ...]:
    """The decks to print: letterings that training never saw, or those it knows where lettering is no factor."""
    return held_out_decks() if "lettering" in held_out else known_decks()


@lru_cache(maxsize=2)
def deck_of(spec: DeckSpec, seed: int) -> Deck:
    """The printed deck; kept, since many pictures show one."""
    return print_deck(spec, seed)


def camera_for(
    poses: list[Pose], tier: str, size: tuple[int, int], rng: np.random.Generator, *, plain: bool
) -> tuple[Pinhole, float, float]:
    """A phone held so that the whole hand is in the picture: (camera, tilt, turn) in degrees."""
    limits = {"clean": (0, 15), "normal": (0, 35), "hard": (10, 45)}[tier]
    tilt = float(rng.uniform(*((0, 8) if plain else limits)))
    turn = float(rng.integers(4) * 90 + rng.normal(0, 7))
    size = held(poses, turn, size, rng)
    azimuth = float(rng.normal(0, 50))
    share = {"clean": (0.70, 0.92), "normal": (0.52, 0.92), "hard": (0.34, 0.85)}[tier]
    wanted = float(rng.uniform(*share))
    focal = float(rng.uniform(0.72, 0.95) * max(size))
    points = np.concatenate([p.corners() for p in poses])
    target, distance = np.zeros(2), 400.0
    for _ in range(8):
        camera = look_at((float(target[0]), float(target[1])), tilt, azimuth, turn, distance, focal, size)
        seen = camera.project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        now = float(((high - low) / size).max())
        distance *= now / wanted
        middle = camera.on_table(((low + high) / 2)[None])[0]
        target = target + (middle - target) * 0.9
    free = (1 - wanted) * 0.5
    target = target + rng.uniform(-free, free, 2) * 0.5 * np.ptp(points[:, :2], axis=0)
    while True:
        camera = look_at((float(target[0]), float(target[1])), tilt, azimuth, turn, distance, focal, size)
        seen = camera.project(points)
        if (seen.min(axis=0) >= MARGIN).all() and (seen.max(axis=0) <= np.array(size) - MARGIN).all():
            return camera, tilt, turn % 360
        distance *= 1.03


def held(poses: list[Pose], turn: float, size: tuple[int, int], rng: np.random.Generator) -> tuple[int, int]:
    """Mostly the phone is held upright or across, as the hand lies; (width, height) of the picture."""
    half = clutter.box_of(poses)
    tall = (half[1] > half[0]) == (round(turn / 90) % 2 == 0)
    if rng.random() < 0.3:
        tall = bool(rng.integers(2))
    return (min(size), max(size)) if tall else (max(size), min(size))


def lamp_for(camera: Pinhole, tier: str, rng: np.random.Generator) -> Lamp:
    """Clean: even light. Otherwise a lamp, warm or cold, sometimes where plastic mirrors it into the picture."""
    glare = rng.random() < {"clean": 0.0, "normal": 0.3, "hard": 0.65}[tier]
    height = float(rng.uniform(500, 1300))
    if glare:
        spot = camera.on_table(np.array([rng.uniform(0.15, 0.85, 2) * camera.size]))[0]
        away = spot - camera.eye[:2]
        place = spot + away / camera.eye[2] * height
    else:
        place = rng.uniform(-700, 700, 2)
    warm = float(rng.normal(0, {"clean": 0.03, "normal": 0.12, "hard": 0.22}[tier]))
    warm += {"clean": 0.0, "normal": 0.05, "hard": 0.12}[tier]
    colour = (float(np.exp(-warm)), 1.0, float(np.exp(0.8 * warm)))
    ambient = float(rng.uniform(*{"clean": (0.7, 0.9), "normal": (0.35, 0.75), "hard": (0.15, 0.5)}[tier]))
    return Lamp((float(place[0]), float(place[1]), height), ambient, colour)


def sensor_for(tier: str, size: tuple[int, int], rng: np.random.Generator, *, plain: bool) -> Sensor:
    """Clean: sharp and bright. Normal: a phone at home. Hard: evening, in a hurry."""
    unit = max(size) / 1280
    if plain:
        tier = "clean"
    low, high = {"clean": (0.0, 0.6), "normal": (0.0, 1.6), "hard": (0.6, 3.2)}[tier]
    shake = abs(rng.normal(0, {"clean": 0.3, "normal": 1.0, "hard": 3.2}[tier])) * unit
    way = float(rng.uniform(0, 2 * np.pi))
    noise = float(rng.uniform(*{"clean": (0.3, 0.8), "normal": (0.5, 2.0), "hard": (1.5, 5.0)}[tier]))
    return Sensor(
        exposure=float(rng.uniform(*{"clean": (0.85, 1.1), "normal": (0.65, 1.2), "hard": (0.35, 1.35)}[tier])),
        tint=tuple(np.exp(rng.normal(0, 0.03, 3)).tolist()),
        defocus=float(rng.uniform(low, high)) * unit,
        motion=(float(shake * np.cos(way)), float(shake * np.sin(way))),
        shot=0.0006 * noise,
        read=0.0022 * noise,
        contrast=float(rng.uniform(0.0, 0.6)),
        sharpen=float(rng.uniform(0.0, 0.9)),
        quality=int(rng.integers(*{"clean": (88, 97), "normal": (72, 95), "hard": (45, 85)}[tier])),
    )


def _quad_on_picture(
    stage: Stage, pose: Pose, quad: tuple[tuple[float, float], ...], finish: Finish
) -> NDArray[np.float64]:
    return stage.camera.project(pose.at(np.array(quad), (pose.layer + 1) * finish.thick))


def characters_of(
    stage: Stage, poses: list[Pose], deck: Deck, finish: Finish
) -> tuple[tuple[Character, ...], list[list[Any]]]:
    """The characters of which enough is seen, and the quadrilaterals of all of them by card."""
    width, height = stage.camera.size
    found, quads = [], []
    for number, pose in enumerate(poses):
        own = []
        for end, quad in enumerate(deck.art[pose.art].quads):
            seen = _quad_on_picture(stage, pose, quad, finish)
            own.append((seen if end == 0 else seen[[2, 3, 0, 1]]).round(1).tolist())
            share = stage.share_seen(seen, number)
            low, high = np.clip(seen.min(axis=0), 0, None), np.minimum(seen.max(axis=0), (width, height))
            if share < VISIBLE or (high - low).min() < 2:
                continue
            head, foot = (seen[0] + seen[1]) / 2, (seen[2] + seen[3]) / 2
            box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
            found.append(Character(pose.art, box, tuple(head.tolist()), tuple(foot.tolist()), number, round(share, 3)))
        quads.append(own)
    return tuple(found), quads


def make_scene(
    spec: DeckSpec, seed: int, tier: str, rng: np.random.Generator, size: tuple[int, int], held_out: frozenset[str]
) -> TestScene:
    """A picture in which every card of the hand shows at least one character.

    Raises:
        RuntimeError: when no such picture comes about.

    """
    deck = deck_of(spec, seed)
    for _ in range(TRIES):
        scene = _one_scene(deck, tier, rng, size, held_out)
        shown = {c.card for c in scene.characters}
        if all(k in shown for k, c in enumerate(scene.truth["cards"]) if c["column"] >= 0):
            return scene
    raise RuntimeError(f"no picture of {spec.id} shows every card")


def _table(stage: Stage, rng: np.random.Generator, held_out: frozenset[str]) -> str:
    names = sorted(SURFACES)
    name = names[rng.integers(len(names))] if "background" in held_out else "photo"
    stage.cover_table(surface(name, stage.x, stage.y, rng))
    return name


def make_rows(
    spec: DeckSpec, seed: int, rng: np.random.Generator, size: tuple[int, int], tier: str = "clean"
) -> TestScene:
    """A picture of the twenty faces in two rows, as a player takes it to show the deck."""
    deck = deck_of(spec, seed)
    face = deck.art["b1"]
    poses = bent(two_tens((face.size[0], face.size[1]), rng), deck.bend, rng)
    row = TrueColumn("chi", FACES, FACES, exposed=False)
    return _scene_of(deck, (row,), "rows", poses, tier, rng, size, frozenset(FACTORS))


def _one_scene(
    deck: Deck, tier: str, rng: np.random.Generator, size: tuple[int, int], held_out: frozenset[str]
) -> TestScene:
    hand = random_hand(rng)
    layout = LAYOUTS[int(rng.choice(len(LAYOUTS), p=(0.34, 0.26, 0.16, 0.14, 0.10)))]
    face = deck.art["b1"]
    poses = lay(hand, layout, (face.size[0], face.size[1]), deck.bend, rng)
    return _scene_of(deck, hand, layout, poses, tier, rng, size, held_out)


def _scene_of(
    deck: Deck,
    hand: tuple[TrueColumn, ...],
    layout: str,
    poses: list[Pose],
    tier: str,
    rng: np.random.Generator,
    size: tuple[int, int],
    held_out: frozenset[str],
) -> TestScene:
    card = poses[0].size
    plain = "camera" not in held_out
    camera, tilt, turn = camera_for(poses, tier, size, rng, plain=plain)
    stage = Stage(camera, lamp_for(camera, tier, rng))
    if tier != "clean" and rng.random() < {"normal": 0.35, "hard": 0.7}[tier]:
        clutter.shadow_of_phone(stage, rng, float(rng.uniform(0.2, 0.55)))
    table = _table(stage, rng, held_out)
    finish = Finish(deck.thick, 0.0 if tier == "clean" else deck.gloss, deck.rough)
    count = {"clean": 0, "normal": int(rng.integers(3)), "hard": int(rng.integers(1, 4))}[tier]
    clutter.flat_things(stage, poses, rng, count)
    strays = clutter.another_deck(stage, deck.art, poses, card, rng) if tier != "clean" and rng.random() < 0.4 else []
    everything = [*poses, *strays]
    for number, pose in enumerate(everything):
        stage.place(pose, deck.art[pose.art], finish, number)
    if tier != "clean" and rng.random() < 0.35:
        clutter.cup(stage, poses, rng)
    if layout == "fan" and rng.random() < 0.8:
        low = clutter.box_of(poses)[1]
        clutter.fingers(
            stage,
            (float(rng.normal(0, 14)), float(-low + rng.uniform(4, 20))),
            float(np.pi / 2 + rng.normal(0, 0.3)),
            int(rng.integers(2, 5)),
            rng,
        )
    elif tier == "hard" and rng.random() < 0.3:
        half = clutter.box_of(poses)
        side = float(np.sign(rng.random() - 0.5))
        tip = (side * (half[0] + rng.uniform(-6, 10)), float(rng.uniform(-0.6, 0.6) * half[1]))
        clutter.fingers(stage, tip, 0.0 if side < 0 else np.pi, int(rng.integers(1, 3)), rng)
    found, quads = characters_of(stage, everything, deck, finish)
    sensor = sensor_for(tier, camera.size, rng, plain=plain)
    sensor = replace(sensor, exposure=sensor.exposure * _metered(stage))
    image = expose(stage.light, sensor, rng)
    widths = [
        float(np.hypot(*np.subtract(q[1], q[0])))
        for k, own in enumerate(quads)
        if everything[k].art != "back"
        for q in own[:1]
    ]
    truth = _photo_truth(stage, tier, layout, table, (tilt, turn), sensor) | {
        "deck": deck.id,
        "lettering": deck.id.split("/")[0],
        "character_px": round(float(np.median(widths)), 1) if widths else 0.0,
        "columns": [_column_truth(c) for c in hand],
        "cards": [_card_truth(k, p, q, stage) for k, (p, q) in enumerate(zip(everything, quads, strict=True))],
        "characters": [_character_truth(c) for c in found],
    }
    return TestScene(image, found, truth, sensor.quality)


def _metered(stage: Stage) -> float:
    """What the phone's light meter makes of the scene."""
    bright = float(np.percentile(cv2.resize(stage.light, None, fx=0.125, fy=0.125).mean(axis=2), 93))
    return float(np.clip(0.78 / max(bright, 1e-3), 0.5, 3.0))


def _photo_truth(
    stage: Stage, tier: str, layout: str, table: str, pose: tuple[float, float], sensor: Sensor
) -> dict[str, Any]:
    """What is known of any picture; of one without cards it is all."""
    tilt, turn = pose
    return {
        "style": layout,
        "layout": layout,
        "tier": tier,
        "hard": tier == "hard",
        "deck": "none",
        "lettering": "none",
        "background": table,
        "rotation": round(turn, 1),
        "turn": round(turn / 90) % 4 * 90,
        "tilt": round(tilt, 1),
        "blur": round(sensor.blur, 2),
        "character_px": 0.0,
        "size": list(stage.camera.size),
        "columns": [],
        "cards": [],
        "characters": [],
    }


def _column_truth(c: TrueColumn) -> dict[str, Any]:
    return {"type": c.type, "faces": list(c.faces), "shown": list(c.shown), "exposed": c.exposed}


def _card_truth(number: int, pose: Pose, quads: list[Any], stage: Stage) -> dict[str, Any]:
    corners = stage.camera.project(pose.corners()).round(1).tolist()
    return {"id": number, "column": pose.column, "face": pose.art, "corners": corners, "glyphs": quads}


def _character_truth(c: Character) -> dict[str, Any]:
    rounded = [[round(v, 1) for v in values] for values in (c.box, c.head, c.foot)]
    return {"face": c.face, "card": c.card, "box": rounded[0], "head": rounded[1], "foot": rounded[2], "seen": c.seen}


def make_without_cards(number: int, rng: np.random.Generator, size: tuple[int, int]) -> TestScene:
    """A picture with no 字牌: a bare table, a page of text, another game, or a crowded table."""
    kind = ("table", "text", "game", "crowded")[number % 4]
    tier = TIERS[number % 3]
    area = [Pose("", -1, x, y, 0.0, (20.0, 20.0)) for x in (-110.0, 110.0) for y in (-80.0, 80.0)]
    camera, tilt, turn = camera_for(area, tier, size, rng, plain=False)
    stage = Stage(camera, lamp_for(camera, tier, rng))
    names = sorted(SURFACES)
    if kind == "table":
        names = ["printed", "woven", "stone", "bamboo", "wood"]
    table = names[rng.integers(len(names))]
    stage.cover_table(surface(table, stage.x, stage.y, rng))
    things = []
    if kind == "text":
        things = [paper(rng) for _ in range(int(rng.integers(1, 3)))]
    elif kind == "crowded":
        things = [(GAMES + CLUTTER)[rng.integers(len(GAMES + CLUTTER))](rng) for _ in range(10)]
    for art in things:
        x, y = (float(v) for v in rng.uniform(-130, 130, 2))
        pose = Pose("", -1, x, y, float(rng.uniform(0, 2 * np.pi)), art.size)
        stage.place(pose, art, Finish(0.5, 0.1), -2)
    if kind == "game":
        _lay_game(stage, rng)
    if kind in ("crowded", "table"):
        clutter.cup(stage, area, rng)
    sensor = sensor_for(tier, size, rng, plain=False)
    image = expose(stage.light, replace(sensor, exposure=sensor.exposure * _metered(stage)), rng)
    truth = _photo_truth(stage, tier, "none", table, (tilt, turn), sensor) | {"kind": kind}
    return TestScene(image, (), truth, sensor.quality)


def _lay_game(stage: Stage, rng: np.random.Generator) -> None:
    """A hand of playing cards, mahjong tiles or dominoes in rows."""
    maker = GAMES[rng.integers(len(GAMES))]
    first = maker(rng)
    step = first.size[0] * (rng.uniform(0.35, 1.0) if maker is GAMES[0] else 1.04)
    for row in range(int(rng.integers(1, 4))):
        for k in range(int(rng.integers(5, 14))):
            art = maker(rng)
            x, y = (k - 5) * step + rng.normal(0, 1), row * first.size[1] * 1.15 - 70 + rng.normal(0, 1.5)
            stage.place(Pose("", -1, x, y, rng.normal(0, 0.03), art.size, k % 3), art, Finish(0.6, 0.2, 0.1), -2)
