"""Messages and requests of the demo site: some wait for an answer, some are in progress, some are done.

They cause no notifications, because the seed itself marks overdue ones as overdue.
"""

from typing import Any

from sqlalchemy import select
from sqlmodel import col

from content.cars.tables import Car
from content.demo import factories, files
from content.demo.content import make_staff_id
from content.inquiries.tables import Contact, ServiceRequest
from content.runtime import Session


async def load(db: Session) -> None:
    """Add the missing messages and requests, identified by their references."""
    data = files.read("inbox.yaml", now=db.now())
    references = set(await db.scalars(select(col(Contact.reference)).union(select(col(ServiceRequest.reference)))))
    for make_row, rows in ((factories.make_contact, data["contacts"]), (factories.make_request, data["requests"])):
        for fields in rows:
            if fields["reference"] not in references:
                await make_row(db, **await _build_fields(db, **fields))


async def _build_fields(
    db: Session, *, assignee: int | None = None, car: str | None = None, **fields: Any
) -> dict[str, Any]:
    """Return the columns of a row. The file refers to an employee by number and to a car by slug."""
    if car is not None:
        car_row = await db.scalar(select(Car).where(col(Car.slug) == car))
        if car_row is not None:
            fields |= {"car_id": car_row.id, "car_title": car_row.title}
    return fields | {"assignee_id": make_staff_id(assignee) if assignee else None}
