"""`python -m tianxia.server`: the server alone, as a service runs it."""

import argparse
import sys

from . import PORT
from .main import serve, serve_socket


def main() -> int:
    """Serve as the arguments and `TIANXIA_...` variables say."""
    parser = argparse.ArgumentParser(prog="python -m tianxia.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--database", help="a file, or a URL such as postgresql+psycopg://...")
    parser.add_argument("--processes", type=int, default=1, help="several need PostgreSQL")
    # For a process among several: the socket they share, where to say that it is open, and who watches.
    parser.add_argument("--socket", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--ready", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--parent", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.socket is not None:
        serve_socket(chosen.socket, chosen.ready, chosen.parent)
        return 0
    return serve(chosen.host, chosen.port, chosen.database, processes=chosen.processes)


if __name__ == "__main__":
    sys.exit(main())
