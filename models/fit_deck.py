"""Fits how a known deck is used, on decks made anew: letterings of training and brush hands, none held out."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from tqdm import tqdm

from datasets.deck import make_deck
from datasets.scene import make_scene
from models.crops import jittered
from models.fuse import ODD, judge_scores, matched
from scorer.faces import FACES
from vision.deck.enrol import crops_of
from vision.deck.fit import DeckFit
from vision.deck.profile import DeckProfile, FaceCrops
from vision.deck.prototypes import Prototypes, unit_rows
from vision.deck.use import fused_with
from vision.detector import Detector
from vision.secondlook import SecondLook, fuse
from vision.types import CLASSES, Glyph, Photo
from vision.weights import find_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.deck import Deck
    from datasets.scene import Scene

    Floats = NDArray[np.float64]

SIZE, SHARE = (800, 600), (0.6, 1.0)
STREAM = 29
READ = 4
"""Hands of each deck that are read."""
ENROLLED = 2
"""Crops of each face that the deck is known by."""
MOST_SHOWN = 12
GRID = (5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0)
"""Weights of the likeness that are tried; the nets keep those they have without a deck, which only adds to them."""
SHRINK = 0.1
"""Share of a round scatter that is mixed into those that were measured."""
DIRECTIONS = 24
UNLIKE, BLURRED, RAMP = 0.01, 0.1, 0.15
"""Share of true characters that may count for less since they are unlike the deck, share of those of which the deck
has not its full say, and how gradually the first do.
"""
STRANGE = 0.1
"""Share of hands that may be read with the profile of another deck: that does less harm than missing one's own."""


@dataclass(frozen=True)
class Decks:
    """What decks are known by.

    Attributes:
        means: (decks, 20, d) where their faces lie.
        read: (decks, 20, 20) what the net takes their faces for.

    """

    means: Floats
    read: Floats


@dataclass(frozen=True)
class Seen:
    """Characters of one hand that the detector found, and which they are.

    Attributes:
        deck: its number.
        scores: (n, 21) of the detector.
        logits: (n, 20) of the second look.
        embeddings: (n, d).
        truth: (n,) class ids.

    """

    deck: int
    scores: Floats
    logits: Floats
    embeddings: Floats
    truth: NDArray[np.intp]


def photo_of(scene: Scene) -> Photo:
    """The scene as a photo of middling quality."""
    _, jpg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 80])
    image = np.asarray(cv2.imdecode(jpg, cv2.IMREAD_COLOR), np.uint8)
    return Photo(image, "scene", (image.shape[1], image.shape[0]))


def labels_of(scene: Scene) -> list[tuple[int, Glyph]]:
    """Class ids and places of a scene's characters."""
    bare = (0.0,) * len(CLASSES)
    return [(CLASSES.index(g.face), Glyph(g.box, g.head, g.foot, bare)) for g in scene.glyphs]


def shown(second: SecondLook, deck: Deck, rng: np.random.Generator) -> Prototypes | None:
    """The deck by the first characters of each face that quiet pictures show; None where one is never shown."""
    faces: list[list[NDArray[np.uint8]]] = [[] for _ in FACES]
    for _ in range(MOST_SHOWN):
        scene = make_scene(deck, rng, SIZE, SHARE, hard_share=0.0)
        photo = photo_of(scene)
        for face, glyph in labels_of(scene):
            if face < len(FACES) and len(faces[face]) < ENROLLED:
                faces[face].append(crops_of(second, photo, [jittered(glyph, rng)])[0])
        if all(len(crops) == ENROLLED for crops in faces):
            break
    if not all(faces):
        return None
    crops = tuple(FaceCrops(np.stack(own), np.zeros(len(own), bool)) for own in faces)
    return Prototypes(second, DeckProfile(deck.source, crops))


def collect(decks: int, seed: int) -> tuple[Decks, list[Seen]]:
    """Make decks, and their hands as the nets see them; half of the decks are written wilder than those of training.

    From decks that the nets read without a fault nothing is to be learned of what a deck can mend.
    """
    weights = find_weights()
    if weights.second_look is None:
        raise SystemExit("the manifest has no second look")
    detector, second = Detector(weights.detector), SecondLook(weights.second_look)
    shown_by: list[Prototypes] = []
    seen: list[Seen] = []
    for number in tqdm(range(decks), unit="deck"):
        rng = np.random.default_rng([seed, STREAM, number])
        deck = make_deck(rng, "train" if number % 4 < 2 else "wild")
        known = shown(second, deck, rng)
        if known is None:
            continue
        for _ in range(READ):
            scene = make_scene(deck, rng, SIZE, SHARE)
            photo = photo_of(scene)
            pairs = matched(detector.detect(photo), labels_of(scene))
            if pairs:
                looked = second.look_twice(photo, [glyph for glyph, _ in pairs])
                truth = np.array([face for _, face in pairs])
                seen.append(Seen(len(shown_by), looked.scores, looked.logits, looked.embeddings, truth))
        shown_by.append(known)
    return Decks(np.array([each.means for each in shown_by]), np.array([each.read for each in shown_by])), seen


