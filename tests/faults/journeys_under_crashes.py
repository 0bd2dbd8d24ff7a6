"""API journeys while a replica, also of a gateway, crashes every ten seconds: `make faults P=journeys REPLICAS=2`.

Clients repeat requests that may be repeated (`tests/journeys/repetition.py`). Journeys of accounts are left out:
codes of emails work once, so a request whose answer was lost in a crash cannot be repeated.
"""

import os
import random
import re
import signal
import subprocess
import sys
import time

from tests.faults.stack import ROOT, list_replicas, read_parts

PAUSE_SECONDS = 10.0
JOURNEYS = (
    "calculator_routes",
    "content_public_routes",
    "content_comments",
    "feeds",
    "notifications_inbox",
    "status_routes",
)


def crash_replica() -> str:
    """Kill a process of a part that has another replica. Returns its name."""
    parts = read_parts()
    # The gateways and the web servers are `gateway` and `gateway-2`.
    kinds = {name: re.sub(r"-\d+$", "", name) for name in parts}
    replicated_parts = [name for name in parts if len(list_replicas(kinds[name], parts)) > 1 and parts[name][1]]
    name = random.choice(replicated_parts)
    os.kill(parts[name][1] or 0, signal.SIGKILL)
    return name


def main() -> int:
    """Run the journeys. Exit code 1 if one of them failed."""
    files = [f"tests/journeys/test_{name}.py" for name in JOURNEYS]
    command = [sys.executable, "-m", "pytest", "-q", "-rf", "--tb=short", *files]
    crashed_parts: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | {"REPEATING_CLIENTS": "1"}) as journeys:
        while journeys.poll() is None:
            time.sleep(PAUSE_SECONDS)
            crashed_parts.append(crash_replica())
    print(f"{len(crashed_parts)} crashes: {', '.join(crashed_parts)}")
    return journeys.returncode


if __name__ == "__main__":
    sys.exit(main())
