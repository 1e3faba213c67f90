"""What a judge's estimate consists of."""

from typing import final


@final
class Parts:
    """Takes what an estimate is made of: points by the name of each part, in the order they came."""

    def __init__(self) -> None:
        self.points: dict[str, float] = {}

    def add(self, name: str, points: float) -> None:
        """So many points more of a part."""
        if points != 0.0:
            self.points[name] = self.points.get(name, 0.0) + points
