"""Load the demo data: `python -m calculator.seed`. It may be repeated: it adds only what is missing."""

import asyncio
import secrets
from typing import Any
from uuid import UUID

from chassis.database.tables import new_id
from chassis.web.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from calculator.api_keys import service as api_keys
from calculator.api_keys.tables import ApiKey
from calculator.calculations.schemas import CalculationSave
from calculator.calculations.service import CalculationOwner, save_calculation
from calculator.calculations.tables import Calculation
from calculator.editions.registry import load_editions
from calculator.policy.policy import get_customs_day
from calculator.policy.service import read_policy
from calculator.runtime import Session
from calculator.runtime_factory import make_runtime
from calculator.settings import Settings

KEY_NAME = "Калькулятор на сайте партнёра"
KEY_OWNER = "ООО «Северный причал»"

# The demo buyer of auth.
BUYER_ID = UUID("01900000-0000-7000-8000-000000000001")
# Two diesel cars with the same volume and age: a comparison shows the recycling fee above 160 hp.
CALCULATIONS: tuple[dict[str, Any], ...] = (
    {"title": "Audi A4 Avant 30 TDI", "price": 1_988_000, "engineVolumeLiters": 1.968, "enginePower": 136},
    {"title": "Audi Q5 40 TDI quattro", "price": 3_528_000, "engineVolumeLiters": 1.968, "enginePower": 204},
)
SHARED_FIELDS: dict[str, Any] = {"age": 4, "fuelType": "diesel", "importCategory": "personal", "enginePowerUnit": "hp"}


async def load(db: Session) -> None:
    """Add a key of the calculation API and the saved calculations of the demo buyer, unless there are some already."""
    await _add_key(db)
    await _add_calculations(db)


async def _add_key(db: Session) -> None:
    """Add a key as an example for the list. Its text is not stored, so nobody can use it."""
    if await db.scalar(select(col(ApiKey.id)).limit(1)):
        return
    text = api_keys.KEY_START + secrets.token_urlsafe(32)
    db.add(
        ApiKey(
            name=KEY_NAME,
            owner=KEY_OWNER,
            prefix=text[: api_keys.PREFIX_LENGTH],
            digest=api_keys.compute_digest(text),
            per_minute=60,
            per_day=5000,
            created_at=db.now(),
        )
    )
    await db.flush()


async def _add_calculations(db: Session) -> None:
    """Save calculations by the edition in force, so that the buyer has two to compare."""
    if await db.scalar(select(col(Calculation.id)).where(col(Calculation.owner_id) == BUYER_ID).limit(1)):
        return
    caller = Principal(
        id=BUYER_ID,
        sid=new_id(),
        role="user",
        email_verified=True,
        first_name="",
        last_name="",
        expires_at=db.now(),
    )
    edition = load_editions().find_in_force(get_customs_day(db.now()))
    policy = await read_policy(db)
    for fields in CALCULATIONS:
        body = CalculationSave(**fields, **SHARED_FIELDS, edition=edition.id if edition else None)
        owner = CalculationOwner(caller, "127.0.0.1", None)
        await save_calculation(db, db.runtime, body, policy=policy, owner=owner)


if __name__ == "__main__":
    asyncio.run(make_runtime(Settings()).run_once(load))
