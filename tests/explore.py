"""Look for new bugs: run all tests that draw examples again and again, under fresh seeds, until time is up.

Usage: python -m tests.explore [--minutes N] [PYTEST ARGUMENTS ...]

It prints each failing test, with the command that draws the same examples again. No check that gates a change uses it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from random import SystemRandom
from time import monotonic

LOOKING = ["-n", "auto", "-q", "-m", "hypothesis", "--hypothesis-profile=explore"]


def main() -> int:
    """Run rounds of tests, and return 1 if one has failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="no round begins later (default 60)")
    options, arguments = parser.parse_known_args()
    began, rounds, failed = monotonic(), 0, 0
    while monotonic() - began < 60 * options.minutes:
        seed = SystemRandom().getrandbits(32)
        command = [sys.executable, "-m", "pytest", *LOOKING, f"--hypothesis-seed={seed}", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        rounds += 1
        if done.returncode:
            failed += 1
            print(done.stdout, "again: python -m pytest", *command[3:], flush=True)
        print(f"round {rounds}, {(monotonic() - began) / 60:.0f} minutes: {done.stdout.splitlines()[-1]}", flush=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
