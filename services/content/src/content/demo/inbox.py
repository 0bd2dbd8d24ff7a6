"""Messages and requests of the demo site: some wait for an answer, some are in progress, some are done.

They cause no notification: overdue ones are marked as overdue by the seed itself.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlmodel import col

from content.cars.tables import Car
from content.demo import factories, files
from content.demo.buyer import Days
from content.demo.content import staff_id
from content.inquiries.tables import Contact, ServiceRequest
from content.runtime import Session


async def load(db: Session) -> None:
    """Adds only what is missing, known by its number."""
    data, now = files.read("inbox.yaml"), db.now()
    known = set(await db.scalars(select(col(Contact.reference)).union(select(col(ServiceRequest.reference)))))
    for fields in data["contacts"]:
        if fields["reference"] not in known:
            await factories.make_contact(db, **await _fields(db, dict(fields), now))
    for fields in data["requests"]:
        if fields["reference"] not in known:
            await factories.make_request(db, **await _fields(db, dict(fields), now))


async def _fields(db: Session, fields: dict[str, Any], now: datetime) -> dict[str, Any]:
    received, assignee = fields.pop("received"), fields.pop("assignee", None)
    minutes, slug = fields.pop("answered_minutes", None), fields.pop("car", None)
    if "minutes_ago" in received:
        at = now - timedelta(minutes=received["minutes_ago"])
    else:
        at = Days(now).at(received["day"], received["time"])
    return fields | {
        "created_at": at,
        "assignee_id": staff_id(assignee) if assignee else None,
        "answered_at": at + timedelta(minutes=minutes) if minutes else None,
        **await _car(db, slug),
    }


async def _car(db: Session, slug: str | None) -> dict[str, Any]:
    car = await db.scalar(select(Car).where(col(Car.slug) == slug)) if slug else None
    return {"car_id": car.id, "car_title": car.title} if car else {}
