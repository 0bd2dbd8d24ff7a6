from typing import Literal

from pydantic import BaseModel


class PublicKey(BaseModel):
    kid: str
    paserk: str
    status: Literal["current", "previous"]


class PublicKeys(BaseModel):
    """The keys with which a service verifies tokens itself."""

    keys: list[PublicKey]
