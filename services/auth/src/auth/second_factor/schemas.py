from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from auth.accounts.schemas import Done
from auth.fields import Opaque, no_control_characters
from auth.sessions.schemas import SignedIn, absent

FactorCode = Annotated[
    str,
    BeforeValidator(lambda value: value.strip() if isinstance(value, str) else value),
    Field(min_length=6, max_length=20),
    AfterValidator(no_control_characters),
]


class SecondFactorState(Done):
    """The second factors of the caller."""

    totp: bool
    recovery_codes_left: int
    passkeys: int
    required: bool


class TotpSetup(Done):
    """What an authenticator app needs; shown once."""

    secret: str
    otpauth_url: str


class TotpConfirm(BaseModel):
    code: FactorCode


class RecoveryCodes(Done):
    """Shown once; each works once."""

    recovery_codes: list[str]


class SecondStep(BaseModel):
    """The second step of a sign-in: a code of the app, or a recovery code."""

    tempToken: Opaque
    code: FactorCode


class TotpEnabled(RecoveryCodes):
    """The app is on; a sign-in that waited for it gets its session."""

    session: SignedIn | None = Field(None, exclude_if=absent)
