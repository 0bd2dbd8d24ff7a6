"""Repeat erasures after a restore to an earlier moment: `python -m auth.erase_again FILE`.

A restore leaves the file in auth's DATA_DIR; it is removed when all are repeated, and without it there is nothing to
do. Each line is the JSON object of one erasure. Those that the restored database knows are left alone, so the whole
list can be given. The other services follow the events.
"""

import asyncio
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from auth.parts import make_runtime
from auth.profile import erasure
from auth.profile.tables import Erasure
from auth.runtime import Runtime
from auth.settings import Settings


async def repeat(runtime: Runtime, lines: Iterable[str]) -> int:
    """The number of accounts that were erased again."""
    repeated = 0
    for line in filter(str.strip, lines):
        repeated += await erasure.erase_again(runtime, Erasure.model_validate(json.loads(line)))
    return repeated


async def repeat_in_database(lines: Iterable[str]) -> int:
    """The same, with the settings of the environment."""
    runtime = make_runtime(Settings())
    try:
        return await repeat(runtime, lines)
    finally:
        await runtime.engine.dispose()


def main(file: Path) -> None:
    """Repeat those of the file, print how many there were, and remove it."""
    if file.exists():
        sys.stdout.write(f"erased again: {asyncio.run(repeat_in_database(file.read_text().splitlines()))}\n")
        # Another replica may have done the same meanwhile.
        file.unlink(missing_ok=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
