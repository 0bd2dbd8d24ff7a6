"""Retention of visitors' messages."""

from chassis.testing.plugin import MovableClock
from content.inquiries import service as inquiries
from content.inquiries.tables import Contact, ServiceRequest
from content.runtime import ContentRuntime, Session
from sqlalchemy import select
from sqlmodel import col

from services.content.tests.fixture_types import Factory


async def test_settled_messages_stay_a_year_and_open_ones_until_they_are_settled(
    make_contact: Factory[Contact],
    make_request: Factory[ServiceRequest],
    db: Session,
    runtime: ContentRuntime,
    clock: MovableClock,
) -> None:
    for make_inquiry in (make_contact, make_request):
        for status in ("new", "in_progress", "answered", "closed", "spam"):
            await make_inquiry(status=status)

    async def purge_and_list_statuses() -> list[set[str]]:
        async with runtime.database.transaction() as session:
            await inquiries.purge_settled_inquiries(session, runtime)
        return [set(await db.scalars(select(status))) for status in (col(Contact.status), col(ServiceRequest.status))]

    clock.move(days=364)
    assert [len(statuses) for statuses in await purge_and_list_statuses()] == [5, 5]
    clock.move(days=2)
    assert await purge_and_list_statuses() == [{"new", "in_progress"}] * 2
