"""The program that ``python -m fpgames`` runs."""

import sys

from fpgames.cli import main

if __name__ == "__main__":  # pragma: no branch (a walk over all modules may import this one)
    sys.exit(main())
