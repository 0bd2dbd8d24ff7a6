"""The site settings in the API. The names of the settings are in camelCase."""

import re
from datetime import date
from typing import Annotated, Any, Self

from chassis.fields import UNSET, normalize_line
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from content.fields import Day, Email, Flag, Line, Version, WholeNumber

SettingText = Annotated[str, StringConstraints(max_length=300), AfterValidator(normalize_line)]
# A telephone number as people write it. The text may say more, for example an extension.
TELEPHONE = re.compile(r"\d(?:[\s()‑–.-]*\d){4,}")


def _check_telephone(value: str) -> str:
    if value and not TELEPHONE.search(value):
        raise ValueError("Проверьте номер телефона")
    return value


def _check_has_digit(value: str) -> str:
    if not any(character.isdigit() for character in value):
        raise ValueError("Нужно число, например 3+")
    return value


SettingPhone = Annotated[SettingText, AfterValidator(_check_telephone)]
Years = Annotated[Line, Field(max_length=10), AfterValidator(_check_has_digit)]
Widget = dict[str, Any] | str | Flag | None


class Widgets(BaseModel):
    """Third-party widgets: an absent one is off, and the page shows its fallback."""

    model_config = ConfigDict(extra="forbid")
    chat: Widget = None
    map: Widget = None
    community: Widget = None
    counters: Widget = None


ServicePrice = Annotated[WholeNumber, Field(ge=0, le=10_000_000)]


class ServicePrices(BaseModel):
    """Charges of the company, in roubles. A turnkey price is the price with customs, delivery, work and laboratory."""

    model_config = ConfigDict(extra="forbid")
    selection: ServicePrice = Field(45_000, description="Lowest price of the selection alone.")
    inspection: ServicePrice = Field(28_000, description="Lowest price of the inspection alone.")
    delivery: ServicePrice = Field(214_000, description="Usual price of delivery and cargo insurance.")
    work: ServicePrice = Field(196_000, description="Fee for the whole import under the contract.")
    laboratory: ServicePrice = Field(48_000, description="Price of the laboratory and the electronic passport.")

    @property
    def turnkey_services(self) -> int:
        """The sum that a turnkey price adds to the price with customs. It is the same for every car."""
        return self.delivery + self.work + self.laboratory


class ReservationTerms(BaseModel):
    """Terms of a reservation. It holds a car `pay_hours` until it is paid, and `hold_hours` from its payment on."""

    model_config = ConfigDict(extra="forbid")
    enabled: Flag = True
    amount_rub: Annotated[WholeNumber, Field(ge=1, le=10_000_000)] = 50_000
    pay_hours: Annotated[WholeNumber, Field(ge=1, le=7 * 24)] = 2
    hold_hours: Annotated[WholeNumber, Field(ge=1, le=60 * 24)] = 72
    # Limits of one buyer: active reservations, and new ones in 24 hours.
    max_active: Annotated[WholeNumber, Field(ge=1, le=20)] = 2
    per_day: Annotated[WholeNumber, Field(ge=1, le=100)] = 5


def _require_digits(*lengths: int) -> AfterValidator:
    def check(value: str) -> str:
        if value and not (value.isascii() and value.isdigit() and len(value) in lengths):
            raise ValueError(f"Цифр должно быть {' или '.join(map(str, lengths))}")
        return value

    return AfterValidator(check)


class Requisites(BaseModel):
    """Bank account of the company. While it is empty, the site makes no invoices, and a manager sends them."""

    model_config = ConfigDict(extra="forbid")
    name: SettingText = ""
    inn: Annotated[str, _require_digits(10, 12)] = ""
    kpp: Annotated[str, _require_digits(9)] = ""
    account: Annotated[str, _require_digits(20)] = ""
    bank: SettingText = ""
    bic: Annotated[str, _require_digits(9)] = ""
    correspondent_account: Annotated[str, _require_digits(20)] = ""
    vat: SettingText = Field("", description="What invoices say about VAT. Invoices say nothing while it is empty.")

    @property
    def is_complete(self) -> bool:
        """True if all fields are filled in that a payment requires."""
        return all((self.name, self.inn, self.account, self.bank, self.bic, self.correspondent_account))


def _check_clock(value: str) -> str:
    hour, minute = map(int, value.split(":"))
    if minute > 59 or hour * 60 + minute > 24 * 60:
        raise ValueError("Ожидается время от 00:00 до 24:00")
    return value


