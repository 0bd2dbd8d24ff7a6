"""Settings of the content service. The defaults are from the product specification."""

from chassis.settings import StorageSettings, build_service_config
from chassis.web.service_calls import Addresses
from pydantic import Field, SecretStr


class Settings(StorageSettings):
    model_config = build_service_config("CONTENT_")

    # Origins of the sign-in form's optional widgets, the same as the web server's: the CSP of the pages allows them.
    csp_bot_check: str = Field("", validation_alias="CSP_BOT_CHECK")
    csp_telegram: str = Field("", validation_alias="CSP_TELEGRAM")
    contact_per_hour: int = Field(5, ge=1)
    requests_per_hour: int = Field(10, ge=1)
    newsletter_per_hour: int = Field(5, ge=1)
    bookings_per_hour: int = Field(30, ge=1)
    document_uploads_per_hour: int = Field(60, ge=1)
    messages_per_minute: int = Field(30, ge=1)
    # An unread message of an order is announced in the bell, then by email. The next notification of the same kind
    # comes after `message_burst_minutes` at the earliest.
    message_bell_seconds: int = Field(60, ge=1)
    message_email_minutes: int = Field(10, ge=1)
    message_burst_minutes: int = Field(60, ge=1)
    emails_per_recipient_per_day: int = Field(3, ge=1)
    comments_per_minute: int = Field(10, ge=1)
    # A form that is sent again unchanged within this time is not saved again. The newsletter sends at most one
    # confirmation link to an address within this time.
    repeat_minutes: int = Field(10, ge=1)
    # The company promises a reply within this many minutes of its opening hours.
    reply_minutes: int = Field(15, ge=1)
    # How long a message or request is kept after it was answered, closed or marked as spam.
    settled_keep_days: int = Field(365, ge=1)
    # A form that is filled in within this time was filled in by a script: autofill takes about a third of a second.
    min_fill_ms: int = Field(60, ge=0)
    # After the last activity a team member is shown as online until `online_minutes` are over, then as away, and as
    # offline once `away_minutes` are over.
    online_minutes: int = Field(5, ge=1)
    away_minutes: int = Field(30, ge=1)
    comment_edit_minutes: int = Field(5, ge=0)
    comment_undo_minutes: int = Field(10, ge=0)
    # Payment providers sign their notices with this secret. If it is empty, all notices are refused.
    payment_secret: SecretStr = SecretStr("")
    booking_days_ahead: int = Field(60, ge=1)
    booking_reminder_hours: int = Field(24, ge=1)
    payment_reminder_hours: int = Field(24, ge=1)
    # How long a reservation that ended without a payment is kept. Other reservations are kept as long as orders.
    reservation_keep_days: int = Field(365, ge=1)
    # How long an order or a booking of a new account waits for the copy of the account, which arrives by event.
    account_wait_seconds: float = Field(2, ge=0, le=20)
    calculator_url: Addresses = Field(("http://127.0.0.1:8000",), validation_alias="CALCULATOR_URL")
