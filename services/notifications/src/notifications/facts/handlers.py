"""A fact arrives; those whom it concerns are told."""

from uuid import uuid5

from chassis.events import EventContext, Handlers
from contracts.event import Event
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.campaigns import broadcasts
from notifications.channels import service as channels
from notifications.channels.service import Outgoing, Wording
from notifications.facts.catalogue import BY_EVENT
from notifications.facts.fact import Fact
from notifications.people import queries as people
from notifications.people.tables import Person
from notifications.templates import service as templates

on = Handlers()


@on(*BY_EVENT)
async def tell(event: Event, db: AsyncSession, context: EventContext) -> None:
    for fact in BY_EVENT[type(event)]:
        if fact.applies(event):
            await _tell(fact, event, db, context)


async def _tell(fact: Fact, event: Event, db: AsyncSession, context: EventContext) -> None:
    title, message = await templates.filled(db, fact, fact.values(event, context.time))
    link = fact.link.format_map(event.model_dump(mode="json")) if fact.link else None
    outgoing = Outgoing(
        # One fact may be told to the same person in two roles.
        source_id=uuid5(context.id, fact.key),
        type=fact.type,
        data={"link": link, "event": event.type, "about": event.about()},
        channels=fact.channels,
        happened_at=context.time,
        wording=lambda _: Wording(title, message),
        in_digest=fact.in_digest,
    )
    if fact.to in {"everyone", "subscribers"}:
        audience = {"all": True} if fact.to == "everyone" else {"segment": "subscribers"}
        await broadcasts.plan(db, outgoing, Wording(title, message), audience)
    else:
        await channels.deliver(db, await _recipients(fact, event, db, context), outgoing)


async def _recipients(fact: Fact, event: Event, db: AsyncSession, context: EventContext) -> list[Person]:
    if fact.to == "admins":
        return await people.administrators(db)
    id = event.user_id  # type: ignore[attr-defined]
    return await people.people(db, [id]) or [people.stranger(id, context.time)]
