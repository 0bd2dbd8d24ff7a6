"""Starts replicas quickly: the service is imported once, and each replica is a fork of this process.

`python -m services.notifications.tests.live.replica_launcher` reads ports from stdin, one a line. It starts
`chassis.serve notifications` on each port and prints the process id. The launcher ends when its stdin is closed. Tests
end the replicas themselves.
"""

import os
import signal
import sys

import notifications.main  # noqa: F401 - imported once for all replicas
from chassis import serve


def run_replica(port: str) -> None:
    os.environ["SERVICE_PORT"] = port
    sys.argv = ["serve", "notifications"]
    serve.main()


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child_pid = os.fork()
        if child_pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            run_replica(line.strip())
            os._exit(0)
        sys.stdout.write(f"{child_pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
