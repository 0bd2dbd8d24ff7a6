from typing import Any, Literal

from chassis.fields import is_none
from chassis.mail.addresses import EmailAddress
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from auth.accounts.schemas import TextAnswer, UserRead
from auth.fields import Acceptance, AdultAge, Code, Name, NewPassword, OpaqueText, Password, Phone


class Register(BaseModel):
    """The registration form; the three consents are separate by law."""

    email: EmailAddress
    password: NewPassword
    first_name: Name
    last_name: Name
    phone: Phone = None
    turnstileToken: OpaqueText | None = None
    is_adult: AdultAge
    accept_terms: Acceptance
    accept_privacy: Acceptance
    accept_marketing: bool = Field(False, strict=True)


class CodeRequested(BaseModel):
    """The handle of an emailed code. A browser gets it in a cookie instead."""

    codeRequest: str | None = Field(
        None, exclude_if=is_none, description="A client with `X-Client: native` sends it back with the code"
    )


class RegistrationAnswer(CodeRequested, TextAnswer):
    user: UserRead


class VerifyEmail(BaseModel):
    email: EmailAddress
    code: Code
    codeRequest: OpaqueText | None = None
    password: Password | None = Field(
        None, description="Password of the registration; needed if the request has no handle from that registration"
    )


class ResendCode(BaseModel):
    email: EmailAddress
    codeRequest: OpaqueText | None = None


class CodeSent(CodeRequested, Answer):
    """A code was sent if the address has a registration that waits for one."""

    retry_after: int = Field(description="Seconds until the next code may be requested")


class BotCheckConfig(Answer):
    """Configuration of the bot check that a form shows."""

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
