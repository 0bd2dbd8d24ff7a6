"""Previews of the messages of an event: the same texts, changed templates and preferences as in a real delivery."""

from uuid import UUID

from contracts.event import Event

from notifications.channels.queries import list_users_with_push, list_users_with_telegram
from notifications.inbox.kinds import is_urgent
from notifications.preferences import policy
from notifications.preferences.policy import Channel
from notifications.preferences.service import find_quiet_end
from notifications.preferences.tables import Preference
from notifications.rules.registry import RULES_BY_EVENT
from notifications.rules.rule import NotificationRule
from notifications.runtime import Session
from notifications.templates.queries import list_changed_templates
from notifications.templates.schemas import MessagePreview
from notifications.templates.service import render
from notifications.users.tables import UserCopy


async def preview_messages(db: Session, event: Event, *, user_id: UUID) -> list[MessagePreview]:
    """Render what the user would receive if the event happened now. Stores nothing."""
    templates = await list_changed_templates(db)
    user = await db.get(UserCopy, user_id)
    preference = await db.get(Preference, user_id)
    unreachable_channels: set[Channel] = set()
    if not await list_users_with_push(db, [user_id]):
        unreachable_channels.add("push")
    if not await list_users_with_telegram(db, [user_id]):
        unreachable_channels.add("telegram")
    previews = []
    for rule in RULES_BY_EVENT[type(event)]:
        if rule.text.to != "user" or not rule.applies(event):
            continue
        title, message = render(rule, templates.get(rule.key), rule.build_values(event, db.now()))
        channels = _list_allowed_channels(rule, user, preference, unreachable_channels=unreachable_channels)
        has_queued_channel = any(channel != "in_app" for channel in channels)
        quiet_until = None
        if has_queued_channel and not is_urgent(rule.text.type):
            quiet_until = find_quiet_end(preference, db.now())
        previews.append(
            MessagePreview(
                title=title,
                message=message,
                email_note=rule.build_email_note(event),
                channels=channels,
                quiet_until=quiet_until,
            )
        )
    return previews


def _list_allowed_channels(
    rule: NotificationRule, user: UserCopy | None, preference: Preference | None, *, unreachable_channels: set[Channel]
) -> list[Channel]:
    """Return the channels of a rule that the user allows and can be reached on."""
    choices = preference.choices if preference else {}
    marketing = rule.text.is_requested or bool(user and user.marketing)
    return [
        channel
        for channel in rule.text.channels
        if channel not in unreachable_channels and policy.allows(choices, rule.text.type, channel, marketing=marketing)
    ]
