"""The imported car, in the units of the law."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, NamedTuple

from calculator.duty.rounding import round_to_hundredths

PowerUnit = Literal["hp", "kW"]
Fuel = Literal["petrol", "diesel"]
Importer = Literal["personal", "legal"]

# The exact factor. With 0.7355, a power of 310 hp, which is a bound of the recycling fee, would get the next row.
KW_IN_HP = Decimal("0.73549875")
CC_IN_LITRE = 1000


def convert_bound_to_horsepower(kilowatts: Decimal) -> int:
    """Return the whole number of horsepower of a bound. The law rounds: 310 hp is 228.0046 kW, its bound 228.00 kW."""
    return int((kilowatts / KW_IN_HP).to_integral_value(ROUND_HALF_UP))


class Power(NamedTuple):
    value: Decimal
    unit: PowerUnit

    def convert_to_kilowatts(self) -> Decimal:
        """Return the kilowatts with two decimals, as in the tables of the recycling fee and in cars' documents."""
        return round_to_hundredths(self.value if self.unit == "kW" else self.value * KW_IN_HP)


class Import(NamedTuple):
    """One car at the border. `age` is in years; exactly 3 is the third anniversary."""

    price: Decimal
    engine_cc: int
    age: Decimal
    fuel: Fuel
    importer: Importer
    is_electric: bool
    is_commercial: bool
    power: Power | None


def convert_to_cc(litres: Decimal) -> int:
    return int((litres * CC_IN_LITRE).quantize(Decimal(1), ROUND_HALF_UP))


def find_anniversary(manufacture_date: date, years: int) -> date:
    """Return the day on which a car turns `years`. If the month has no such day, it is the last day of the month."""
    year = manufacture_date.year + years
    try:
        return manufacture_date.replace(year=year)
    except ValueError:
        return date(year, 2, 28)


def compute_age(manufacture_date: date, declaration_date: date) -> Decimal:
    """Return full calendar years plus the fraction of the current year. It is a whole number only on an anniversary."""
    years = declaration_date.year - manufacture_date.year
    if find_anniversary(manufacture_date, years) > declaration_date:
        years -= 1
    last_anniversary = find_anniversary(manufacture_date, years)
    next_anniversary = find_anniversary(manufacture_date, years + 1)
    return years + Decimal((declaration_date - last_anniversary).days) / (next_anniversary - last_anniversary).days
