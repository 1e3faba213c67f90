"""Lessons: real decisions on the real engine, with a word about each."""

from .lesson import Lesson, LessonError, Step, lesson, lessons
from .run import Reply, Run

__all__ = ["Lesson", "LessonError", "Reply", "Run", "Step", "lesson", "lessons"]
