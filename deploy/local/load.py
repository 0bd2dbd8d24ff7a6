"""`make load`: the highest good rate of a realistic mix, and 0.8 of it for ten minutes, on a stack of its own."""

import subprocess

from deploy.local import check_stack, check_steps, checks, paths
from deploy.local.faults import INSISTENT_VISITORS


def load() -> int:
    """Exit code 1 when no rate is good, or the held one fails or uses more and more memory."""
    checks.prepare()
    with check_stack.own_stack(INSISTENT_VISITORS) as (started, environment):
        if started.failed:
            return check_steps.report([started])
        command = [str(paths.PYTHON), "-m", "tests.load.site_load"]
        return subprocess.run(command, cwd=paths.ROOT, env=environment, check=False).returncode
