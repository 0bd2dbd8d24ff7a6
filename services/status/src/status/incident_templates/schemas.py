from typing import Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Title
from pydantic import BaseModel, Field

from status.components.names import ServiceId
from status.fields import Description
from status.incidents.schemas import Severity


class TemplateCreate(BaseModel):
    """`name` is for administrators. An incident that is opened from the template gets the other fields."""

    name: Title
    title: Title
    severity: Severity
    description: Description = ""
    message: Description = ""
    affectedServices: list[ServiceId] = Field(default_factory=list, max_length=6)


class TemplateChange(BaseModel):
    name: Title | None = None
    title: Title | None = None
    severity: Severity | None = None
    description: Description | None = None
    message: Description | None = None
    affectedServices: list[ServiceId] | None = Field(None, max_length=6)
    version: int | None = Field(None, ge=1)


class TemplateRead(BaseModel):
    id: UUID
    name: str
    title: str
    severity: str
    description: str
    message: str
    affectedServices: list[str]
    version: int


class TemplateQuery(PageQuery):
    """Order of the list of templates."""

    sort: Literal["name", "-name"] = "name"
