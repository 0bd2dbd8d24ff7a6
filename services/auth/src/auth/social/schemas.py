from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.fields import is_none
from chassis.mail.addresses import EmailAddress
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, Field

from auth.fields import Code, OpaqueText, refuse_control_characters
from auth.sessions.schemas import SignInAnswer

ShortText = Annotated[str, Field(max_length=512), AfterValidator(refuse_control_characters)]
WidgetName = Annotated[str, Field(max_length=40), AfterValidator(refuse_control_characters)]
SocialStatus = Literal["email_required", "second_factor_required", "second_factor_setup_required"]
WidgetValue = Annotated[str, Field(max_length=1000), AfterValidator(refuse_control_characters)] | int


class AuthorizationUrl(Answer):
    authUrl: str
    sessionToken: str | None = Field(None, exclude_if=is_none)


class SocialReturn(BaseModel):
    """The parameters of the provider's redirect."""

    code: Annotated[str, Field(min_length=1, max_length=4096), AfterValidator(refuse_control_characters)]
    redirect_uri: ShortText
    state: ShortText = ""
    turnstileToken: OpaqueText | None = None
    device_id: ShortText | None = None
    scope: ShortText | None = None
    sessionToken: ShortText | None = None


class TelegramReturn(BaseModel):
    """The data of Telegram's login widget; `link` links it to the caller's account."""

    telegramData: dict[WidgetName, WidgetValue] = Field(max_length=20)
    turnstileToken: OpaqueText | None = None
    link: bool = Field(False, strict=True)


class SocialAnswer(SignInAnswer):
    """A sign-in, or with status email_required a token for the verification of an email address."""

    # Adds `email_required` to the statuses of SignInAnswer.
    status: SocialStatus | None = Field(None, exclude_if=is_none)  # type: ignore[assignment]
    isNewUser: bool = False


class ProviderRead(BaseModel):
    id: Literal["vk", "google", "telegram"]
    name: str
    available: bool
    widget_url: str | None = Field(
        None, description="Telegram only: address of the widget's page, to be shown in a frame", exclude_if=is_none
    )


class Providers(Answer):
    providers: list[ProviderRead]


class SendVerification(BaseModel):
    email: EmailAddress
    codeRequest: OpaqueText | None = None


class VerifySession(BaseModel):
    email: EmailAddress
    code: Code
    codeRequest: OpaqueText | None = None


class IdentityRead(BaseModel):
    id: UUID
    provider: Literal["vk", "google", "telegram"]
    name: str
    linked_at: datetime
    last_used_at: datetime | None


class Identities(Answer):
    identities: list[IdentityRead]