ClockTime = Annotated[str, StringConstraints(pattern=r"^[0-9]{2}:[0-9]{2}$"), AfterValidator(_check_clock)]
Weekday = Annotated[WholeNumber, Field(ge=1, le=7)]


class Hours(BaseModel):
    """Opening and closing by the clock of Moscow; a day may end at 24:00."""

    model_config = ConfigDict(extra="forbid", serialize_by_alias=True, validate_by_name=True)
    opens: ClockTime = Field(alias="from")
    closes: ClockTime = Field(alias="to")

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.opens >= self.closes:
            raise ValueError("Открытие должно быть раньше закрытия")
        return self


class WeekHours(Hours):
    """The hours of some days of the week; Monday is 1."""

    days: list[Weekday] = Field(min_length=1, max_length=7)


class DayException(BaseModel):
    """A date that differs from its weekday: closed, or with hours of its own."""

    model_config = ConfigDict(extra="forbid", serialize_by_alias=True, validate_by_name=True)
    date: Day
    closed: Flag = False
    opens: ClockTime | None = Field(default=None, alias="from")
    closes: ClockTime | None = Field(default=None, alias="to")

    @model_validator(mode="after")
    def _check_hours(self) -> Self:
        if self.closed:
            if self.opens or self.closes:
                raise ValueError("У закрытого дня нет часов")
        elif not self.opens or not self.closes or self.opens >= self.closes:
            raise ValueError("Укажите часы: открытие раньше закрытия")
        return self


class OpenDay(Hours):
    """The hours of one date, with holidays and exceptions applied."""

    date: date


class Holiday(BaseModel):
    date: date
    name: str


class HolidayList(Answer):
    """Public holidays, on which the company is closed unless an exception says otherwise."""

    holidays: list[Holiday]


class SiteSettingsRead(Answer):
    """The settings that every page shows."""

    siteName: str = "Меридиан Авто"
    siteDescription: str = "Подбор, проверка, доставка и растаможивание автомобилей из Европы"
    contactPhone: str = "+7 495 000-00-00"
    contactEmail: str = "hello@example.com"
    contactAddress: str = "Москва, Меридианный проезд, 38, офис 7"
    showroomAddress: str = "Московская область, Полуденное шоссе, 38-й километр, площадка 2"
    workingHours: str = "Будни 9:00–19:00, суббота 10:00–16:00"
    schedule: list[WeekHours] = Field(default=[])
    exceptions: list[DayException] = Field(default=[])
    openDays: list[OpenDay] = Field(
        default=[], description="The days of the next three weeks that have opening hours, holidays considered."
    )
    russianOnly: bool = False
    yearsDesktop: str = "3+"
    yearsMobile: str = "10+"
    widgets: Widgets = Field(default_factory=Widgets)
    servicePrices: ServicePrices = Field(default_factory=ServicePrices)
    requisites: Requisites = Field(default_factory=Requisites)
    reservation: ReservationTerms = Field(default_factory=ReservationTerms)
    version: int = 0


def _check_days_unique(schedule: list[WeekHours]) -> list[WeekHours]:
    days = [day for hours in schedule for day in hours.days]
    if len(days) != len(set(days)):
        raise ValueError("Один день недели указан дважды")
    return schedule


def _check_dates_unique(exceptions: list[DayException]) -> list[DayException]:
    if len(exceptions) != len({exception.date for exception in exceptions}):
        raise ValueError("Одна дата указана дважды")
    return exceptions


class SiteSettingsUpdate(BaseModel):
    """Fields left out stay as they are; an empty text returns to the built-in value.

    `workingHours` is the text of `schedule`: a change of one changes the other, and `schedule` counts if both change.
    """

    siteName: SettingText = UNSET
    siteDescription: SettingText = UNSET
    contactPhone: SettingPhone = UNSET
    contactEmail: Email = UNSET
    contactAddress: SettingText = UNSET
    showroomAddress: SettingText = UNSET
    workingHours: SettingText = UNSET
    schedule: Annotated[list[WeekHours], Field(min_length=1, max_length=7), AfterValidator(_check_days_unique)] = UNSET
    exceptions: Annotated[list[DayException], Field(max_length=200), AfterValidator(_check_dates_unique)] = UNSET
    russianOnly: Flag = UNSET
    yearsDesktop: Years = UNSET
    yearsMobile: Years = UNSET
    widgets: Widgets = UNSET
    servicePrices: ServicePrices = UNSET
    requisites: Requisites = UNSET
    reservation: ReservationTerms = UNSET
    version: Version | None = None
