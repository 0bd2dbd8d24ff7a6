"""The cores that a process may use: the quota of the container, not the cores of its host."""

import os
from pathlib import Path

import pytest
from chassis.web.overload import count_available_cores


@pytest.fixture(autouse=True)
def eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)


@pytest.mark.parametrize(
    ("cpu_max", "cores"),
    [
        ("200000 100000\n", 2),
        ("150000 100000\n", 2),
        ("50000 100000\n", 1),
        ("3200000 100000\n", 8),
        ("max 100000\n", 8),
    ],
)
def test_a_quota_of_cgroup_2_counts(tmp_path: Path, cpu_max: str, cores: int) -> None:
    (tmp_path / "cpu.max").write_text(cpu_max)
    assert count_available_cores(tmp_path) == cores


@pytest.mark.parametrize(("quota", "cores"), [("400000\n", 4), ("-1\n", 8)])
def test_a_quota_of_cgroup_1_counts(tmp_path: Path, quota: str, cores: int) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(quota)
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert count_available_cores(tmp_path) == cores


def test_without_a_cgroup_the_process_has_its_cpus(tmp_path: Path) -> None:
    assert count_available_cores(tmp_path / "none") == 8
