from typing import Literal, Self
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, Field, model_validator

from status.board.names import ServiceId


class MaintenanceCreate(BaseModel):
    title: str = Field(min_length=1, max_length=200)
    description: str = Field("", max_length=4000)
    scheduledStart: AwareDatetime
    scheduledEnd: AwareDatetime
    affectedServices: list[ServiceId] = Field(default_factory=list, max_length=6)

    @model_validator(mode="after")
    def ends_after_it_starts(self) -> Self:
        if self.scheduledEnd <= self.scheduledStart:
            raise ValueError("Окончание должно быть позже начала")
        return self


class MaintenanceChange(BaseModel):
    title: str | None = Field(None, min_length=1, max_length=200)
    description: str | None = Field(None, max_length=4000)
    scheduledStart: AwareDatetime | None = None
    scheduledEnd: AwareDatetime | None = None
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


class MaintenanceList(BaseModel):
    success: bool = True
    data: list[MaintenanceRead]


class MaintenanceAnswer(BaseModel):
    success: bool = True
    item: MaintenanceRead
