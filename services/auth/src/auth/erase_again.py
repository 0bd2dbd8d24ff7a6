"""Repeat erasures after a restore to an earlier moment: `python -m auth.erase_again FILE`.

A restore leaves the file in auth's DATA_DIR. The file is removed after all its erasures are repeated. Without the file
nothing is done. Each line is the JSON object of one erasure. Erasures that the restored database already has are
skipped, so the file may list all erasures. The other services erase their data when they receive the events.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from auth.profile import erasure
from auth.profile.tables import Erasure
from auth.runtime import AuthRuntime
from auth.runtime_factory import make_runtime
from auth.settings import Settings


async def repeat_erasures(runtime: AuthRuntime, lines: Iterable[str]) -> int:
    """Repeat the missing erasures. Returns how many accounts were erased."""
    count = 0
    for line in lines:
        if not line.strip():
            continue
        was_missing = await erasure.erase_again(runtime, Erasure.model_validate(json.loads(line)))
        if was_missing:
            count += 1
    return count


async def repeat_in_database(lines: Iterable[str]) -> int:
    """Call `repeat_erasures` for the database that the environment configures."""
    runtime = make_runtime(Settings())
    try:
        return await repeat_erasures(runtime, lines)
    finally:
        await runtime.engine.dispose()


def main(file: Path) -> None:
    """Repeat the erasures of a file, print their number and remove the file."""
    if not file.exists():
        return
    count = asyncio.run(repeat_in_database(file.read_text().splitlines()))
    sys.stdout.write(f"erased again: {count}\n")
    # Another replica may have removed the file meanwhile.
    file.unlink(missing_ok=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Repeat erasures after a restore to an earlier moment.")
    parser.add_argument("file", type=Path)
    main(parser.parse_args().file)
