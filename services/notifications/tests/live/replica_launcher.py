"""Starts replicas quickly: the service is imported once, each replica is a fork of this process.

`python -m services.notifications.tests.live.replica_launcher`: a port on stdin starts `chassis.serve notifications`
there and prints its process id. The launcher ends with its stdin; tests end the replicas themselves.
"""

import os
import signal
import sys

import notifications.main  # noqa: F401 - what every replica begins with
from chassis import serve


def run_replica(port: str) -> None:
    os.environ["SERVICE_PORT"] = port
    sys.argv = ["serve", "notifications"]
    serve.main()


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            run_replica(line.strip())
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
