from chassis.events.registry import EventContext, Handlers

from sample.notes.events import NoteWritten, Poison
from sample.notes.tables import ReceivedNote
from sample.runtime import Session

on = Handlers()


@on(NoteWritten)
async def store_note(event: NoteWritten, db: Session, context: EventContext) -> None:
    db.add(ReceivedNote(text=event.text))


@on(Poison)
async def fail_on_poison(event: Poison, db: Session, context: EventContext) -> None:
    db.add(ReceivedNote(text="never kept"))
    await db.flush()
    raise RuntimeError("poison")
