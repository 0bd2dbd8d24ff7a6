from uuid import UUID

from pydantic import BaseModel, Field


class NoteCreate(BaseModel):
    text: str = Field(min_length=1, max_length=20)


class NoteRead(BaseModel):
    id: UUID
    text: str
