from typing import Annotated

from chassis.fields import sized
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, Field, model_validator

from auth.fields import Code, Opaque, Password, no_control_characters
from auth.sessions.schemas import SignedIn, absent

FactorCode = Annotated[str, sized(6, 20), AfterValidator(no_control_characters)]


class SecondFactorState(Answer):
    """The second factors of the caller."""

    totp: bool
    recovery_codes_left: int
    passkeys: int
    required: bool


class TotpSetup(Answer):
    """What an authenticator app needs; shown once."""

    secret: str
    otpauth_url: str


class TotpConfirm(BaseModel):
    code: FactorCode


class RecoveryCodes(Answer):
    """Shown once; each works once."""

    recovery_codes: list[str]


class SecondStep(BaseModel):
    """The second step of a sign-in: a code of the app, or a recovery code."""

    tempToken: Opaque
    code: FactorCode


class TotpEnabled(RecoveryCodes):
    """The app is on; a sign-in that waited for it gets its session."""

    session: SignedIn | None = Field(None, exclude_if=absent)


class Confirm(BaseModel):
    """Exactly one of the two."""

    password: Password | None = None
    code: Code | None = None

    @model_validator(mode="after")
    def one_of_them(self) -> "Confirm":
        if (self.password is None) == (self.code is None):
            raise ValueError("Нужен пароль или код из письма")
        return self


class Confirmation(Answer):
    """To be sent as the header X-Confirmation."""

    confirmation: str
    expires_in: int
