from typing import Literal

from pydantic import BaseModel


class PublicKey(BaseModel):
    kid: str
    paserk: str
    status: Literal["current", "previous"]


class PublicKeys(BaseModel):
    """What a service needs to check a token by itself."""

    keys: list[PublicKey]
