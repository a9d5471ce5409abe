"""Hypothesis profiles: CI runs the same examples every time; ``--hypothesis-profile=thorough`` looks longer."""

import os

from hypothesis import settings

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
