"""E-mail: hands deliveries over to the mail outbox, which sends and retries, and takes its results back.

Campaigns wait while many letters are on their way, so that a person's own news never stand behind them.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from uuid import UUID

from chassis import mail
from chassis.app import Runtime
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.channels import measures, queries, tokens
from notifications.channels.tables import Delivery, Letterhead
from notifications.people import queries as people
from notifications.people.tables import Person
from notifications.settings import Settings

BATCH = 20
DIGEST_PEOPLE = 50
PLAIN = Environment(loader=PackageLoader("notifications.channels", "letters"), undefined=StrictUndefined)  # noqa: S701
RICH = Environment(
    loader=PackageLoader("notifications.channels", "letters"), undefined=StrictUndefined, autoescape=True
)


async def step(runtime: Runtime) -> bool:
    """Hand over the next letters; true when there were any."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    async with runtime.database.transaction() as db:
        now = runtime.clock()
        for state in await queries.settle_letters(db, now):
            measures.RESULTS.labels("email", state).inc()
        room = await mail.waiting(db) < mail.BULK_SEND_THRESHOLD
        due = await queries.take_due(db, "email", now, limit=BATCH, bulk=room)
        await _hand_over(db, [[one] for one in due], settings, now)
    if any(one.is_bulk for one in due):
        await asyncio.sleep(len(due) / settings.emails_per_second)
    return bool(due)


async def send_digests(db: AsyncSession, runtime: Runtime) -> None:
    """Collect each person's promotions into one letter."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    now = runtime.clock()
    while rows := await queries.take_digests(db, now, people=DIGEST_PEOPLE):
        groups = [list(group) for _, group in groupby(rows, key=lambda row: row.user_id)]
        await _hand_over(db, groups, settings, now)
        await db.flush()


async def _hand_over(db: AsyncSession, groups: Sequence[Sequence[Delivery]], settings: Settings, now: datetime) -> None:
    """Write one letter for each group, which is one person's."""
    if not groups:
        return
    known = {person.id: person for person in await people.people(db, [group[0].user_id for group in groups])}
    head = await queries.letterhead(db, now)
    for group in groups:
        person = known.get(group[0].user_id)
        letter = await _queue(db, group, person, head, settings) if person and person.email else None
        for one in group:
            one.letter_id = letter
            if letter is None:
                one.state, one.reason, one.finished_at = "failed", "no_address", now
                measures.RESULTS.labels("email", "failed").inc()
            db.add(one)


async def _queue(
    db: AsyncSession, group: Sequence[Delivery], person: Person, head: Letterhead, settings: Settings
) -> UUID:
    first = group[0]
    unsubscribe = (
        f"{settings.public_url}/api/notifications/unsubscribe?token={tokens.sign(settings, person.id, first.type)}"
    )
    subject = first.title if len(group) == 1 else f"{head.site_name}: новости для вас ({len(group)})"
    parts = {
        "subject": subject,
        "greeting": f"{person.first_name}, здравствуйте!" if person.first_name else "Здравствуйте!",
        "entries": [
            {"title": one.title, "message": one.message, "url": settings.public_url + one.link if one.link else ""}
            for one in group
        ],
        "unsubscribe_url": unsubscribe,
        **head.model_dump(include={"site_name", "contact_phone", "working_hours"}),
    }
    return await mail.queue(
        db,
        to=person.email,
        subject=subject,
        text=PLAIN.get_template("letter.txt.j2").render(parts),
        html=RICH.get_template("letter.html.j2").render(parts),
        kind=f"notification.{first.type}",
        headers={
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
