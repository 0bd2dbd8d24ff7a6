"""Lists are asked for in pages, always by the same two bounded parameters."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field


class PageQuery(BaseModel):
    """`limit` rows after skipping `offset`."""

    limit: int = Field(20, ge=1, le=100)
    offset: int = Field(0, ge=0, le=1_000_000)


Page = Annotated[PageQuery, Query()]
