"""Repeat erasures after a restore to an earlier moment: `python -m auth.erase_again < erasures`.

Each line is the JSON object of one erasure, as `python -m deploy.backup archive-erasures` prints them. Those that the
restored database knows are left alone, so the whole list can be given. The other services follow the events.
"""

import asyncio
import json
import sys
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from auth.parts import make_runtime
from auth.personal_data import erasure
from auth.runtime import Runtime
from auth.settings import Settings


async def repeat(runtime: Runtime, lines: Iterable[str]) -> int:
    """The number of accounts that were erased again."""
    repeated = 0
    for line in filter(str.strip, lines):
        one = json.loads(line)
        repeated += await erasure.erase_again(
            runtime,
            id=UUID(one["id"]),
            account_id=UUID(one["account_id"]),
            requested_at=datetime.fromisoformat(one["requested_at"]),
        )
    return repeated


async def main() -> None:
    """From standard input; prints how many were repeated."""
    runtime = make_runtime(Settings())
    try:
        sys.stdout.write(f"erased again: {await repeat(runtime, sys.stdin)}\n")
    finally:
        await runtime.engine.dispose()


if __name__ == "__main__":
    asyncio.run(main())
