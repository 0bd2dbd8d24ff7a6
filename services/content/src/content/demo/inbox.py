"""What visitors of the demo site wrote: some waits for its answer, some is being answered, some is done.

Nothing is told of it: whose time ran out before the seed is marked so, and no clock of it runs out later.
"""

from datetime import datetime, timedelta
from typing import Any

from chassis.database import runtime_of
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.cars.tables import Car
from content.contacts.tables import Contact
from content.demo import factories, files
from content.demo.buyer import Days
from content.demo.content import staff_id
from content.requests.tables import ServiceRequest


async def load(db: AsyncSession) -> None:
    """Adds only what is missing, known by its number."""
    told, now = files.read("inbox.yaml"), runtime_of(db).clock()
    known = set(await db.scalars(select(col(Contact.reference)).union(select(col(ServiceRequest.reference)))))
    for about in told["contacts"]:
        if about["reference"] not in known:
            await factories.make_contact(db, **await _fields(db, dict(about), now))
    for about in told["requests"]:
        if about["reference"] not in known:
            await factories.make_request(db, **await _fields(db, dict(about), now))


async def _fields(db: AsyncSession, about: dict[str, Any], now: datetime) -> dict[str, Any]:
    asked, assignee = about.pop("asked"), about.pop("assignee", None)
    minutes, slug = about.pop("answered_minutes", None), about.pop("car", None)
    if "minutes_ago" in asked:
        at = now - timedelta(minutes=asked["minutes_ago"])
    else:
        at = Days(now).at(asked["day"], asked["time"])
    return about | {
        "created_at": at,
        "assignee_id": staff_id(assignee) if assignee else None,
        "answered_at": at + timedelta(minutes=minutes) if minutes else None,
        **await _car(db, slug),
    }


async def _car(db: AsyncSession, slug: str | None) -> dict[str, Any]:
    car = await db.scalar(select(Car).where(col(Car.slug) == slug)) if slug else None
    return {"car_id": car.id, "car_title": f"{car.brand} {car.model}, {car.year}"} if car else {}
