"""The evening's ledger: who won, who paid whom, the running totals; in SQLite or PostgreSQL.

>>> import tempfile, uuid
>>> from pathlib import Path
>>> from scorer import load_rules
>>> rules = RulesUsed.of(load_rules("luzhou_deng"))
>>> with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.sqlite3") as ledger:
...     evening = ledger.start_evening(rules=rules, seats=["甲", "乙", "丙"], dealer=0)
...     won = Round(dealer=0, winner=1, payments=(-3, 6, -3), rules_name=rules.name, rules_version=rules.version)
...     evening = ledger.record(evening.id, won, key=uuid.uuid4())
...     print(evening.totals, evening.next_dealer)
...     print(ledger.undo(evening.id, step=evening.undoable).totals)
(-3, 6, -3) 1
(0, 0, 0)
"""

from ledger.decks import DeckEntry, DeckShelf
from ledger.errors import (
    BadAddress,
    BadDeckRecord,
    BadEvening,
    BadExport,
    BadRound,
    ChangedMeanwhile,
    DamagedLedger,
    DeckNameTaken,
    EveningExists,
    ExportTooLarge,
    ImportRefused,
    KeyReused,
    LedgerBusy,
    LedgerError,
    LedgerUnavailable,
    MissingDriver,
    NewerExport,
    NewerLedger,
    NotALedger,
    NotAnExport,
    NothingToRedo,
    NothingToUndo,
    PhotoRefused,
    UnbalancedRound,
    UnknownDeck,
    UnknownEvening,
    UnknownRound,
)
from ledger.ledger import Ledger
from ledger.seats import dijia_seat, foul_payments, next_dealer, win_payments
from ledger.types import (
    Evening,
    EveningSummary,
    Health,
    RecordedRound,
    Round,
    RulesUsed,
    ScoreLine,
    ScoreNote,
    Step,
    hand_json,
)

__all__ = [
    "BadAddress",
    "BadDeckRecord",
    "BadEvening",
    "BadExport",
    "BadRound",
    "ChangedMeanwhile",
    "DamagedLedger",
    "DeckEntry",
    "DeckNameTaken",
    "DeckShelf",
    "Evening",
    "EveningExists",
    "EveningSummary",
    "ExportTooLarge",
    "Health",
    "ImportRefused",
    "KeyReused",
    "Ledger",
    "LedgerBusy",
    "LedgerError",
    "LedgerUnavailable",
    "MissingDriver",
    "NewerExport",
    "NewerLedger",
    "NotALedger",
    "NotAnExport",
    "NothingToRedo",
    "NothingToUndo",
    "PhotoRefused",
    "RecordedRound",
    "Round",
    "RulesUsed",
    "ScoreLine",
    "ScoreNote",
    "Step",
    "UnbalancedRound",
    "UnknownDeck",
    "UnknownEvening",
    "UnknownRound",
    "dijia_seat",
    "foul_payments",
    "hand_json",
    "next_dealer",
    "win_payments",
]
