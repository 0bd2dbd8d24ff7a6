from typing import Annotated
from uuid import UUID

from chassis.fields import PRINTABLE_CHECK, limit_length, normalize_line
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

# The name of a list in the panel, such as `saved-replies`, or of a list inside a record, such as `orders.payments`.
ListName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]*(\.[a-zA-Z]+)?$", max_length=60)]
FilterName = Annotated[str, AfterValidator(normalize_line), limit_length(1, 60)]
ParameterName = Annotated[str, StringConstraints(pattern="^[a-z_]{1,40}$")]
ParameterValue = Annotated[str, limit_length(1, 200), PRINTABLE_CHECK]
MAX_PARAMETERS = 12


class ListFilterQuery(BaseModel):
    list: ListName


class ListFilterCreate(BaseModel):
    """`list` is the panel's name of the list; `parameters` are the query parameters: filters, search, order."""

    model_config = ConfigDict(extra="forbid")
    list: ListName
    name: FilterName
    parameters: Annotated[dict[ParameterName, ParameterValue], Field(min_length=1, max_length=MAX_PARAMETERS)]


class ListFilterUpdate(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: FilterName


class ListFilterRead(BaseModel):
    id: UUID
    list: str
    name: str
    parameters: dict[str, str]
