"""Records the kinds of the statements that one request sends to the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

# The kinds for the observed request. Background work, such as sending emails, has no list.
statement_kinds_of_request: ContextVar[list[str] | None] = ContextVar("statement_kinds_of_request", default=None)


@contextmanager
def record_statement_kinds() -> Iterator[list[str]]:
    """Yield a list to which `read` or `write` is added for each statement inside the block."""

    def record_kind(_: Any, __: Any, statement: str, *arguments: Any) -> None:
        statement_kinds = statement_kinds_of_request.get()
        if statement_kinds is not None:
            statement_kinds.append("read" if statement.startswith("SELECT") else "write")

    statement_kinds: list[str] = []
    token = statement_kinds_of_request.set(statement_kinds)
    event.listen(Engine, "before_cursor_execute", record_kind)
    try:
        yield statement_kinds
    finally:
        event.remove(Engine, "before_cursor_execute", record_kind)
        statement_kinds_of_request.reset(token)
