"""`make bench`: the programs of tests/bench in turn; a whole run writes docs/performance.md."""

import datetime as dt
import json
import os
import platform
import time
from itertools import groupby
from pathlib import Path
from typing import Any

from deploy.local import paths
from deploy.local.console import StepError, print_line
from deploy.local.programs import run_in_terminal
from tests.bench.stream_servers import has_nchan
from tests.runner.checks import TESTS, build_stack_environment

DOCUMENT = paths.ROOT / "docs" / "performance.md"
# From this line on the document is written by hand and stays as it is.
HEADING_OF_HAND_WRITTEN_PART = "## What was tried"
RECORD = paths.VAR / "bench.jsonl"
# These take minutes each and have no bounds: `make bench P=retention`, `P=roles`.
BY_NAME_ONLY = {"bench_retention", "bench_roles"}
WITHOUT_NCHAN = (
    "nchan is absent, so a bare hub stands in for it. Debian has it: apt install nginx-light libnginx-mod-nchan."
)
INTRODUCTION = """# Performance

Written by `make bench`, which measures the product and reference programs in turns and fails when a "must" is
missed. A "must" has to hold; an "aim" is where it should go, and missing it fails nothing. Both are ratios to a
reference of the same run, or counts. Times and rates depend on the machine: they are shown and decide nothing. A value
in brackets is the lowest and the highest round.

- Date: {date}
- Machine: {machine}
- Command: `make bench`
- Live streams: {nchan}
"""


def bench() -> int:
    """Run the programs whose names contain P, by default all except `BY_NAME_ONLY`. Returns the highest exit code.

    Their output is shown at once, since it says more than pass or fail. Each starts its own servers.
    """
    requested_name = os.environ.get("P", "")
    names = sorted(file.stem for file in (TESTS / "bench").glob("bench_*.py"))
    if requested_name:
        names = [name for name in names if requested_name in name]
    else:
        names = [name for name in names if name not in BY_NAME_ONLY]
    if not names:
        raise StepError(f"there is nothing to measure for {requested_name!r} in {TESTS / 'bench'}")
    if not has_nchan():
        print_line(WITHOUT_NCHAN)
    paths.prepare_folders()
    RECORD.unlink(missing_ok=True)
    environment = build_stack_environment() | {"BENCH_RECORD": str(RECORD)}
    codes = []
    for name in names:
        module = f"tests.bench.{name}"
        began = time.monotonic()
        codes.append(run_in_terminal(paths.PYTHON, "-m", module, environment=environment))
        print_line(f"  {module} took {time.monotonic() - began:.0f} s")
    if not requested_name and RECORD.exists():
        figures = [json.loads(line) for line in RECORD.read_text().splitlines()]
        today = dt.datetime.now(tz=dt.UTC).date()
        generated_part = render_document(figures, date=today.isoformat(), machine=describe_machine())
        previous_document = DOCUMENT.read_text() if DOCUMENT.exists() else ""
        DOCUMENT.write_text(generated_part + read_hand_written_part(previous_document))
        print_line(f"wrote {DOCUMENT.relative_to(paths.ROOT)}")
    return max(codes)


def read_hand_written_part(document: str) -> str:
    """Return the part of an earlier document that is written by hand."""
    _, marker, rest = document.partition(HEADING_OF_HAND_WRITTEN_PART)
    return f"\n{marker}{rest}" if marker else ""


def describe_machine() -> str:
    """Return the processor, cores and memory, as far as the system reports them."""
    names = [line.partition(":")[2].strip() for line in _read_lines("/proc/cpuinfo") if line.startswith("model name")]
    memory = [int(line.split()[1]) for line in _read_lines("/proc/meminfo") if line.startswith("MemTotal")]
    parts = [names[0] if names else platform.machine(), f"{os.cpu_count()} cores"]
    parts += [f"{kilobytes / 2**20:.0f} GB" for kilobytes in memory]
    return ", ".join([*parts, platform.system(), f"Python {platform.python_version()}"])


def _read_lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []


def render_document(figures: list[dict[str, Any]], *, date: str, machine: str) -> str:
    """Return the text of docs/performance.md, with one table for each topic."""
    nchan = "beside nchan" if has_nchan() else WITHOUT_NCHAN
    parts = [INTRODUCTION.format(date=date, machine=machine, nchan=nchan)]
    for topic, figures_of_topic in groupby(figures, key=lambda figure: figure["topic"]):
        parts.append(f"## {topic}\n\n| what | value | must | aim | verdict | figures |\n|---|---|---|---|---|---|\n")
        parts[-1] += "".join(_render_row(figure) for figure in figures_of_topic)
    return "\n".join(parts)


def _render_row(figure: dict[str, Any]) -> str:
    sign = "≥" if figure["at_least"] else "≤"
    must = _format_bound(sign, figure["must"])
    aim = _format_bound(sign, figure["aim"])
    value = f"{_format_number(figure['value'])} {figure['unit']}".strip()
    if figure["spread"]:
        lowest, highest = figure["spread"]
        value += f" ({_format_number(lowest)}–{_format_number(highest)})"
    return f"| {figure['name']} | {value} | {must} | {aim} | {figure['verdict']} | {figure['detail']} |\n"


def _format_bound(sign: str, bound: float | None) -> str:
    return "" if bound is None else f"{sign} {_format_number(bound)}"


def _format_number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2f}"
