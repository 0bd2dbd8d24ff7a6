"""Bodies of the preference routes. Responses are complete; requests may hold any part."""

from typing import Annotated, Any, Self
from zoneinfo import ZoneInfo, available_timezones

from chassis.fields import is_none
from contracts.envelopes import Answer
from pydantic import BaseModel, ConfigDict, Field, StrictBool, field_validator, model_validator

ClockTime = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", examples=["22:00"])]


class ChannelsRead(BaseModel):
    """The channels that a type may use. `telegram` is missing where the site has no bot."""

    in_app: bool
    email: bool
    push: bool
    telegram: bool | None = Field(None, exclude_if=is_none)


class ChannelsChange(BaseModel):
    """The channels to change; the others stay."""

    model_config = ConfigDict(extra="forbid")
    in_app: StrictBool | None = None
    email: StrictBool | None = None
    push: StrictBool | None = None
    telegram: StrictBool | None = None


class SecurityChange(ChannelsChange):
    """Security notices always reach the site."""

    @field_validator("in_app")
    @classmethod
    def refuse_to_turn_off(cls, value: bool | None) -> bool | None:
        if value is False:
            raise ValueError("Уведомления безопасности на сайте не отключаются")
        return value


class QuietHours(BaseModel):
    """Hours in the user's time zone. Only urgent notifications are sent by email, push and Telegram then."""

    model_config = ConfigDict(populate_by_name=True, extra="forbid")
    start: ClockTime = Field(alias="from")
    end: ClockTime = Field(alias="to")
    timezone: str = Field("Europe/Moscow", max_length=64)

    @field_validator("timezone")
    @classmethod
    def check_time_zone(cls, value: str) -> str:
        if value not in available_timezones():
            raise ValueError("Такого часового пояса нет")
        return ZoneInfo(value).key

    @model_validator(mode="after")
    def check_start_differs_from_end(self) -> Self:
        if self.start == self.end:
            raise ValueError("Начало и конец тихих часов совпадают")
        return self


class PreferencesRead(BaseModel):
    """Everything a user can choose."""

    booking: ChannelsRead
    payment: ChannelsRead
    maintenance: ChannelsRead
    promotion: ChannelsRead
    system: ChannelsRead
    security: ChannelsRead
    quiet_hours: QuietHours | None


class PreferencesChange(BaseModel):
    """The types to change. `quiet_hours: null` turns quiet hours off.

    The body may also be wrapped in an object with the only field `preferences`.
    """

    model_config = ConfigDict(extra="forbid")
    booking: ChannelsChange | None = None
    payment: ChannelsChange | None = None
    maintenance: ChannelsChange | None = None
    promotion: ChannelsChange | None = None
    system: ChannelsChange | None = None
    security: SecurityChange | None = None
    quiet_hours: QuietHours | None = None

    @model_validator(mode="before")
    @classmethod
    def unwrap(cls, value: Any) -> Any:
        if isinstance(value, dict) and set(value) == {"preferences"}:
            return value["preferences"]
        return value


class PreferencesAnswer(Answer):
    """The preferences as they are now."""

    preferences: PreferencesRead
