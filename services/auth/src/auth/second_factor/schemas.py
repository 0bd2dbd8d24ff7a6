from datetime import datetime
from typing import Annotated, Any

from chassis.fields import is_none, limit_length
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, model_validator

from auth.fields import OpaqueText, Password, refuse_control_characters, remove_separators
from auth.sessions.schemas import SignInAnswer

AnyCode = Annotated[
    str, limit_length(1, 20), AfterValidator(refuse_control_characters), BeforeValidator(remove_separators)
]
FactorCode = Annotated[
    str, limit_length(6, 20), AfterValidator(refuse_control_characters), BeforeValidator(remove_separators)
]


class SecondFactorState(Answer):
    """The second factors of the caller."""

    totp: bool
    recovery_codes_left: int
    passkeys: int
    required: bool
    removal_at: datetime | None = Field(
        None, exclude_if=is_none, description="When factors that a reported session added are removed"
    )


class TotpSetup(Answer):
    """The secret for an authenticator app. It is shown once."""

    secret: str
    otpauth_url: str


class TotpConfirm(BaseModel):
    code: FactorCode


class RecoveryCodes(Answer):
    """Recovery codes. They are shown once, and each works once."""

    recovery_codes: list[str]


class SecondStep(BaseModel):
    """The second step of a sign-in: a code of the app, or a recovery code."""

    tempToken: OpaqueText
    code: FactorCode


class TotpEnabled(RecoveryCodes):
    """The app is on. A sign-in that required it gets its session."""

    session: SignInAnswer | None = Field(None, exclude_if=is_none)


class Confirm(BaseModel):
    """A proof of identity: exactly one of password, code and credential."""

    password: Password | None = None
    code: AnyCode | None = Field(
        None, description="A code of the second factor; an emailed code if the account has no second factor"
    )
    codeRequest: OpaqueText | None = None
    credential: dict[str, Any] | None = Field(None, description="Answer of a passkey to a challenge of the sign-in")

    @model_validator(mode="after")
    def require_one_proof(self) -> "Confirm":
        if [self.password, self.code, self.credential].count(None) != 2:
            raise ValueError("Нужен пароль, код или ключ доступа")
        return self


class Confirmation(Answer):
    """A confirmation, to be sent as the header X-Confirmation."""

    confirmation: str
    expires_in: int
