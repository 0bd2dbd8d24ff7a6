"""What subscribers are told, in words; and writing it down for them in the transaction of the change itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from chassis.database import runtime_of
from sqlalchemy import insert, literal, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.board.names import named
from status.subscriptions.tables import Announcement, Delivery, Subscription

MOSCOW = ZoneInfo("Europe/Moscow")
INCIDENT = {
    "investigating": "разбираемся",
    "identified": "причина найдена",
    "monitoring": "наблюдаем",
    "resolved": "исправлено",
    "withdrawn": "отменено",
}
WORK = {
    "scheduled": "запланированы",
    "in_progress": "начались",
    "verifying": "проверяем",
    "completed": "завершены",
    "cancelled": "отменены",
}


@dataclass(frozen=True)
class News:
    """A letter without its greeting and its links."""

    subject: str
    text: str


def moment(at: datetime) -> str:
    """20.11.2026, 14:05 МСК"""
    return f"{at.astimezone(MOSCOW):%d.%m.%Y, %H:%M} МСК"


def about_opening(title: str, affected: Iterable[str], message: str) -> News:
    services = named(affected)
    return News(f"Сбой: {title}", f"{title}\n\n{message}" + (f"\nЗатронуто: {services}." if services else ""))


def about_incident(title: str, status: str, message: str) -> News:
    return News(f"{title}: {INCIDENT.get(status, status)}", f"{title}\n\n{message}")


def about_work(title: str, stage: str, starts: datetime, ends: datetime, affected: Iterable[str]) -> News:
    services = named(affected)
    text = f"{title}\n\nНачало: {moment(starts)}\nОкончание: {moment(ends)}"
    return News(
        f"Плановые работы {WORK.get(stage, stage)}: {title}",
        text + (f"\nМогут не работать: {services}." if services else ""),
    )


async def announce(db: AsyncSession, news: News) -> None:
    """Write the news down for everybody who has confirmed; a job turns it into letters."""
    announcement = Announcement(subject=news.subject, text=news.text, created_at=runtime_of(db).clock())
    db.add(announcement)
    await db.flush()
    confirmed = select(literal(announcement.id), col(Subscription.id)).where(
        col(Subscription.confirmed_at).is_not(None), col(Subscription.ended_at).is_(None)
    )
    await db.execute(insert(Delivery).from_select(["announcement_id", "subscription_id"], confirmed))
