"""Rules for every car: sums, growth within a branch, and jumps only where the law has them."""

from decimal import Decimal

from calculator.duty.imports import Import, Power
from calculator.duty.payments import assess
from calculator.duty.rounding import round_to_roubles
from calculator.editions.registry import load_editions
from chassis.testing.examples import count_examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ..cars import RATE

EDITIONS = list(load_editions())
prices = st.decimals("0.01", "50000000", places=2)
ages = st.decimals("0", "50", places=2)
powers = st.none() | st.builds(Power, st.decimals("1", "1500", places=1), st.sampled_from(["hp", "kW"]))


@st.composite
def draw_car(draw: st.DrawFn) -> Import:
    electric = draw(st.booleans())
    return Import(
        price=draw(prices),
        engine_cc=0 if electric else draw(st.integers(100, 10_000)),
        age=draw(ages),
        fuel=draw(st.sampled_from(["petrol", "diesel"])),
        importer=draw(st.sampled_from(["personal", "legal"])),
        electric=electric,
        commercial=draw(st.booleans()),
        power=draw(powers),
    )


@settings(max_examples=count_examples(300), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS), st.decimals("50", "200", places=4))
def test_totals_are_the_sums_of_the_rounded_lines(car: Import, edition: object, rate: Decimal) -> None:
    result = assess(car, edition, rate)  # type: ignore[arg-type]
    assert result.total_customs == sum(line.amount for line in result.payments)
    assert result.total == car.price + result.total_customs
    for line in result.payments:
        assert line.amount >= 0
        assert abs(line.amount - line.exact) <= Decimal("0.5")
        assert line.amount == round_to_roubles(line.exact)


@settings(max_examples=count_examples(300), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS), prices)
def test_a_dearer_car_pays_no_less_within_a_branch(car: Import, edition: object, more: Decimal) -> None:
    """A branch is one row of the duty's table. Only at 8 500 EUR, between two rows, may a dearer car pay less."""
    low = assess(car, edition, RATE)  # type: ignore[arg-type]
    high = assess(car._replace(price=car.price + more), edition, RATE)  # type: ignore[arg-type]
    assume(low.duty.row == high.duty.row)
    for before, after in zip(low.payments, high.payments, strict=True):
        assert after.amount >= before.amount


@settings(max_examples=count_examples(300), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS))
def test_a_kopeck_more_jumps_only_at_the_bounds_of_the_law(car: Import, edition: object) -> None:
    kopeck = Decimal("0.01")
    at = assess(car, edition, RATE)  # type: ignore[arg-type]
    over = assess(car._replace(price=car.price + kopeck), edition, RATE)  # type: ignore[arg-type]
    if at.fee.row == over.fee.row:
        assert at.fee.amount == over.fee.amount
    assert at.excise == over.excise
    assert at.recycling == over.recycling
    if at.duty.row == over.duty.row:
        assert abs(over.duty.exact - at.duty.exact) <= kopeck
        assert abs(over.vat.exact - at.vat.exact) <= kopeck


@settings(max_examples=count_examples(200), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS), ages)
def test_age_matters_only_across_three_five_and_seven(car: Import, edition: object, other: Decimal) -> None:
    def list_passed_age_bounds(age: Decimal) -> tuple[bool, ...]:
        return age < 3, age > 3, age > 5, age > 7

    assume(list_passed_age_bounds(car.age) == list_passed_age_bounds(other))
    assert assess(car, edition, RATE) == assess(car._replace(age=other), edition, RATE)  # type: ignore[arg-type]


@settings(max_examples=count_examples(200), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS))
def test_a_private_person_pays_excise_and_vat_only_for_electric_cars(car: Import, edition: object) -> None:
    result = assess(car._replace(importer="personal", electric=False), edition, RATE)  # type: ignore[arg-type]
    assert result.excise.amount == result.vat.amount == 0


@settings(max_examples=count_examples(100), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS))
def test_the_same_car_gives_the_same_answer(car: Import, edition: object) -> None:
    assert assess(car, edition, RATE) == assess(car, edition, RATE)  # type: ignore[arg-type]
