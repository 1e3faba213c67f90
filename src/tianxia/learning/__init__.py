"""Judges learn from games that bots play: play, fit, match, keep what is better."""

from .plan import Plan

__all__ = ["Plan"]
