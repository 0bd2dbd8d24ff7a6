from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.mail.addresses import EmailAddress
from contracts.envelopes import Answer, Done
from pydantic import BaseModel, Field

from auth.fields import Code, Line, NewPassword, OpaqueText, Password
from auth.registration.schemas import CodeRequested


class Login(BaseModel):
    email: EmailAddress
    password: Password
    turnstileToken: OpaqueText | None = None
    codeRequest: OpaqueText | None = Field(
        None, description="The handle of an unverified registration, from a client with `X-Client: native`"
    )


class PasskeyOptions(Answer):
    """The options of the browser's WebAuthn call, as JSON."""

    options: dict[str, Any]


class PasskeyProof(BaseModel):
    credential: dict[str, Any]


class NewPasskey(PasskeyProof):
    """The new credential of the browser's authenticator."""

    name: Line = Field("Ключ доступа", min_length=1, max_length=60)


class PasskeyRead(BaseModel):
    id: UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None


class Passkeys(Answer):
    passkeys: list[PasskeyRead]


class PasskeyAdded(Answer):
    passkey: PasskeyRead


class ChangePassword(BaseModel):
    current_password: Password
    new_password: NewPassword


class ForgotPassword(BaseModel):
    email: EmailAddress
    codeRequest: OpaqueText | None = None
    turnstileToken: OpaqueText | None = None


class ResetPassword(BaseModel):
    email: EmailAddress
    code: Code
    codeRequest: OpaqueText | None = None
    new_password: NewPassword


class ResetAnswer(CodeRequested, Done):
    """A code was emailed if the address has an account."""
