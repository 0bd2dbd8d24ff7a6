"""Laboratories on a stack of their own under load: `make faults`, `make load`, `make soak`, `make isolation`.

make faults                    all faults of tests/faults/catalogue.py, about an hour and a half
make faults P="SIGKILL nats"   the faults whose names contain this text
make faults P="clock,disk of"  the faults whose names contain one of these texts
make faults P=journeys REPLICAS=2   the API journeys while a replica crashes every ten seconds
"""

from deploy.local import paths, single_parts
from deploy.local.programs import run_in_terminal
from tests.runner import stack, steps

# The writers repeat failed requests several times a second. The services have tests of their own for these limits.
RAISED_LIMITS = dict.fromkeys(
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
    """Run the faults. Exit code 1 if a guarantee was broken, or the system did not recover from a fault in time."""
    names = [name.strip() for name in single_parts.read_requested_name().split(",") if name.strip()]
    module = "journeys_under_crashes" if names == ["journeys"] else "laboratory"
    return run_on_own_stack(f"tests.faults.{module}", *names)


def load() -> int:
    """Find the highest good request rate. Exit code 1 if there is none, it fails later, or memory keeps growing."""
    return run_on_own_stack("tests.load.site_load")


def soak() -> int:
    """Run for an hour. Exit code 1 if a request failed, or memory, files, connections or dead rows still grow."""
    return run_on_own_stack("tests.load.soak")


def isolation() -> int:
    """Flood one route. Exit code 1 if that, or slow clients, make another route slow."""
    return run_on_own_stack("tests.load.isolation")


def run_on_own_stack(module: str, *arguments: str) -> int:
    """Run a module of the tests on a stack that is stopped afterwards. Returns its exit code."""
    with stack.run_own_stack(RAISED_LIMITS) as (started, environment):
        if started.failed:
            return steps.report([started])
        return run_in_terminal(paths.PYTHON, "-m", module, *arguments, environment=environment)
