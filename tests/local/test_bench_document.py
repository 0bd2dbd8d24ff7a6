"""The document of `make bench`, and the comparison of figures with their budgets."""

import json
from pathlib import Path

import pytest

from tests.bench.budgets import Figure, compute_ratio, report
from tests.bench.document import describe_machine, read_hand_written_part, render_document


class TestVerdict:
    @pytest.mark.parametrize(
        ("value", "at_least", "verdict"),
        [
            (0.5, False, "aim met"),
            (0.9, False, "kept, aim missed"),
            (1.1, False, "MISSED"),
            (2.0, True, "aim met"),
            (0.9, True, "MISSED"),
        ],
    )
    def test_verdict_compares_with_must_and_aim(self, value: float, at_least: bool, verdict: str) -> None:
        must, aim = (1.0, 1.5) if at_least else (1.0, 0.7)
        assert Figure("cpu", value, "ratio", must=must, aim=aim, at_least=at_least).verdict == verdict

    def test_figure_without_bounds_is_only_measured(self) -> None:
        assert Figure("p99", 12.0, "ms").verdict == "measured"

    @pytest.mark.parametrize("unit", ["ms", "s", "µs", "events/s"])
    def test_time_or_rate_has_no_bound(self, unit: str) -> None:
        with pytest.raises(ValueError, match="depends on the machine"):
            Figure("opening a stream", 0.66, unit, must=0.3)

    def test_ratio_is_the_median_of_the_rounds_with_their_range(self) -> None:
        figure = compute_ratio("cpu", [3.0, 1.0, 2.0])
        assert (figure.value, figure.spread) == (2.0, (1.0, 3.0))


class TestReport:
    def test_missed_must_fails_and_all_figures_are_stored(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record = tmp_path / "bench.jsonl"
        monkeypatch.setenv("BENCH_RECORD", str(record))
        kept_figure = Figure("a", 1.0, "ratio", must=2.0)
        missed_figure = Figure("b", 3.0, "ratio", must=2.0)
        assert report("first", [kept_figure]) == 0
        assert report("second", [missed_figure]) == 1
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        assert [(line["topic"], line["name"], line["verdict"]) for line in lines] == [
            ("first", "a", "kept"),
            ("second", "b", "MISSED"),
        ]
        text = render_document(lines, date="2026-11-23", machine=describe_machine())
        assert "## first" in text
        assert "| b | 3 ratio | ≤ 2 |  | MISSED |  |" in text


class TestHandWrittenPart:
    def test_handwritten_part_is_kept(self) -> None:
        assert (
            read_hand_written_part("# Performance\n\n## What was tried\n\n| a |\n") == "\n## What was tried\n\n| a |\n"
        )
        assert read_hand_written_part("# Performance\n") == ""
