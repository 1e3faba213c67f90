"""Bots against bots: matches, ladders, ratings, reports; on this machine or on a cluster."""

from .contest import Contest, Job, Result, play_job
from .report import Report
from .run import Arena

__all__ = ["Arena", "Contest", "Job", "Report", "Result", "play_job"]
