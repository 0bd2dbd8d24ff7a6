from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from auth.fields import Password

Purpose = Literal["terms", "privacy", "marketing"]


class GiveConsent(BaseModel):
    purpose: Purpose


class ConsentRead(BaseModel):
    purpose: Purpose
    version: str
    given_at: datetime
    withdrawn_at: datetime | None
    ip: str


class Consents(Answer):
    consents: list[ConsentRead]


class EraseMe(BaseModel):
    """Body of a request for erasure. The password replaces the header X-Confirmation."""

    password: Password | None = None


class PersonalData(Answer):
    """The data of one user from all services."""

    export_id: UUID
    requested_at: datetime
    complete: bool = Field(description="False while a service named in `missing` has not answered; ask again then")
    missing: list[str]
    services: dict[str, dict[str, Any]]


class ErasureBegun(Answer):
    erasure_id: UUID
    message: str
