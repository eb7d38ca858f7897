"""What a known deck is worth: hands of held-out letterings read without it, enrolled from a photo, and after hands."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm import tqdm

from datasets.proof.scenes import TIERS
from models.deck_trials import Remembering, trials
from models.judging import nearest
from models.tables import share, wilson
from vision.deck import ConfirmedCard, DeckError, enrol, learn
from vision.scan import Scanner
from vision.secondlook import SecondLook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from models.deck_trials import Known, Trial
    from vision.deck import DeckProfile
    from vision.types import HandReading, Photo

CONDITIONS = ("without", "one photo", "three hands")
STRANGE = "another deck"
WORST = 5


@dataclass(frozen=True)
class DeckRow:
    """How one hand was read in one condition.

    Attributes:
        deck: lettering and manner.
        condition: one of ``CONDITIONS``, or ``STRANGE``.
        photo: which hand.
        tier: of the picture.
        used: whether the deck was found to be that of the photo.
        cards: in the hand.
        taps: cards to touch until it is right.

    """

    deck: str
    condition: str
    photo: str
    tier: str
    used: bool
    cards: int
    taps: int


def taps_of(truth: dict[str, Any], reading: HandReading) -> int:
    """Cards to touch until the hand is right."""
    want = Counter(c["face"] for c in truth["cards"] if c["column"] >= 0)
    got = Counter(c.face for c in reading.cards if c.column is not None)
    return max((want - got).total(), (got - want).total())


def confirmed(truth: dict[str, Any], reading: HandReading) -> list[ConfirmedCard]:
    """Return the cards of a reading as a player leaves them who puts every face right; what is no card is taken out."""
    known = truth["characters"]
    cards = []
    for card in reading.cards:
        places = [nearest(glyph.box, [c["box"] for c in known]) for glyph in card.glyphs]
        shown = {known[k]["face"] for k in places if k is not None}
        if card.column is not None and len(shown) == 1 and None not in places:
            face = shown.pop()
            cards.append(ConfirmedCard(face, card.glyphs, told=face != card.face))
    return cards


def evaluate_decks(csv_path: Path | None, *, seed: int, hands: int) -> list[DeckRow]:
    """Print the table, and how often the photos of a deck are taken for those of the deck before it.

    A deck whose photo of two rows is refused has no profile: its hands count as they are read without.
    """
    scanner = Remembering(Scanner.load())
    rows: list[DeckRow] = []
    refused: list[str] = []
    shown: list[str] = []
    before: DeckProfile | None = None
    for trial in tqdm(trials(seed, hands), unit="deck"):
        profile, later = None, None
        shown += [how_enrolled(scanner, *known) for known in (trial.rows, trial.poorer)]
        try:
            profile = enrol(scanner, trial.rows[0]).profile(trial.deck)
            later = learned(scanner, profile, trial.learned)
        except DeckError as error:
            refused.append(f"{trial.deck} ({error.name})")
        for condition, known in zip(CONDITIONS, (None, profile, later), strict=True):
            rows += read(scanner, trial, condition, known)
        if before is not None:
            rows += read(scanner, trial, STRANGE, before)
        before = profile or before
    for line in (*enrolments(shown[::2], shown[1::2]), *report(rows, refused)):
        print(line)  # noqa: T201
    if csv_path:
        csv_path.parent.mkdir(parents=True, exist_ok=True)
        with csv_path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, asdict(rows[0]).keys())
            writer.writeheader()
            writer.writerows(asdict(row) for row in rows)
    return rows


def how_enrolled(scanner: Scanner, photo: Photo, truth: dict[str, Any]) -> str:
    """``right`` where every one of the twenty cards is cut from a card of its face, ``wrong``, or why it is refused."""
    try:
        cards = enrol(scanner, photo).cards
    except DeckError as error:
        return error.name
    places = [(c["face"], np.min(q, axis=0), np.max(q, axis=0)) for c in truth["cards"] for q in c["glyphs"]]
    for card in cards:
        for glyph in card.glyphs:
            middle = np.mean([glyph.box[:2], glyph.box[2:]], axis=0)
            if card.face not in {face for face, low, high in places if (low < middle).all() and (middle < high).all()}:
                return "wrong"
    return "right"


def enrolments(clean: Sequence[str], poorer: Sequence[str]) -> list[str]:
    """How the pictures of two rows were read."""
    return [
        f"two rows, {name:<6} enrolled right {share(how.count('right'), len(how))} of {len(how)} pictures"
        + "".join(f", {why}: {n}" for why, n in sorted(Counter(how).items()) if why != "right")
        for name, how in (("clean", clean), ("normal", poorer))
    ]


def read(scanner: Scanner, trial: Trial, condition: str, profile: DeckProfile | None) -> list[DeckRow]:
    """Read the hands of a trial."""
    rows = []
    for photo, truth in trial.hands:
        reading = scanner.scan(photo, [profile] if profile else [])
        cards = sum(c["column"] >= 0 for c in truth["cards"])
        taps = taps_of(truth, reading)
        rows.append(DeckRow(trial.deck, condition, photo.name, truth["tier"], bool(reading.deck), cards, taps))
    return rows


def learned(scanner: Scanner, profile: DeckProfile, hands: Sequence[Known]) -> DeckProfile:
    """Return the deck after hands were read with it, put right and confirmed.

    Raises:
        TypeError: the scanner has no second look.

    """
    second = scanner.second_look
    if not isinstance(second, SecondLook):
        raise TypeError("without the second look no deck can be learned")
    for photo, truth in hands:
        profile = learn(second, profile, photo, confirmed(truth, scanner.scan(photo, [profile])))
    return profile


def report(rows: Sequence[DeckRow], refused: Sequence[str]) -> list[str]:
    """All lines that the evaluation prints."""
    decks = sorted({row.deck for row in rows})
    letterings = {lettering(row) for row in rows}
    lines = [f"{len(decks)} decks of {len(letterings)} held-out letterings"]
    lines += [f"not enrolled, so read as without: {' '.join(refused)}"] if refused else []
    lines += [line("all", name, [r for r in rows if r.condition == name]) for name in CONDITIONS]
    lines += worst_of(f"worst {WORST} letterings", rows, lettering)
    lines += worst_of(f"worst {WORST} decks", rows, lambda row: row.deck)
    lines.append("of each deck, hands exact " + " / ".join(CONDITIONS))
    for deck in decks:
        counts = [right(rows, name, deck) for name in CONDITIONS]
        lines.append(f"  {deck:<36} " + "  ".join(f"{k}/{n}" for k, n in counts))
    for title, each in (("decks", decks), ("letterings", sorted(letterings))):
        lowered = [one for one in each if any(below(rows, name, one) for name in CONDITIONS[1:])]
        lines.append(f"{title} lowered beyond their interval: {' '.join(lowered) or 'none'}")
    same = {(r.photo, r.condition): r for r in rows}
    for name in (*CONDITIONS[1:], STRANGE):
        pairs = [(r, same[r.photo, "without"]) for r in rows if r.condition == name]
        better, worse = sum(r.taps < w.taps for r, w in pairs), sum(r.taps > w.taps for r, w in pairs)
        used = share(sum(r.used for r, _ in pairs), len(pairs))
        lines.append(
            f"{name:<13} used in {used} of {len(pairs)} hands; {better} need fewer taps than without, {worse} more"
        )
    return lines


def worst_of(title: str, rows: Sequence[DeckRow], of: Callable[[DeckRow], str]) -> list[str]:
    """Lines on the groups with the largest share of wrong hands without a profile, and how much of it is lifted."""
    wrong: dict[str, list[bool]] = {}
    for row in rows:
        if row.condition == "without":
            wrong.setdefault(of(row), []).append(row.taps > 0)
    worst = sorted(wrong, key=lambda name: (-np.mean(wrong[name]), name))[:WORST]
    chosen = {name: [r for r in rows if r.condition == name and of(r) in worst] for name in CONDITIONS}
    first, *others = ((sum(r.taps > 0 for r in known), sum(r.taps for r in known)) for known in chosen.values())
    lifted = (
        f"{name} {1 - hands / max(1, first[0]):.0%} of the hands, {1 - taps / max(1, first[1]):.0%} of the taps"
        for name, (hands, taps) in zip(CONDITIONS[1:], others, strict=True)
    )
    counts = (
        f"{tier} {'/'.join(str(sum(r.taps > 0 for r in known if r.tier == tier)) for known in chosen.values())}"
        for tier in TIERS
    )
    return [
        f"{title}: {', '.join(worst)}",
        *(line(title, name, known) for name, known in chosen.items()),
        f"of their {first[0]} wrong hands and {first[1]} taps, lifted by {'; by '.join(lifted)}",
        f"their wrong hands, {' / '.join(CONDITIONS)}: {', '.join(counts)}",
    ]


def right(rows: Sequence[DeckRow], condition: str, deck: str) -> tuple[int, int]:
    """How many hands of a deck, or of all decks of a lettering, are exact, of how many."""
    taps = [r.taps for r in rows if r.condition == condition and deck in (r.deck, lettering(r))]
    return sum(t == 0 for t in taps), len(taps)


def lettering(row: DeckRow) -> str:
    """Whose characters the deck of a hand shows."""
    return row.deck.split("/")[0]


def below(rows: Sequence[DeckRow], condition: str, deck: str) -> bool:
    """Whether a deck, or a lettering, is read worse than the interval of what it is without."""
    (k, n), (less, _) = right(rows, "without", deck), right(rows, condition, deck)
    return less / n < wilson(k, n)[0]


def line(title: str, condition: str, rows: Sequence[DeckRow]) -> str:
    """One line of the table."""
    n = len(rows)
    taps = 100 * sum(r.taps for r in rows) / sum(r.cards for r in rows)
    return (
        f"{title:<18} {condition:<12} n={n:<4} exact {share(sum(r.taps == 0 for r in rows), n)}  "
        f"≤1 tap {share(sum(r.taps <= 1 for r in rows), n)}  taps/100 cards {taps:5.2f}"
    )
