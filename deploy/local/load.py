"""Load on a stack of its own: `make load`, `make soak`, `make isolation`."""

import subprocess

from deploy.local import check_stack, check_steps, checks, paths
from deploy.local.faults import INSISTENT_VISITORS


def load() -> int:
    """Exit code 1 when no rate is good, or the held one fails or uses more and more memory."""
    return run_on_own_stack("tests.load.site_load")


def soak() -> int:
    """Exit code 1 when a request failed, or memory, files, connections or dead rows still grow at the end."""
    return run_on_own_stack("tests.load.soak")


def isolation() -> int:
    """Exit code 1 when a flood on one route, or slow clients, make another route slow."""
    return run_on_own_stack("tests.load.isolation")


def run_on_own_stack(module: str) -> int:
    """Run a program of the tests on a stack that is stopped afterwards; returns its exit code."""
    checks.prepare()
    with check_stack.own_stack(INSISTENT_VISITORS) as (started, environment):
        if started.failed:
            return check_steps.report([started])
        command = [str(paths.PYTHON), "-m", module]
        return subprocess.run(command, cwd=paths.ROOT, env=environment, check=False).returncode
