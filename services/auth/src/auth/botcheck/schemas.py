from typing import Any, Literal

from pydantic import BaseModel


class BotCheckConfig(BaseModel):
    """What a form needs to show the check."""

    success: Literal[True] = True
    enabled: bool
    siteKey: str | None
    provider: Literal["off", "turnstile", "altcha"]
    challengeUrl: str | None = None


class AltchaChallenge(BaseModel):
    """A challenge in the format of the altcha widget."""

    parameters: dict[str, Any]
    signature: str | None = None
