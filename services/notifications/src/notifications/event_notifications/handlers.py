"""Applies the rules to each event that arrives."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from chassis.events.registry import EventContext, Handlers
from contracts.auth import UserCopied, UserUnblocked, UserUpdated, UserVerified
from contracts.event import Event

from notifications.campaigns import service as campaigns
from notifications.channels import service as channels
from notifications.channels.service import OutgoingNotification, Wording
from notifications.live.publisher import get_recorded_trace
from notifications.rules.registry import RULES_BY_EVENT
from notifications.rules.rule import NotificationRule
from notifications.runtime import Session
from notifications.templates import service as templates
from notifications.templates.queries import list_changed_templates
from notifications.users import queries as users
from notifications.users.tables import Recipient

on = Handlers()
AUDIENCES: dict[str, dict[str, Any]] = {
    "admins": {"role": "admin"},
    "everyone": {"all": True},
    "subscribers": {"segment": "subscribers"},
}

# The field of an event that names the one user who is notified.
USER_FIELDS = {"user": "user_id", "assignee": "assignee_id"}


@dataclass(frozen=True)
class Occurrence:
    """An event, and one rule that applies to it."""

    event: Event
    context: EventContext
    rule: NotificationRule
    traceparent: str | None = field(default_factory=get_recorded_trace)

    @property
    def user_id(self) -> UUID | None:
        """The single user to notify: the user whom the event is about, or the assignee. It is None for an audience."""
        field_name = USER_FIELDS.get(self.rule.text.to)
        if field_name is None:
            return None
        # Every event with such a rule has this field.
        user_id: UUID = getattr(self.event, field_name)
        return user_id


@on(*RULES_BY_EVENT)
async def notify(event: Event, db: Session, context: EventContext) -> None:
    """Apply the rules of an event at the end of the transaction, together with the rules of its other events.

    Many events then take as many statements as one. Inboxes are locked last and in one order, so that two replicas
    cannot deadlock.
    """
    for rule in RULES_BY_EVENT[type(event)]:
        if rule.applies(event):
            db.before_commit(notify_all, Occurrence(event, context, rule))


async def notify_all(db: Session, occurrences: Sequence[Occurrence]) -> None:
    """Store the notifications of these events, in their order."""
    changed_templates = await list_changed_templates(db)
    user_ids = [user_id for occurrence in occurrences if (user_id := occurrence.user_id)]
    users_by_id = {user.id: user for user in await users.get_users(db, user_ids)}
    needs_administrators = any(occurrence.rule.text.to == "admins" for occurrence in occurrences)
    administrators = await _get_administrators(db) if needs_administrators else []
    deliveries: list[tuple[Sequence[Recipient], OutgoingNotification]] = []
    for occurrence in occurrences:
        values = occurrence.rule.build_values(occurrence.event, occurrence.context.time)
        wording = Wording(*templates.render(occurrence.rule, changed_templates.get(occurrence.rule.key), values))
        notification = _build_notification(occurrence, wording)
        if occurrence.rule.text.to in USER_FIELDS:
            user_id = occurrence.user_id
            assert user_id, f"{occurrence.event.type} has no user"
            user = users_by_id.get(user_id) or users.build_unknown_user(user_id, occurrence.context.time)
            deliveries.append(([user], notification))
        elif occurrence.rule.text.to == "admins" and administrators:
            deliveries.append((administrators, notification))
        else:
            # The notification is sent like a campaign. If it is for administrators, it waits for the first of them.
            status = "waiting" if occurrence.rule.text.to == "admins" else "scheduled"
            await campaigns.schedule(db, notification, wording, AUDIENCES[occurrence.rule.text.to], status=status)
    await channels.deliver_all(db, deliveries)


def _build_notification(occurrence: Occurrence, wording: Wording) -> OutgoingNotification:
    text = occurrence.rule.text
    event = occurrence.event
    return OutgoingNotification(
        # Two rules may notify the same user of one event.
        source_id=uuid5(occurrence.context.id, occurrence.rule.key),
        type=text.type,
        data={
            "link": text.link.format_map(event.model_dump(mode="json")),
            "event": event.type,
            "about": event.get_subject_id(),
        },
        channels=text.channels,
        happened_at=occurrence.context.time,
        wording=lambda _: wording,
        email_note=occurrence.rule.build_email_note(event),
        in_digest=text.in_digest,
        is_requested=text.is_requested,
        traceparent=occurrence.traceparent,
        order_id=getattr(event, "order_id", None) if text.to == "user" else None,
    )


async def _get_administrators(db: Session) -> Sequence[Recipient]:
    """Return the administrators.

    If there is none, a lock is taken: `release_waiting` in another transaction then waits for the end of this one.
    """
    administrators = await users.get_administrators(db)
    if not administrators:
        await campaigns.lock_waiting_notifications(db)
        administrators = await users.get_administrators(db)
    return administrators


@on(UserVerified, UserUpdated, UserUnblocked, UserCopied)
async def release_waiting(
    event: UserVerified | UserUpdated | UserUnblocked | UserCopied, db: Session, context: EventContext
) -> None:
    """Send the waiting notifications when the first administrator appears."""
    if event.role == "admin":
        await campaigns.lock_waiting_notifications(db)
        if await users.get_administrators(db):
            await campaigns.release_waiting_notifications(db)
