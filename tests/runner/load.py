"""What runs on a stack of its own, under load: `make faults`, `make load`, `make soak`, `make isolation`.

make faults                    all of tests/faults/catalogue.py, about an hour and a half
make faults P="SIGKILL nats"   those whose names contain the words
make faults P="clock,disk of"  those whose names contain one of several
make faults P=journeys REPLICAS=2   the API journeys while a replica crashes each ten seconds
"""

from deploy.local import paths, single_parts
from deploy.local.programs import exit_code
from tests.runner import stack, steps

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
    words = [word.strip() for word in single_parts.requested_name().split(",") if word.strip()]
    module = "journeys_under_crashes" if words == ["journeys"] else "laboratory"
    return run_on_own_stack(f"tests.faults.{module}", *words)


def load() -> int:
    """Exit code 1 when no rate is good, or the held one fails or uses more and more memory."""
    return run_on_own_stack("tests.load.site_load")


def soak() -> int:
    """Exit code 1 when a request failed, or memory, files, connections or dead rows still grow at the end."""
    return run_on_own_stack("tests.load.soak")


def isolation() -> int:
    """Exit code 1 when a flood on one route, or slow clients, make another route slow."""
    return run_on_own_stack("tests.load.isolation")


def run_on_own_stack(module: str, *words: str) -> int:
    """Run a program of the tests on a stack that is stopped afterwards; returns its exit code."""
    with stack.own_stack(INSISTENT_VISITORS) as (started, environment):
        if started.failed:
            return steps.report([started])
        return exit_code(paths.PYTHON, "-m", module, *words, environment=environment)
