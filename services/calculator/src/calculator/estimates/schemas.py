"""Request and response of a calculation, with the field names of the contract."""

import datetime as dt
import re
from decimal import Decimal
from typing import Annotated, Any, Literal

from contracts.envelopes import Answer
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)
from pydantic_core import PydanticCustomError

from calculator.duty.rounding import round_to_hundredths
from calculator.euro.schemas import EuroRateRead


def _refuse_non_numbers(value: Any) -> Any:
    """Refuse text and booleans where a number is expected."""
    if isinstance(value, str | bool):
        raise PydanticCustomError("decimal_type", "a number is expected")
    return value


def convert_to_json_number(value: Decimal) -> int | float:
    """Convert a whole sum to an integer. Kopecks and rates are short enough to be exact as a double."""
    return int(value) if value == value.to_integral_value() else float(value)


def _round_to_kopecks(value: Decimal) -> Decimal:
    rounded_value = round_to_hundredths(value)
    if rounded_value <= 0:
        raise ValueError("Должно быть больше 0")
    return rounded_value


def _check_engine_volume(value: Decimal) -> Decimal:
    if not MIN_ENGINE_LITRES <= value <= MAX_ENGINE_LITRES:
        raise ValueError("От 0,1 до 10 литров")
    return value


MIN_ENGINE_LITRES = Decimal("0.1")
MAX_ENGINE_LITRES = Decimal(10)
Number = Annotated[
    Decimal,
    BeforeValidator(_refuse_non_numbers),
    PlainSerializer(convert_to_json_number, return_type=int | float),
    # Pydantic's own schema of a Decimal also allows text, which is refused here.
    WithJsonSchema({"type": "number"}),
]
# The database stores no NUL, and no name of a fuel or a calculation has a control character.
PlainText = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]*$")]
MAX_PRICE = 100_000_000_000
# The bounds are repeated for the OpenAPI document: the schema of Number replaces pydantic's own.
PRICE_BOUNDS: dict[str, Any] = {"exclusiveMinimum": 0, "maximum": MAX_PRICE}
Price = Annotated[Number, Field(gt=0, le=MAX_PRICE, json_schema_extra=PRICE_BOUNDS), AfterValidator(_round_to_kopecks)]
YEARS = range(1900, 2101)
# `date.fromisoformat` reads other forms too, such as the week date 2026-W47-5.
CALENDAR_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _parse_calendar_day(value: Any) -> Any:
    if isinstance(value, dt.date) or value is None:
        return value
    try:
        if not isinstance(value, str) or not CALENDAR_DAY.fullmatch(value):
            raise ValueError
        day = dt.date.fromisoformat(value)
        if day.year not in YEARS:
            raise ValueError
    except ValueError:
        raise ValueError("Дата в виде ГГГГ-ММ-ДД") from None
    return day


def _parse_manufacture_day(value: Any) -> Any:
    """Return the day of manufacture: the 15th if only the month is known, 1 July if only the year is known."""
    if isinstance(value, str) and len(value) == len("2023"):
        value = f"{value}-07-01"
    elif isinstance(value, str) and len(value) == len("2023-07"):
        value = f"{value}-15"
    try:
        return _parse_calendar_day(value)
    except ValueError:
        raise ValueError("Дата выпуска в виде ГГГГ-ММ-ДД, ГГГГ-ММ или ГГГГ") from None


def _treat_empty_as_absent(value: Any) -> Any:
    return None if value == "" else value


