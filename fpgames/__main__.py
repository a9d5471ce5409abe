"""Run the command line: ``python -m fpgames``."""

import sys

from fpgames.cli import main

if __name__ == "__main__":  # pragma: no branch (tests that import every module import this one, too)
    sys.exit(main())
