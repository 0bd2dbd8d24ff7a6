from typing import Any, Literal

from chassis.mail.addresses import EmailAddress
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from auth.accounts.schemas import Said, UserRead
from auth.fields import Accepted, Adult, Code, Name, NewPassword, Opaque, Phone


class Register(BaseModel):
    """The registration form; the three consents are separate by law."""

    email: EmailAddress
    password: NewPassword
    first_name: Name
    last_name: Name
    phone: Phone = None
    turnstileToken: Opaque | None = None
    is_adult: Adult
    accept_terms: Accepted
    accept_privacy: Accepted
    accept_marketing: bool = Field(False, strict=True)


class Registered(Said):
    user: UserRead


class VerifyEmail(BaseModel):
    email: EmailAddress
    code: Code


class ResendCode(BaseModel):
    email: EmailAddress


class CodeSent(Answer):
    """A code was sent, if the address waits for one."""

    retry_after: int = Field(description="Seconds until the next code may be requested")


class BotCheckConfig(Answer):
    """What a form needs to show the check."""

    enabled: bool
    siteKey: str | None
    provider: Literal["off", "turnstile", "altcha"]
    challengeUrl: str | None = None


class AltchaChallenge(BaseModel):
    """A challenge in the format of the altcha widget."""

    parameters: dict[str, Any]
    signature: str | None = None


class EmailToCheck(BaseModel):
    email: str = Field(max_length=1000)


class EmailCheck(BaseModel):
    """The result for the address that the user typed; never whether an account uses it."""

    isValid: bool
    message: str
    warning: str | None = None
    correctedEmail: str | None = None
