"""Runs a part of the stack with another environment for a while."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.faults.stack import get_state_folder, restart_with_file

Environment = dict[str, str]


@contextmanager
def change_environment(part: str, change: Callable[[Environment], Environment]) -> Iterator[None]:
    """Run the part with a changed environment inside the block. The part is restarted before and after."""
    file = get_state_folder("run") / "parts" / f"{part}.json"
    before = file.read_text()
    definition = json.loads(before)
    definition["environment"] = change(definition["environment"])
    try:
        restart_with_file(part, file, json.dumps(definition))
        yield
    finally:
        restart_with_file(part, file, before)
