"""Where files of the user's own are kept."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Where programs keep what is their user's, as the XDG specification has it."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tianxia"
