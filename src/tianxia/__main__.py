"""`python -m tianxia` is the `tianxia` command."""

from .cli import main

raise SystemExit(main())
