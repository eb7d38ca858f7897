"""Scores a laid-out winning hand of 大贰 / 跑胡子 under a chosen rule system, and says why (rules.md)."""

from scorer.columns import LEGAL_COLUMNS, legal_kinds
from scorer.errors import HandFormatError, RulesError, ScorerError
from scorer.hand import Column, Hand, WinContext
from scorer.parse import parse_case
from scorer.result import Fault, Foul, Item, Line, Score, Settlement, Suppressed
from scorer.rules import RuleSet, load_rules, rule_names
from scorer.scoring import score

__all__ = [
    "LEGAL_COLUMNS",
    "Column",
    "Fault",
    "Foul",
    "Hand",
    "HandFormatError",
    "Item",
    "Line",
    "RuleSet",
    "RulesError",
    "Score",
    "ScorerError",
    "Settlement",
    "Suppressed",
    "WinContext",
    "legal_kinds",
    "load_rules",
    "parse_case",
    "rule_names",
    "score",
]
