"""Rounding as the law requires: half up, in decimals."""

from decimal import ROUND_HALF_UP, Decimal

HUNDREDTH = Decimal("0.01")


def round_to_roubles(exact: Decimal) -> int:
    """Round to whole roubles: 583 442.50 becomes 583 443."""
    return int(exact.to_integral_value(ROUND_HALF_UP))


def round_to_hundredths(exact: Decimal) -> Decimal:
    """Round to two decimals: kopecks, or hundredths of a kilowatt."""
    return exact.quantize(HUNDREDTH, ROUND_HALF_UP)
