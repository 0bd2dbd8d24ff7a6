from contracts.email_address import EmailAddress
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
