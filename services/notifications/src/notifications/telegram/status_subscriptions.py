"""Subscriptions of chats to the news of the status page, with or without an account.

The page makes a deep link with the choice: `status` for all components, `status-api-email` for two. Pressing "Start" is
the consent: nobody can subscribe a chat of somebody else.
"""

from datetime import timedelta

import structlog
from chassis.web import limits
from chassis.web.errors import RateLimited
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.channels import queries
from notifications.channels.tables import StatusSubscriber
from notifications.channels.telegram_messages import STATUS_PATH
from notifications.channels.telegram_texts import ANSWERS, BUTTONS
from notifications.rules.formats import SERVICES, format_services
from notifications.runtime import Session
from notifications.telegram.answers import BotAnswer

log = structlog.get_logger()
START_PARAMETER = "status"


def read_choice(parameter: str) -> list[str] | None:
    """Return the components in a deep link of the status page. An empty list means all.

    Returns None for any other link.
    """
    prefix, *chosen_components = parameter.split("-")
    if prefix != START_PARAMETER or not set(chosen_components) <= set(SERVICES):
        return None
    components = [component for component in SERVICES if component in chosen_components]
    if len(components) == len(SERVICES):
        return []
    return components


async def subscribe(db: Session, chat_id: int, components: list[str]) -> BotAnswer:
    """Subscribe a chat, or change its choice."""
    runtime = db.runtime
    per_hour = runtime.settings.telegram_links_per_hour
    try:
        await limits.hit(runtime, "status-subscribers", str(chat_id), limit=per_hour, per=timedelta(hours=1), within=db)
    except RateLimited:
        return BotAnswer(ANSWERS.status_too_many, BUTTONS.status, STATUS_PATH)
    now = db.now()
    changed_fields = {"components": components, "subscribed_at": now}
    row = insert(StatusSubscriber).values(chat_id=chat_id, **changed_fields)
    await db.execute(row.on_conflict_do_update(index_elements=[col(StatusSubscriber.chat_id)], set_=changed_fields))
    log.info("status_subscribed", components=components)
    names = format_services(components) if components else ANSWERS.all_components
    return BotAnswer(ANSWERS.status_subscribed.format(components=names), BUTTONS.status, STATUS_PATH)


async def unsubscribe(db: Session, chat_id: int) -> BotAnswer:
    """End the subscription of a chat, and delete the news that it has not received yet."""
    if not await queries.delete_subscriber(db, chat_id):
        return BotAnswer(ANSWERS.status_not_subscribed, BUTTONS.status, STATUS_PATH)
    log.info("status_unsubscribed")
    return BotAnswer(ANSWERS.status_stopped, BUTTONS.status, STATUS_PATH)
