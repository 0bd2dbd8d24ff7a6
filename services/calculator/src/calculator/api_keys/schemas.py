"""API keys as administrators see them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import UNSET, limit_length, normalize_line
from pydantic import AfterValidator, BaseModel, Field

Name = Annotated[str, AfterValidator(normalize_line), limit_length(1, 80)]
Owner = Annotated[str, AfterValidator(normalize_line), limit_length(1, 120)]
PerMinute = Annotated[int, Field(ge=1, le=6000, description="Calls a minute.")]
PerDay = Annotated[int, Field(ge=1, le=1_000_000, description="Calls a day.")]


class ApiKeyCreate(BaseModel):
    name: Name
    owner: Owner
    owner_id: UUID | None = Field(None, description="The owner's account. Erasing it revokes the key.")
    per_minute: PerMinute = 60
    per_day: PerDay = 5000


class ApiKeyChange(BaseModel):
    """The owner's account is chosen when the key is issued; another owner gets another key."""

    name: Name = UNSET
    owner: Owner = UNSET
    per_minute: PerMinute = UNSET
    per_day: PerDay = UNSET
    version: int | None = Field(None, ge=1)


class ApiKeyRead(BaseModel):
    id: UUID
    name: str
    owner: str
    owner_id: UUID | None
    prefix: str
    per_minute: int
    per_day: int
    created_at: datetime
    last_used_at: datetime | None = Field(description="Accurate to the minute.")
    revoked_at: datetime | None
    status: Literal["active", "revoked"]
    version: int


class IssuedApiKey(ApiKeyRead):
    """`key` is shown in this answer only."""

    key: str


class ApiKeyQuery(PageQuery):
    """Order of the list of keys."""

    sort: Literal["-created_at", "created_at"] = "-created_at"
