from typing import ClassVar
from uuid import UUID

from contracts.event import Event


class NoteWritten(Event):
    type: ClassVar[str] = "sample.note.written"
    note_id: UUID
    text: str


class Poison(Event):
    type: ClassVar[str] = "sample.poison.sent"
    id: UUID