CalendarDay = Annotated[dt.date, BeforeValidator(_parse_calendar_day)]
ManufactureDay = Annotated[
    dt.date,
    BeforeValidator(_parse_manufacture_day),
    WithJsonSchema({"type": "string", "pattern": r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"}),
]
OptionalPower = Annotated[Number | None, BeforeValidator(_treat_empty_as_absent)]
REQUIRED_ERROR = PydanticCustomError("missing", "required")


class CalculationRequest(BaseModel):
    """A car, its importer and the rules to apply. Unknown fields are ignored."""

    model_config = ConfigDict(frozen=True)

    isElectric: bool = Field(False, strict=True, description="True for an electric car or a series hybrid.")
    isCommercial: bool = Field(False, strict=True, description="True for an import that is not for personal use.")
    price: Price = Field(description="Customs value in roubles. Fractions of a kopeck are rounded.")
    euroPrice: Number | None = Field(None, description="Ignored: the server computes it.")
    engineVolumeLiters: Annotated[Number, AfterValidator(_check_engine_volume)] | None = Field(
        None,
        validate_default=True,
        description="Required unless the car is electric.",
        json_schema_extra={"minimum": 0.1, "maximum": 10},
    )
    manufacture_date: ManufactureDay | None = Field(None, description="Replaces the age.")
    age: Number | None = Field(None, ge=0, le=50, validate_default=True, description="Age in years, with decimals.")
    fuelType: PlainText | None = Field(
        None, max_length=40, validate_default=True, description="`petrol`; any other value means diesel."
    )
    importCategory: Literal["personal", "legal"]
    enginePower: OptionalPower = Field(None, gt=0, le=5000)
    enginePowerUnit: Annotated[Literal["hp", "kW"] | None, BeforeValidator(_treat_empty_as_absent)] = None
    hybridType: Annotated[Literal["series", "parallel"] | None, BeforeValidator(_treat_empty_as_absent)] = None
    electricPower: OptionalPower = Field(None, gt=0, le=5000, description="The 30-minute power of the electric motor.")
    edition: PlainText | None = Field(None, max_length=20)
    declaration_date: CalendarDay | None = None

    @field_validator("engineVolumeLiters", mode="before")
    @classmethod
    def require_volume_unless_electric(cls, value: Any, info: ValidationInfo) -> Any:
        if info.data.get("isElectric"):
            return None
        if value is None or value == "":
            raise REQUIRED_ERROR
        return value

    @field_validator("age", mode="before")
    @classmethod
    def require_age_unless_dated(cls, value: Any, info: ValidationInfo) -> Any:
        if value is None and info.data.get("manufacture_date") is None:
            raise REQUIRED_ERROR
        return value

    @field_validator("fuelType", mode="before")
    @classmethod
    def require_fuel_unless_electric(cls, value: Any, info: ValidationInfo) -> Any:
        if value is None and not info.data.get("isElectric"):
            raise REQUIRED_ERROR
        return value

    @field_validator("hybridType")
    @classmethod
    def refuse_two_drives(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value == "parallel" and info.data.get("isElectric"):
            raise ValueError("Параллельный гибрид — не электромобиль: выключите «Электромобиль»")
        return value

    @property
    def counts_as_electric(self) -> bool:
        """True for a series hybrid too: the law treats it as an electric car."""
        return self.isElectric or self.hybridType == "series"


class BreakdownLineRead(BaseModel):
    """One payment with its base, rate and legal source."""

    code: Literal["customsDuty", "registrationCost", "exciseTax", "vat", "recyclingFee"]
    title: str
    base: str
    rate: str
    formula: str = Field(description="The calculation in words, with the exact sum before rounding.")
    amount: int
    source: str
    exact: str = Field(description="The exact sum in roubles, as a decimal number.")
    mark: Literal["V", "1", "M", "D"] = Field(
        description="How well the figure is confirmed: V means by two or more sources."
    )


class WarningRead(BaseModel):
    code: str
    message: str


class DifferenceRead(BaseModel):
    """The change of one payment by the edition in force."""

    code: str
    title: str
    amount: int
    difference: int
    note: str


NULL_PAYMENT = "Null in a calculation that an earlier release saved."


class PowerBandRead(BaseModel):
    """The sums of the car if its power is in this band."""

    upToHp: int | None = Field(description="Upper bound in horsepower, or null if there is none.")
    totalCustoms: int
    total: int | float
    customsDuty: int | None = Field(None, description=NULL_PAYMENT)
    registrationCost: int | None = Field(None, description=NULL_PAYMENT)
    recyclingFee: int | None = Field(None, description=NULL_PAYMENT)
    vat: int | None = Field(None, description=NULL_PAYMENT)
    exciseTax: int | None = Field(None, description=NULL_PAYMENT)


class OtherEditionRead(BaseModel):
    """The same car by another edition than the answer."""

    edition: str
    editionEnds: dt.date | None = Field(None, description="The last day in force, or null while it is in force.")
    totalCustoms: int
    total: int | float
    powerRange: list[PowerBandRead] | None = Field(
        None, description="Sums by power, if the power is missing and the sum depends on it."
    )


class CurrentRead(OtherEditionRead):
    """The same car by the edition in force today."""

    differences: list[DifferenceRead]


class AmountsRead(BaseModel):
    totalCustoms: int
    customsDuty: int
    registrationCost: int
    recyclingFee: int
    vat: int
    exciseTax: int
    total: int | float
    currency: Literal["RUB"] = "RUB"


class CalculationRead(AmountsRead):
    """The result with its explanation."""

    success: Literal[True] = True
    breakdown: list[BreakdownLineRead]
    edition: str
    editionEnds: dt.date | None = Field(None, description="The last day in force, or null while it is in force.")
    eurRate: EuroRateRead
    euroPrice: float
    warnings: list[WarningRead]
    powerRange: list[PowerBandRead] | None = Field(
        None, description="Sums by power, if the power is missing and the sum depends on it."
    )
    current: CurrentRead | None = Field(
        None, description="The sum by the edition in force today, if that is another one."
    )
    default: OtherEditionRead | None = Field(None, description="The default edition, if another one was used.")


class Scenario(BaseModel):
    """A scenario: only the fields that differ from the request."""

    title: str | None = Field(None, min_length=1, max_length=80)
    changes: dict[str, Any] = Field(max_length=15)


class ComparisonRequest(BaseModel):
    """A car and the scenarios to compare. Without scenarios the default ones are used."""

    request: CalculationRequest
    scenarios: list[Scenario] | None = Field(None, min_length=1, max_length=8)


class ScenarioRead(BaseModel):
    id: str
    title: str
    edition: str
    result: AmountsRead
    powerRange: list[PowerBandRead] | None = Field(
        None, description="Sums by power, if the power is missing and the sum depends on it."
    )
    difference: int = Field(description="Difference from the original calculation, in roubles.")
    differenceAtMostPower: int | None = Field(
        None, description="Difference at the highest power, or null if it equals `difference`, which is at the lowest."
    )
    note: str
    warnings: list[WarningRead]


class ComparisonRead(Answer):
    scenarios: list[ScenarioRead]
