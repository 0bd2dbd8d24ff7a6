"""The site settings as the API names them: camelCase, flat."""

from typing import Annotated, Any

from chassis.fields import UNSET
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from content.fields import Email, Flag, Line, Version, WholeNumber, single_line

SettingText = Annotated[str, StringConstraints(max_length=300), AfterValidator(single_line)]
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
    """What the company charges, in roubles. Delivery, work and laboratory make a car's customs price a turnkey one."""

    model_config = ConfigDict(extra="forbid")
    selection: ServicePrice = Field(45_000, description="Подбор отдельно, от")
    inspection: ServicePrice = Field(28_000, description="Проверка отдельно, от")
    delivery: ServicePrice = Field(214_000, description="Доставка и страховка груза, обычно")
    work: ServicePrice = Field(196_000, description="Работа по договору: весь путь")
    laboratory: ServicePrice = Field(48_000, description="Лаборатория и электронный паспорт")


def _digits(*lengths: int) -> AfterValidator:
    def check(value: str) -> str:
        if value and not (value.isascii() and value.isdigit() and len(value) in lengths):
            raise ValueError(f"Цифр должно быть {' или '.join(map(str, lengths))}")
        return value

    return AfterValidator(check)


class Requisites(BaseModel):
    """Where buyers pay to. Empty, invoices are not made and the manager sends them."""

    model_config = ConfigDict(extra="forbid")
    name: SettingText = ""
    inn: Annotated[str, _digits(10, 12)] = ""
    kpp: Annotated[str, _digits(9)] = ""
    account: Annotated[str, _digits(20)] = ""
    bank: SettingText = ""
    bic: Annotated[str, _digits(9)] = ""
    correspondent_account: Annotated[str, _digits(20)] = ""

    @property
    def is_complete(self) -> bool:
        """Whether there is what a payment cannot do without."""
        return all((self.name, self.inn, self.account, self.bank, self.bic, self.correspondent_account))


class SiteSettingsRead(Answer):
    """The settings that every page shows."""

    siteName: str = "Меридиан Авто"
    siteDescription: str = "Подбор, проверка, доставка и растаможивание автомобилей из Европы"
    contactPhone: str = "+7 495 000-00-00"
    contactEmail: str = "hello@example.com"
    contactAddress: str = "Москва, Меридианный проезд, 38, офис 7"
    showroomAddress: str = "Московская область, Полуденное шоссе, 38-й километр, площадка 2"
    workingHours: str = "Будни 9:00–19:00, суббота 10:00–16:00"
    russianOnly: bool = False
    yearsDesktop: str = "3+"
    yearsMobile: str = "10+"
    widgets: Widgets = Field(default_factory=Widgets)
    servicePrices: ServicePrices = Field(default_factory=ServicePrices)
    requisites: Requisites = Field(default_factory=Requisites)
    version: int = 0


class SiteSettingsUpdate(BaseModel):
    """Fields left out stay as they are; an empty text returns to the built-in value."""

    siteName: SettingText = UNSET
    siteDescription: SettingText = UNSET
    contactPhone: SettingText = UNSET
    contactEmail: Email = UNSET
    contactAddress: SettingText = UNSET
    showroomAddress: SettingText = UNSET
    workingHours: SettingText = UNSET
    russianOnly: Flag = UNSET
    yearsDesktop: Annotated[Line, Field(max_length=10)] = UNSET
    yearsMobile: Annotated[Line, Field(max_length=10)] = UNSET
    widgets: Widgets = UNSET
    servicePrices: ServicePrices = UNSET
    requisites: Requisites = UNSET
    version: Version | None = None
