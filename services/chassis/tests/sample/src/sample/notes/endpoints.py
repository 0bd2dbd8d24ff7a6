from datetime import timedelta
from typing import Annotated
from uuid import UUID

from chassis.events import outbox
from chassis.features.lists import Page
from chassis.mail import mail_queue
from chassis.web import limits
from chassis.web.auth import Caller, OptionalCaller, Principal, VerifiedCaller, requires
from chassis.web.caches import CachedBytes
from chassis.web.http import ClientAddress
from fastapi import APIRouter, Request, Response
from sqlalchemy import select, text
from sqlmodel import col

from sample.notes.events import NoteWritten
from sample.notes.schemas import NoteCreate, NoteRead
from sample.notes.tables import Note
from sample.runtime import CurrentRuntime, Db, ReadDb

router = APIRouter(prefix="/api/sample")
cache = CachedBytes("notes", seconds=60)
Admin = Annotated[Principal, requires("content:administer")]


@router.post("/notes", status_code=201)
async def write_note(body: NoteCreate, db: Db, caller: OptionalCaller) -> NoteRead:
    """Write a note."""
    note = Note(text=body.text, author_id=caller.id if caller else None)
    db.add(note)
    await outbox.record(db, NoteWritten(note_id=note.id, text=note.text))
    await mail_queue.queue_email(db, to="a@example.com", subject="Заметка", text=body.text)
    return NoteRead(id=note.id, text=note.text)


@router.get("/notes")
async def list_notes(page: Page, db: ReadDb) -> list[NoteRead]:
    """List notes."""
    rows = await db.scalars(select(Note).order_by(col(Note.id)).limit(page.limit).offset(page.offset))
    return [NoteRead(id=row.id, text=row.text) for row in rows]


@router.post("/notes/archive")
async def archive_notes() -> str:
    """Answer at a literal path that the route with an id matches too."""
    return "done"


@router.delete("/notes/{id}")
async def delete_note(id: UUID) -> str:
    """Delete a note."""
    return str(id)


@router.get("/visit")
async def follow_link(db: Db) -> str:
    """Follow a link in an email: a GET that changes something."""
    note = Note(text="visit")
    db.add(note)
    await outbox.record(db, NoteWritten(note_id=note.id, text=note.text))
    return "done"


@router.get("/cached")
async def list_cached_notes(request: Request, db: ReadDb) -> Response:
    """List notes from the cache."""

    async def produce() -> object:
        return [row.text for row in await db.scalars(select(Note))]

    return await cache.answer(request, "all", produce)


@router.get("/me")
async def read_caller_name(caller: Caller) -> str:
    """Return the name of the caller."""
    return caller.name


@router.post("/verified")
async def admit_verified_caller(caller: VerifiedCaller) -> str:
    """Admit callers with a verified email address."""
    return caller.name


@router.get("/admin")
async def admit_administrator(caller: Admin) -> str:
    """Admit administrators."""
    return caller.name


@router.post("/limited")
async def answer_twice_a_minute(runtime: CurrentRuntime, address: ClientAddress) -> str:
    """Answer at most twice a minute."""
    await limits.hit(runtime, "sample", address, limit=2, per=timedelta(minutes=1))
    return address


@router.get("/broken")
async def fail_unexpectedly() -> str:
    """Fail with an unexpected exception."""
    raise RuntimeError("secret detail")


@router.get("/unreachable")
async def fail_by_outage() -> str:
    """Call a dependency that is unavailable."""
    raise ConnectionError("secret address")


@router.post("/commit-fails", status_code=201)
async def fail_at_commit(db: Db) -> str:
    """Fail only at the commit."""
    await db.execute(text("CREATE TEMP TABLE t (a int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP"))
    await db.execute(text("INSERT INTO t VALUES (1), (1)"))
    return "done"
