from chassis.events import EventContext, Handlers
from sqlalchemy.ext.asyncio import AsyncSession

from sample.notes.events import NoteWritten, Poison
from sample.notes.tables import Heard

on = Handlers()


@on(NoteWritten)
async def hear(event: NoteWritten, db: AsyncSession, context: EventContext) -> None:
    db.add(Heard(text=event.text))


@on(Poison)
async def choke(event: Poison, db: AsyncSession, context: EventContext) -> None:
    db.add(Heard(text="never kept"))
    await db.flush()
    raise RuntimeError("poison")
