"""Create a new signing key: `python -m auth.rotate_keys`. Nobody is signed out.

Every service receives the new key before auth signs tokens with it. The old key stays until its last token has expired.
"""

import asyncio
import sys
from datetime import timedelta

from chassis.identity.watch import open_bucket

from auth.runtime import AuthRuntime
from auth.runtime_factory import make_runtime
from auth.sessions import keys
from auth.sessions.queries import list_keys
from auth.settings import Settings


async def rotate(runtime: AuthRuntime) -> str:
    """Publish a new key that signs after `key_learning_seconds`. Returns its id."""
    now = runtime.now()
    settings = runtime.settings
    signs_from = now + timedelta(seconds=settings.key_learning_seconds)
    new_key = keys.generate(settings, now=now, signs_from=signs_from)
    await keys.publish_key(settings, await open_bucket(runtime.bus, "identity"), new_key)
    async with runtime.database.transaction() as db:
        for key in await list_keys(db):
            if key.retired_at is None:
                key.retired_at = new_key.signs_from
                db.add(key)
        db.add(new_key)
    return new_key.kid


async def main() -> None:
    runtime = make_runtime(Settings())
    try:
        await runtime.bus.start()
        kid = await rotate(runtime)
    finally:
        await runtime.stop()
    delay = runtime.settings.key_learning_seconds
    sys.stdout.write(f"In {delay:.0f} s access tokens will be signed with the new key {kid}. Nobody is signed out.\n")


if __name__ == "__main__":
    asyncio.run(main())
