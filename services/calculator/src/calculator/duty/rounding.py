"""Rounding of the law: half-up, never half-even, never through a binary float."""

from decimal import ROUND_HALF_UP, Decimal

HUNDREDTH = Decimal("0.01")


def whole_roubles(exact: Decimal) -> int:
    """583 442.50 gives 583 443."""
    return int(exact.to_integral_value(ROUND_HALF_UP))


def hundredths(exact: Decimal) -> Decimal:
    """Kopecks of a sum, or hundredths of a kilowatt."""
    return exact.quantize(HUNDREDTH, ROUND_HALF_UP)
