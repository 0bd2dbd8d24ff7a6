"""Request and response bodies of saved searches, and the form in which their filters are stored."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from chassis.fields import limit_length, normalize_line
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, ConfigDict

from content.cars.schemas import CarFilters, CarQuery
from content.fields import Flag

SearchName = Annotated[str, AfterValidator(normalize_line), limit_length(1, 80)]


class SavedFilters(CarFilters):
    """The filters of the catalogue, as a search stores them."""

    model_config = ConfigDict(extra="forbid")

    def get_values(self) -> dict[str, Any]:
        """Return the filters that have a value."""
        return {name: value for name, value in self.model_dump().items() if value not in (None, "")}

    def build_query(self) -> CarQuery:
        """Return the request for the catalogue with these filters."""
        return CarQuery(**self.get_values())


class SavedSearchCreate(BaseModel):
    name: SearchName
    filters: SavedFilters


class SavedSearchUpdate(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: SearchName | None = None
    alerts: Flag | None = None


class SavedSearchRead(BaseModel):
    """A saved search. `cars` is how many cars on offer match it now."""

    id: UUID
    name: str
    filters: SavedFilters
    alerts: bool
    alerted_at: datetime | None
    created_at: datetime
    cars: int


class SavedSearchAnswer(Answer):
    search: SavedSearchRead


class SavedSearchList(Answer):
    searches: list[SavedSearchRead]
    total: int
