"""One request is one transaction, committed before the response is sent; nothing else commits."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

if TYPE_CHECKING:
    from chassis.app import Runtime


def runtime_of(db: AsyncSession) -> "Runtime":
    """The runtime of the service that opened this session."""
    runtime: Runtime = db.info["runtime"]
    return runtime


async def _transaction(request: Request) -> AsyncIterator[AsyncSession]:
    async with request.app.state.runtime.database.transaction() as db:
        yield db


async def _reading(request: Request) -> AsyncIterator[AsyncSession]:
    async with request.app.state.runtime.database.reading() as db:
        yield db


# With the function scope the code after `yield` runs before the response: a failing commit is a 5xx, never a 201.
Db = Annotated[AsyncSession, Depends(_transaction, scope="function")]
ReadDb = Annotated[AsyncSession, Depends(_reading, scope="function")]
