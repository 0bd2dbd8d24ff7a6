"""Programs that the commands of `make` run."""

import sys
from pathlib import Path

import pytest

from deploy.local import paths
from deploy.local.programs import read_output, run, run_in_terminal


def test_program_ended_by_a_signal_has_the_exit_code_of_a_shell() -> None:
    kill_itself = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert run_in_terminal(sys.executable, "-c", kill_itself) == 128 + 9


# A shell that starts a command in the background lets it ignore SIGINT, and its children too.
END_BY_SIGINT = "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL); signal.raise_signal(signal.SIGINT)"


@pytest.mark.parametrize("end", [END_BY_SIGINT, "raise SystemExit(130)"])
def test_ctrl_c_is_not_reported_as_a_failure_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """The terminal sends the signal to the program, too, which may end before `make` has noticed it."""
    monkeypatch.setattr(paths, "LOGS", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run("Building", sys.executable, "-c", end, log="build")
    with pytest.raises(KeyboardInterrupt):
        read_output("Reading", sys.executable, "-c", end)
