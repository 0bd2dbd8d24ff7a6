"""Measured figures with their budgets, as all benchmarks print them and `make bench` stores them."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

# Figures in these units depend on the machine and its load, so they have no bounds.
UNITS_OF_TIME = ("s", "ms", "µs")


@dataclass(frozen=True)
class Figure:
    """One line of docs/performance.md. `must` and `aim` are upper bounds, or lower ones with `at_least`.

    A time or a rate depends on the machine, so it must not have bounds. Give bounds to its ratio to a reference of the
    same run. Raises ValueError otherwise.
    """

    name: str
    value: float
    unit: str
    must: float | None = None
    aim: float | None = None
    at_least: bool = False
    spread: tuple[float, float] | None = None
    detail: str = ""

    def __post_init__(self) -> None:
        is_time = self.unit in UNITS_OF_TIME or self.unit.endswith("/s")
        if is_time and not (self.must is None and self.aim is None):
            raise ValueError(f"{self.name}: a bound on {self.unit} depends on the machine; compare with a reference")

    def meets(self, bound: float) -> bool:
        return self.value >= bound if self.at_least else self.value <= bound

    @property
    def verdict(self) -> str:
        if self.must is not None and not self.meets(self.must):
            return "MISSED"
        if self.aim is not None:
            return "aim met" if self.meets(self.aim) else "kept, aim missed"
        return "measured" if self.must is None else "kept"


def compute_ratio(name: str, values: list[float], **bounds: float | bool | str | None) -> Figure:
    """Return the median of paired rounds, with the lowest and highest of them."""
    return Figure(name, median(values), "ratio", spread=(min(values), max(values)), **bounds)  # type: ignore[arg-type]


def report(topic: str, figures: list[Figure]) -> int:
    """Print the figures, store them for docs/performance.md, and return 1 if a `must` is missed."""
    print(topic)
    for figure in figures:
        print("  " + format_line(figure))
    if record := os.environ.get("BENCH_RECORD"):
        with Path(record).open("a") as output:
            for figure in figures:
                output.write(json.dumps(asdict(figure) | {"topic": topic, "verdict": figure.verdict}) + "\n")
    return int(any(figure.verdict == "MISSED" for figure in figures))


def format_line(figure: Figure) -> str:
    spread = f" ({format_number(figure.spread[0])} to {format_number(figure.spread[1])})" if figure.spread else ""
    bounds = ", ".join(
        f"{word} {'>=' if figure.at_least else '<='} {format_number(bound)}"
        for word, bound in (("must", figure.must), ("aim", figure.aim))
        if bound is not None
    )
    parts = [f"{format_number(figure.value)} {figure.unit}{spread}", bounds, figure.verdict, figure.detail]
    return f"{figure.name:44} " + "; ".join(part for part in parts if part)


def format_number(value: float) -> str:
    """Return a value with about three significant digits."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}"
