"""The answer to a request for a code."""

from typing import Literal

from pydantic import Field

from auth.accounts.schemas import Done


class CodeSent(Done):
    """A code was sent, if the address waits for one."""

    success: Literal[True] = True
    retry_after: int = Field(description="Seconds until the next code may be requested")
