"""Runs a part of the stack with another environment for a while."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.stack import run_make_for_part

Environment = dict[str, str]


def get_state_folder(name: str) -> Path:
    """Return the folder of the running stack's state."""
    return Path(os.environ["VAR_DIR"]) / name


@contextmanager
def change_environment(part: str, change: Callable[[Environment], Environment]) -> Iterator[None]:
    """Run the part with a changed environment inside the block. The part is restarted before and after."""
    definition = get_state_folder("run") / "parts" / f"{part}.json"
    before = definition.read_text()
    changed_definition = json.loads(before)
    changed_definition["environment"] = change(changed_definition["environment"])
    try:
        restart_with(definition, part, json.dumps(changed_definition))
        yield
    finally:
        restart_with(definition, part, before)


def restart_with(definition: Path, part: str, text: str) -> None:
    """Restart the part with this definition."""
    run_make_for_part("stop", part)
    definition.write_text(text)
    run_make_for_part("start", part)
