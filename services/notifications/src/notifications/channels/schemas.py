"""Bodies of the Web Push routes, as browsers send them, and the emails of a user for administrators."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from chassis.fields import refuse_control_characters
from contracts.envelopes import Answer, Items
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from notifications.channels.encryption import CURVE, decode_base64url
from notifications.inbox.kinds import Kind

# The size of a browser's authentication secret (RFC 8291, section 3.2).
AUTH_SECRET_BYTES = 16


def _check_point(value: str) -> str:
    """Check that the text is a public key of P-256 as an uncompressed point (RFC 8291, section 2.1)."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _decode(value))
    except ValueError as error:
        raise ValueError("Это не ключ P-256") from error
    return value


def _check_secret(value: str) -> str:
    if len(_decode(value)) != AUTH_SECRET_BYTES:
        raise ValueError("Должно быть 16 байт в base64url")
    return value


def _decode(value: str) -> bytes:
    try:
        return decode_base64url(value)
    except ValueError as error:
        raise ValueError("Это не base64url") from error


class PushKeys(BaseModel):
    """The browser's keys."""

    model_config = ConfigDict(extra="ignore")
    p256dh: Annotated[str, Field(max_length=200), AfterValidator(_check_point)]
    auth: Annotated[str, Field(max_length=60), AfterValidator(_check_secret)]


class _SubscriptionBody(BaseModel):
    @model_validator(mode="before")
    @classmethod
    def unwrap(cls, value: Any) -> Any:
        """Accept the subscription itself, or an object with the member `subscription`."""
        if isinstance(value, dict) and isinstance(value.get("subscription"), dict):
            return value["subscription"]
        return value


Endpoint = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(refuse_control_characters)]


class PushSubscribe(_SubscriptionBody):
    """`PushSubscription.toJSON()` of a browser."""

    endpoint: Endpoint
    keys: PushKeys


class PushUnsubscribe(_SubscriptionBody):
    """The subscription to end; its endpoint is enough."""

    endpoint: Endpoint


class PushKeyAnswer(Answer):
    """The `applicationServerKey` for `pushManager.subscribe`."""

    public_key: str


class CustomerEmail(BaseModel):
    """A notification or a message of a campaign by email. `sent` means that the mail server accepted it.

    `title` is empty for emails that an older release sent without storing their title.
    """

    id: UUID
    type: Kind
    title: str
    state: Literal["queued", "sent", "failed"]
    reason: str | None
    is_campaign: bool
    in_digest: bool
    order_id: UUID | None
    created_at: datetime
    due_at: datetime
    finished_at: datetime | None


class CustomerEmails(Items[CustomerEmail]):
    """Emails of a user, newest first. `refused_types` are the types that the user gets no emails about."""

    refused_types: list[Kind]
