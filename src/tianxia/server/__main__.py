"""`python -m tianxia.server`: the server alone, as a service runs it."""

import argparse

from . import PORT
from .main import serve


def main() -> None:
    """Serve as the arguments and `TIANXIA_...` variables say."""
    parser = argparse.ArgumentParser(prog="python -m tianxia.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--database", help="a file, or a URL such as postgresql+psycopg://...")
    chosen = parser.parse_args()
    serve(chosen.host, chosen.port, chosen.database)


if __name__ == "__main__":
    main()
