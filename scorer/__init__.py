"""Scores a laid-out winning hand of 大贰 / 跑胡子 under a chosen rule system, and says why (rules.md)."""

from scorer.arrange import Arrangement, arrangements, best_arrangement, better_layout
from scorer.columns import LEGAL_COLUMNS, legal_kinds
from scorer.context import dealt_kind, usual_source, won_kind
from scorer.errors import HandFormatError, RulesError, ScorerError
from scorer.hand import Column, Hand, WinContext
from scorer.notation import read_notation, write_notation
from scorer.parse import parse_case
from scorer.questions import Answer, Question, open_questions
from scorer.readings import Note, Reading, notes, other_readings
from scorer.result import Fault, Foul, Item, Line, Score, Settlement, Suppressed
from scorer.rules import RuleSet, load_rules, rule_names
from scorer.scoring import score
from scorer.waits import Wait, waits

__all__ = [
    "LEGAL_COLUMNS",
    "Answer",
    "Arrangement",
    "Column",
    "Fault",
    "Foul",
    "Hand",
    "HandFormatError",
    "Item",
    "Line",
    "Note",
    "Question",
    "Reading",
    "RuleSet",
    "RulesError",
    "Score",
    "ScorerError",
    "Settlement",
    "Suppressed",
    "Wait",
    "WinContext",
    "arrangements",
    "best_arrangement",
    "better_layout",
    "dealt_kind",
    "legal_kinds",
    "load_rules",
    "notes",
    "open_questions",
    "other_readings",
    "parse_case",
    "read_notation",
    "rule_names",
    "score",
    "usual_source",
    "waits",
    "won_kind",
    "write_notation",
]
