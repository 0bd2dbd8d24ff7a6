"""Programs that the commands of `make` run."""

import sys

from deploy.local.programs import run_in_terminal


def test_program_ended_by_a_signal_has_the_exit_code_of_a_shell() -> None:
    kill_itself = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert run_in_terminal(sys.executable, "-c", kill_itself) == 128 + 9
