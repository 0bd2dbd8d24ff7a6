"""The totals of docs/asvs.md match its rows."""

import re
from collections import Counter
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "asvs.md"


def test_totals_equal_the_rows() -> None:
    page = PAGE.read_text()
    states = Counter(re.findall(r"^\| V[\d.]+ \| (met|n/a|not met) \|", page, re.MULTILINE))
    totals = f"{states['met']} are met, {states['n/a']} are not applicable, {states['not met']} are not met."
    assert totals in page
