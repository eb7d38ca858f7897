"""Scores a laid-out winning hand of 大贰 / 跑胡子 under a chosen rule system, and says why (rules.md)."""

from scorer.columns import LEGAL_COLUMNS, legal_kinds
from scorer.errors import HandFormatError, RulesError, ScorerError
from scorer.hand import Column, Hand, WinContext

__all__ = [
    "LEGAL_COLUMNS",
    "Column",
    "Hand",
    "HandFormatError",
    "RulesError",
    "ScorerError",
    "WinContext",
    "legal_kinds",
]
