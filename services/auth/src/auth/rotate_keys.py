"""Make a new signing key: `python -m auth.rotate_keys`. Nobody is signed out.

Every service learns the new key before anything is signed with it; the old one is kept until its last token is dead.
"""

import asyncio
import sys
from datetime import timedelta

from chassis.app import Runtime
from chassis.identity import bucket

from auth.keys import service as keys
from auth.settings import Settings, settings_of

# A service's watch brings a new key in a moment; one that is reconnecting gets it within this time.
LEARNING_SECONDS = 10.0


async def rotate(runtime: Runtime, *, wait_seconds: float = LEARNING_SECONDS) -> str:
    """Publish a new key, then let it sign; gives its id."""
    now = runtime.clock()
    fresh = keys.generate(settings_of(runtime), now=now, signs_from=now + timedelta(seconds=wait_seconds))
    identity = await bucket(runtime.bus, "identity")
    await identity.put(f"key.{fresh.kid}", fresh.public_paserk.encode())
    async with runtime.database.transaction() as db:
        for old in await keys.known(db):
            old.retired_at = old.retired_at or fresh.signs_from
            db.add(old)
        db.add(fresh)
    return fresh.kid


async def main() -> None:
    runtime = Runtime("auth", Settings())
    try:
        await runtime.bus.start()
        kid = await rotate(runtime)
    finally:
        await runtime.bus.stop()
        await runtime.engine.dispose()
    sys.stdout.write(f"{kid} signs in {LEARNING_SECONDS:.0f} s\n")


if __name__ == "__main__":
    asyncio.run(main())
