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
# Two diesel cars with the same volume: a comparison shows the recycling fee above 160 hp. They are cars of the demo
# catalogue. The prices are its prices in euro at the fixed rate of 93.3508 (21 300 and 37 800), and the age follows the
# year as in the catalogue, so both show the same sum.
CALCULATIONS: tuple[dict[str, Any], ...] = (
    {
        "title": "Audi A4 Avant 30 TDI",
        "price": 1_988_372.04,
        "year": 2021,
        "engineVolumeLiters": 1.968,
        "enginePower": 136,
    },
    {
        "title": "Audi Q5 40 TDI quattro",
        "price": 3_528_660.24,
        "year": 2022,
        "engineVolumeLiters": 1.968,
        "enginePower": 204,
    },
)
SHARED_FIELDS: dict[str, Any] = {"fuelType": "diesel", "importCategory": "personal", "enginePowerUnit": "hp"}


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
    for car in CALCULATIONS:
        fields = car | SHARED_FIELDS
        year = fields.pop("year")
        fields["age"] = get_customs_day(db.now()).year - year
        fields["manufacture_date"] = str(year)
        body = CalculationSave(**fields, edition=edition.id if edition else None)
        owner = CalculationOwner(caller, "127.0.0.1", None)
        await save_calculation(db, db.runtime, body, policy=policy, owner=owner)


if __name__ == "__main__":
    asyncio.run(make_runtime(Settings()).run_once(load))
