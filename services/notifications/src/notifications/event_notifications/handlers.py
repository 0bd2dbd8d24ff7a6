"""Applies the rules to each event that arrives."""

from uuid import uuid5

from contracts.auth import UserCopied, UserUnblocked, UserUpdated, UserVerified
from contracts.event import Event
from messaging.events import EventContext, Handlers

from notifications.campaigns import broadcasts
from notifications.channels import service as channels
from notifications.channels.service import Outgoing, Wording
from notifications.rules.registry import RULES_BY_EVENT
from notifications.rules.rule import NotificationRule
from notifications.runtime import Session
from notifications.templates import service as templates
from notifications.users import queries as users

on = Handlers()


@on(*RULES_BY_EVENT)
async def notify(event: Event, db: Session, context: EventContext) -> None:
    for rule in RULES_BY_EVENT[type(event)]:
        if rule.applies(event):
            await _notify(rule, event, db, context)


async def _notify(rule: NotificationRule, event: Event, db: Session, context: EventContext) -> None:
    title, message = await templates.render(db, rule, rule.read_values(event, context.time))
    link = rule.link.format_map(event.model_dump(mode="json")) if rule.link else None
    outgoing = Outgoing(
        # One event may notify the same user by two rules.
        source_id=uuid5(context.id, rule.key),
        type=rule.type,
        data={"link": link, "event": event.type, "about": event.subject_id()},
        channels=rule.channels,
        happened_at=context.time,
        wording=lambda _: Wording(title, message),
        in_digest=rule.in_digest,
    )
    if rule.to in {"everyone", "subscribers"}:
        audience = {"all": True} if rule.to == "everyone" else {"segment": "subscribers"}
        await broadcasts.plan(db, outgoing, Wording(title, message), audience)
    elif rule.to == "admins":
        await _notify_administrators(outgoing, Wording(title, message), db)
    else:
        id = event.user_id  # type: ignore[attr-defined]
        recipients = await users.get_users(db, [id]) or [users.unknown_user(id, context.time)]
        await channels.deliver(db, recipients, outgoing)


async def _notify_administrators(outgoing: Outgoing, wording: Wording, db: Session) -> None:
    """Notify the administrators; while there is none, the notification waits for the first one."""
    recipients = await users.get_administrators(db)
    if not recipients:
        await broadcasts.lock_waiting(db)
        recipients = await users.get_administrators(db)
    if recipients:
        await channels.deliver(db, recipients, outgoing)
    else:
        await broadcasts.plan(db, outgoing, wording, {"role": "admin"}, status="waiting")


@on(UserVerified, UserUpdated, UserUnblocked, UserCopied)
async def release_waiting(
    event: UserVerified | UserUpdated | UserUnblocked | UserCopied, db: Session, context: EventContext
) -> None:
    """When the first administrator appears, send what waited for one."""
    if event.role == "admin":
        await broadcasts.lock_waiting(db)
        if await users.get_administrators(db):
            await broadcasts.release(db)
