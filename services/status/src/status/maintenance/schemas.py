from datetime import datetime
from typing import Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Moment, Search, Title
from contracts.envelopes import Answer
from pydantic import AwareDatetime, BaseModel, Field, ValidationInfo, field_validator

from status.components.names import ServiceId
from status.fields import Description


class MaintenanceCreate(BaseModel):
    title: Title
    description: Description = ""
    scheduledStart: Moment
    scheduledEnd: Moment
    affectedServices: list[ServiceId] = Field(default_factory=list, max_length=6)

    @field_validator("scheduledEnd")
    @classmethod
    def check_end(cls, end: datetime, info: ValidationInfo) -> datetime:
        """Refuse an end before the start. The error names the field, so that the form shows it there."""
        start = info.data.get("scheduledStart")
        if start is not None and end <= start:
            raise ValueError("Окончание должно быть позже начала")
        return end


class MaintenanceChange(BaseModel):
    title: Title | None = None
    description: Description | None = None
    scheduledStart: Moment | None = None
    scheduledEnd: Moment | None = None
    affectedServices: list[ServiceId] | None = Field(None, max_length=6)
    status: Literal["verifying", "completed"] | None = None
    version: int | None = Field(None, ge=1)


class MaintenanceRead(BaseModel):
    id: UUID
    title: str
    description: str
    status: str
    scheduledStart: AwareDatetime
    scheduledEnd: AwareDatetime
    affectedServices: list[str]
    version: int


class MaintenanceList(Answer):
    data: list[MaintenanceRead]


class MaintenanceQuery(PageQuery):
    """Filters and order of the list of all maintenance."""

    search: Search | None = None
    sort: Literal["-scheduledStart", "scheduledStart", "title", "-title"] = "-scheduledStart"
