"""Load the demo data: `python -m calculator.seed`. It may be repeated: it adds only what is missing."""

import asyncio
import secrets

from sqlalchemy import select
from sqlmodel import col

from calculator.api_keys import service
from calculator.api_keys.tables import ApiKey
from calculator.parts import make_runtime
from calculator.runtime import Session
from calculator.settings import Settings

NAME = "Калькулятор на сайте партнёра"
OWNER = "ООО «Северный причал»"


async def load(db: Session) -> None:
    """Add a key of the calculation API, unless there are some. Nobody has its text: it is an example in the list."""
    if await db.scalar(select(col(ApiKey.id)).limit(1)):
        return
    text = service.KEY_START + secrets.token_urlsafe(32)
    db.add(
        ApiKey(
            name=NAME,
            owner=OWNER,
            prefix=text[: service.PREFIX_LENGTH],
            digest=service.compute_digest(text),
            per_minute=60,
            per_day=5000,
            created_at=db.now(),
        )
    )
    await db.flush()


if __name__ == "__main__":
    asyncio.run(make_runtime(Settings()).run_once(load))