def directions(means: Floats, average: Floats, seen: Sequence[Seen]) -> Floats:
    """Directions (d, k) along which decks differ from the average hand more than pictures differ from their deck."""
    rest = np.concatenate([s.embeddings - means[s.deck, s.truth] for s in seen])
    own = np.concatenate([means[deck] - average for deck in sorted({s.deck for s in seen})])
    inside, between = (round_scatter(np.asarray(part.T @ part / len(part))) for part in (rest, own))
    values, vectors = np.linalg.eigh(inside)
    whiten = vectors / np.sqrt(values)
    ratio, turn = np.linalg.eigh(whiten.T @ between @ whiten)
    best = np.argsort(-ratio)[:DIRECTIONS]
    return np.asarray(whiten @ turn[:, best] * np.sqrt(ratio[best] / (1 + ratio[best])))


def round_scatter(scatter: Floats) -> Floats:
    """A scatter (d, d) with a share of a round one of the same size."""
    even = np.eye(len(scatter)) * np.trace(scatter) / len(scatter)
    return np.asarray((1 - SHRINK) * scatter + SHRINK * even)


def loss_of(
    decks: Decks, seen: Sequence[Seen], weights: tuple[float, float, float], alike: tuple[float, float]
) -> tuple[float, float, int]:
    """Mean negative log-likelihood, share right and number of characters that are read with their own decks."""
    scores = [
        fused_with(s.scores, s.logits, s.embeddings @ decks.means[s.deck].T, decks.read[s.deck], weights, alike)
        for s in seen
    ]
    return judged(scores, seen)


def judged(scores: Sequence[Floats], seen: Sequence[Seen]) -> tuple[float, float, int]:
    """Mean negative log-likelihood, share right and number of characters, from class scores (n, 21) of each hand."""
    truth = np.concatenate([s.truth for s in seen])
    return *judge_scores(np.concatenate(scores), truth), len(truth)


def parted(fit: DeckFit, weights: tuple[float, float], means: Floats, seen: Sequence[Seen]) -> tuple[Floats, Floats]:
    """Agreement of hands, read without a deck, with their own (n,), and with each other deck of these hands (m,)."""
    every = sorted({s.deck for s in seen})
    table = np.array([_agreements(fit, weights, means[every], s) for s in seen])
    own = np.array([[deck == s.deck for deck in every] for s in seen])
    return table[own], table[~own]


def _agreements(fit: DeckFit, weights: tuple[float, float], means: Floats, hand: Seen) -> list[float]:
    scores = np.asarray(fuse(hand.scores, hand.logits, weights), np.float64)
    return [fit.agreement(own, hand.embeddings, scores) for own in means]


def fitted_on(decks: Decks, seen: Sequence[Seen], weights: tuple[float, float]) -> DeckFit:
    """The fit of some hands, read without a deck with ``weights``; every photo may show every deck."""
    means = decks.means
    numbers = sorted({s.deck for s in seen})
    average = unit_rows(means[numbers].mean(axis=0))
    like = np.concatenate([(s.embeddings @ means[s.deck].T).max(axis=1) for s in seen])
    low, full = (float(v) for v in np.quantile(like, (UNLIKE, BLURRED)))
    best = min(GRID, key=lambda w: loss_of(decks, seen, (*weights, w), (low, full))[0])
    ways = directions(means, average, seen)
    return DeckFit((*weights, best), (low - RAMP, low), (low, full), average, ways, 0.0)


def told_apart(fit: DeckFit, means: Floats, seen: Sequence[Seen], weights: tuple[float, float]) -> DeckFit:
    """The fit with the least agreement that a deck needs, from hands whose decks have no part in the average hand."""
    _, strange = parted(fit, weights, means, seen)
    return replace(fit, least=float(np.quantile(strange, 1 - STRANGE)))


def report(fit: DeckFit, decks: Decks, seen: Sequence[Seen], weights: tuple[float, float]) -> list[str]:
    """What the fit is worth on hands that it was not made on."""
    means = decks.means
    plain = judged([np.asarray(fuse(s.scores, s.logits, weights)) for s in seen], seen)
    known = loss_of(decks, seen, fit.weights, fit.alike)
    lines = [
        f"{name:<30} right {right:.2%}  loss {loss:.3f}  (n={n} characters)"
        for name, (loss, right, n) in (("without the deck", plain), (f"deck known {fit.weights}", known))
    ]
    own, strange = parted(fit, weights, means, seen)
    lines.append(
        f"agreement from {fit.least:.2f} on: {(own >= fit.least).mean():.1%} of {len(own)} hands with their own deck, "
        f"{(strange >= fit.least).mean():.1%} of {len(strange)} with another"
    )
    lines.append(
        f"likeness below {fit.unlike[1]:.3f} speaks against a character, below {fit.unlike[0]:.3f} no deck has it"
    )
    return lines


def fit_deck(decks: int, seed: int) -> DeckFit:
    """Fit on every other deck, print figures of the rest, and write the fit into the second look's metadata.

    Only the least agreement is fitted on the rest.
    """
    from models.export import add_metadata
    from models.manifest import register

    path = find_weights().second_look
    if path is None:
        raise SystemExit("the manifest has no second look")
    weights = SecondLook(path).weights
    known, seen = collect(decks, seed)
    rest = [s for s in seen if s.deck % 2 != ODD]
    fit = fitted_on(known, [s for s in seen if s.deck % 2 == ODD], weights)
    fit = told_apart(fit, known.means, rest, weights)
    for line in report(fit, known, rest, weights):
        print(line)  # noqa: T201
    kept = {key: np.round(value, 4).tolist() for key, value in asdict(fit).items()}
    add_metadata(path, {"deck_fit": json.dumps(kept)})
    register("second_look", path, same_net=True)
    return fit
