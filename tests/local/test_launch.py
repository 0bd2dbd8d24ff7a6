"""The launcher: exact environment, the same process id, slower and slower crash loops."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local import launch, orphan_processes


def write_definition(folder: Path, command: list[str]) -> Path:
    file = folder / "part.json"
    content = {
        "command": command,
        "environment": {"ONLY": "this"},
        "folder": str(folder),
        "user": None,
        "pid_file": str(folder / "pid.json"),
    }
    file.write_text(json.dumps(content))
    return file


class TestLaunch:
    def test_it_becomes_the_program_with_exactly_its_environment(self, tmp_path: Path) -> None:
        show = "import json, os; print(json.dumps([os.getpid(), dict(os.environ), os.getcwd()]))"
        process = subprocess.Popen(
            [sys.executable, launch.__file__, write_definition(tmp_path, [sys.executable, "-c", show])],
            stdout=subprocess.PIPE,
            text=True,
        )
        output, _ = process.communicate(timeout=30)
        pid, environment, folder = json.loads(output)
        assert pid == process.pid
        assert environment.pop("LC_CTYPE", "C.UTF-8") == "C.UTF-8"
        assert environment == {"ONLY": "this"}
        assert folder == str(tmp_path)
        assert json.loads((tmp_path / "pid.json").read_text())["pid"] == pid


class TestQuickDeaths:
    def test_a_first_start_waits_for_nothing(self) -> None:
        assert launch.quick_exits({}, now=1000.0) == 0

    def test_deaths_in_a_row_add_up(self) -> None:
        assert launch.quick_exits({"at": 999.0, "quick_exits": 3}, now=1000.0) == 4

    def test_a_part_that_ran_for_a_while_starts_at_once(self) -> None:
        assert launch.quick_exits({"at": 900.0, "quick_exits": 3}, now=1000.0) == 0


class TestOrphanProcesses:
    def test_a_reused_process_id_is_not_ours(self) -> None:
        began = orphan_processes.started_at(os.getpid())
        if began is None:
            pytest.skip("this system does not report when a process started")
        assert orphan_processes.is_ours(os.getpid(), began)
        assert not orphan_processes.is_ours(os.getpid(), began - 3600)
        assert not orphan_processes.is_ours(os.getpid(), began + 3600)
