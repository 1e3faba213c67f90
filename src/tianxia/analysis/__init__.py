"""Decisions judged, luck, and what decided a game: pure functions over a record and an evaluator."""

from .decisions import Effort, Judged, Option, Turn, turns
from .evaluator import Evaluator, JudgeEvaluator, Outlook
from .game import EFFORTS, Analysis, AnalysisError, Summary, analyse, hint, question, why
from .luck import Step
from .reasons import Reason, reasons, tell

__all__ = [
    "EFFORTS",
    "Analysis",
    "AnalysisError",
    "Effort",
    "Evaluator",
    "JudgeEvaluator",
    "Judged",
    "Option",
    "Outlook",
    "Reason",
    "Step",
    "Summary",
    "Turn",
    "analyse",
    "hint",
    "question",
    "reasons",
    "tell",
    "turns",
    "why",
]
