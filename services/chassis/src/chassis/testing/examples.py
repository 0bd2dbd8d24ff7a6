"""Number of examples that a property test generates: a few in `make test`, all of them in `make test-generated`."""

import os

MIN_EXAMPLES = 4
# `make test` generates one example in five. They differ in each run.
DIVISOR = 5


def count_examples(number: int) -> int:
    """Return `number` in `make test-generated`, which sets ALL_EXAMPLES, otherwise a fifth of it, but at least four."""
    if os.environ.get("ALL_EXAMPLES"):
        return number
    return max(MIN_EXAMPLES, number // DIVISOR)
