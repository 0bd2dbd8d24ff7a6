"""`make faults`: the faults of tests/faults/catalogue.py on a stack of its own, under load, with every promise checked.

make faults                    all of them, about an hour and a half
make faults P="SIGKILL nats"   those whose names contain the words
make faults P="clock,disk of"  those whose names contain one of several
make faults P=journeys REPLICAS=2   the API journeys while a replica crashes each ten seconds
"""

import subprocess

from deploy.local import check_stack, check_steps, checks, paths, single_parts

# The writers try again several times a second while something is away; each limit has tests of its own.
INSISTENT_VISITORS = dict.fromkeys(
    (
        "AUTH_REGISTER_PER_HOUR",
        "AUTH_CODES_PER_ADDRESS_PER_HOUR",
        "CONTENT_CONTACT_PER_HOUR",
        "CONTENT_COMMENTS_PER_MINUTE",
        "CALCULATOR_CALCULATE_PER_MINUTE",
        "CALCULATOR_SAVE_PER_HOUR",
    ),
    "100000",
)


def faults() -> int:
    """Exit code 1 when a promise was not kept, or a fault did not heal in time."""
    checks.prepare()
    words = [word.strip() for word in single_parts.requested_name().split(",") if word.strip()]
    with check_stack.own_stack(INSISTENT_VISITORS) as (started, environment):
        if started.failed:
            return check_steps.report([started])
        module = "journeys_under_crashes" if words == ["journeys"] else "laboratory"
        command = [str(paths.PYTHON), "-m", f"tests.faults.{module}", *words]
        return subprocess.run(command, cwd=paths.ROOT, env=environment, check=False).returncode
