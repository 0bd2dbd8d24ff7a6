"""Rules for every car: sums, growth within a branch, and jumps only where the law has them."""

from decimal import Decimal

from calculator.duty.imports import Import, Power
from calculator.duty.payments import assess
from calculator.duty.rounding import round_to_roubles
from calculator.duty.tariffs import Edition
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
    is_electric = draw(st.booleans())
    return Import(
        price=draw(prices),
        engine_cc=0 if is_electric else draw(st.integers(100, 10_000)),
        age=draw(ages),
        fuel=draw(st.sampled_from(["petrol", "diesel"])),
        importer=draw(st.sampled_from(["personal", "legal"])),
        is_electric=is_electric,
        is_commercial=draw(st.booleans()),
        power=draw(powers),
    )


@settings(max_examples=count_examples(300), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS), st.decimals("50", "200", places=4))
def test_totals_are_the_sums_of_the_rounded_lines(car: Import, edition: Edition, rate: Decimal) -> None:
    result = assess(car, edition, rate)
    assert result.total_customs == sum(line.amount for line in result.payments)
    assert result.total == car.price + result.total_customs
    for line in result.payments:
        assert line.amount >= 0
        assert abs(line.amount - line.exact) <= Decimal("0.5")
        assert line.amount == round_to_roubles(line.exact)


@settings(max_examples=count_examples(300), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS), prices)
def test_a_dearer_car_pays_no_less_in_the_same_row_of_the_duty_table(
    car: Import, edition: Edition, price_difference: Decimal
) -> None:
    """A dearer car may pay less only at 8 500 EUR, between two rows: the percentage falls there from 54 to 48."""
    cheaper_assessment = assess(car, edition, RATE)
    dearer_assessment = assess(car._replace(price=car.price + price_difference), edition, RATE)
    assume(cheaper_assessment.duty.row == dearer_assessment.duty.row)
    for payment, payment_of_dearer in zip(cheaper_assessment.payments, dearer_assessment.payments, strict=True):
        assert payment_of_dearer.amount >= payment.amount


@settings(max_examples=count_examples(300), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS))
def test_payments_of_a_car_that_costs_a_kopeck_more_differ_only_at_the_bounds_of_the_law(
    car: Import, edition: Edition
) -> None:
    kopeck = Decimal("0.01")
    cheaper_assessment = assess(car, edition, RATE)
    dearer_assessment = assess(car._replace(price=car.price + kopeck), edition, RATE)
    if cheaper_assessment.clearance.row == dearer_assessment.clearance.row:
        assert cheaper_assessment.clearance.amount == dearer_assessment.clearance.amount
    assert cheaper_assessment.excise == dearer_assessment.excise
    assert cheaper_assessment.recycling == dearer_assessment.recycling
    if cheaper_assessment.duty.row == dearer_assessment.duty.row:
        assert abs(dearer_assessment.duty.exact - cheaper_assessment.duty.exact) <= kopeck
        assert abs(dearer_assessment.vat.exact - cheaper_assessment.vat.exact) <= kopeck


@settings(max_examples=count_examples(200), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS), ages)
def test_age_matters_only_across_three_five_and_seven(car: Import, edition: Edition, other_age: Decimal) -> None:
    def list_passed_age_bounds(age: Decimal) -> tuple[bool, ...]:
        return age < 3, age > 3, age > 5, age > 7

    assume(list_passed_age_bounds(car.age) == list_passed_age_bounds(other_age))
    assert assess(car, edition, RATE) == assess(car._replace(age=other_age), edition, RATE)


@settings(max_examples=count_examples(200), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS))
def test_a_private_person_pays_excise_and_vat_only_for_electric_cars(car: Import, edition: Edition) -> None:
    result = assess(car._replace(importer="personal", is_electric=False), edition, RATE)
    assert result.excise.amount == result.vat.amount == 0


@settings(max_examples=count_examples(100), deadline=None)
@given(draw_car(), st.sampled_from(EDITIONS))
def test_the_same_car_gives_the_same_answer(car: Import, edition: Edition) -> None:
    assert assess(car, edition, RATE) == assess(car, edition, RATE)
