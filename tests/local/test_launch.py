"""The launcher passes the exact environment, keeps the process id, and slows down crash loops."""

import contextlib
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local import launch, parts, supervisor
from deploy.local.readiness import wait_until


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
    def test_launcher_becomes_the_program_with_its_environment(self, tmp_path: Path) -> None:
        show = "import json, os; print(json.dumps([os.getpid(), dict(os.environ), os.getcwd()]))"
        process = subprocess.Popen(
            [sys.executable, launch.__file__, write_definition(tmp_path, [sys.executable, "-c", show])],
            stdout=subprocess.PIPE,
            text=True,
        )
        output, _ = process.communicate(timeout=120)
        pid, environment, folder = json.loads(output)
        assert pid == process.pid
        assert environment.pop("LC_CTYPE", "C.UTF-8") == "C.UTF-8"
        assert environment == {"ONLY": "this"}
        assert folder == str(tmp_path)
        assert json.loads((tmp_path / "pid.json").read_text())["pid"] == pid


class TestQuickExits:
    def test_first_start_does_not_wait(self) -> None:
        assert launch.count_quick_exits({}, now=1000.0) == 0

    def test_consecutive_quick_exits_are_counted(self) -> None:
        assert launch.count_quick_exits({"at": 999.0, "quick_exits": 3}, now=1000.0) == 4

    def test_part_that_ran_for_a_while_starts_immediately(self) -> None:
        assert launch.count_quick_exits({"at": 900.0, "quick_exits": 3}, now=1000.0) == 0


class TestOrphanProcesses:
    def test_only_processes_of_this_state_folder_are_found_and_stopped(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not Path("/proc/self/environ").exists():
            pytest.skip("this system does not report the environment of a process")
        work = "import signal, time; signal.signal(2, signal.SIG_IGN); print(flush=True); time.sleep(60)"
        sleep = [sys.executable, "-c", work]
        processes = []
        for folder in ("ours", "ours", "other"):
            monkeypatch.setattr("deploy.local.paths.VAR", tmp_path / folder)
            processes.append(subprocess.Popen(sleep, env=parts.mark_environment({}), stdout=subprocess.PIPE))
        with contextlib.ExitStack() as stack:
            for process in processes:
                stack.enter_context(process)
                stack.callback(process.kill)
                assert process.stdout
                process.stdout.readline()
            monkeypatch.setattr("deploy.local.paths.VAR", tmp_path / "ours")
            assert sorted(supervisor.find_orphans()) == sorted(process.pid for process in processes[:2])
            monkeypatch.setattr(supervisor, "wait_until", lambda condition, seconds: wait_until(condition, 0.3))
            assert supervisor.stop_orphans() == 2
            assert [process.wait(120) for process in processes[:2]] == [-signal.SIGTERM] * 2
            assert processes[2].poll() is None
