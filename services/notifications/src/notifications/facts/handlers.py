"""A fact arrives; those whom it concerns are told."""

from uuid import uuid5

from chassis.events import EventContext, Handlers
from contracts.auth import UserUnblocked, UserUpdated, UserVerified
from contracts.event import Event
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.campaigns import broadcasts
from notifications.channels import service as channels
from notifications.channels.service import Outgoing, Wording
from notifications.facts.catalogue import BY_EVENT
from notifications.facts.fact import Fact
from notifications.people import queries as people
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
        data={"link": link, "event": event.type, "about": event.subject_id()},
        channels=fact.channels,
        happened_at=context.time,
        wording=lambda _: Wording(title, message),
        in_digest=fact.in_digest,
    )
    if fact.to in {"everyone", "subscribers"}:
        audience = {"all": True} if fact.to == "everyone" else {"segment": "subscribers"}
        await broadcasts.plan(db, outgoing, Wording(title, message), audience)
    elif fact.to == "admins":
        await _tell_administrators(outgoing, Wording(title, message), db)
    else:
        id = event.user_id  # type: ignore[attr-defined]
        whom = await people.people(db, [id]) or [people.stranger(id, context.time)]
        await channels.deliver(db, whom, outgoing)


async def _tell_administrators(outgoing: Outgoing, wording: Wording, db: AsyncSession) -> None:
    """Tell those who look after the site; before the first of them has come it waits for him."""
    whom = await people.administrators(db)
    if not whom:
        await broadcasts.hold(db)
        whom = await people.administrators(db)
    if whom:
        await channels.deliver(db, whom, outgoing)
    else:
        await broadcasts.plan(db, outgoing, wording, {"role": "admin"}, status="waiting")


@on(UserVerified, UserUpdated, UserUnblocked)
async def tell_what_waited(
    event: UserVerified | UserUpdated | UserUnblocked, db: AsyncSession, context: EventContext
) -> None:
    """An administrator has come: what happened before him is told now."""
    if event.role == "admin":
        await broadcasts.hold(db)
        if await people.administrators(db):
            await broadcasts.release(db)
