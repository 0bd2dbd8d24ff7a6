"""Runs as a child of nats-server and stops it when its disk has room again after a failed write.

After a failed write a stream refuses all further writes until the server restarts (docs/faults.md). The supervisor
restarts it. In containers `deploy/nats/can_write.sh` makes the same check.
"""

import argparse
import http.client
import os
import signal
import time
import urllib.error
import urllib.request
from pathlib import Path

TIMEOUT_SECONDS = 3.0
TRIAL_BYTES = 16 * 2**20
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def has_failed_write(monitor: str) -> bool:
    """Return True if a stream of the server refuses writes. Returns False if the server does not answer."""
    try:
        with _opener.open(f"{monitor}/healthz", timeout=TIMEOUT_SECONDS):
            return False
    except urllib.error.HTTPError as error:
        return b"write error" in error.read()
    except (OSError, http.client.HTTPException):
        return False


def has_room(store: Path) -> bool:
    """Return True if a file of 16 MiB can be written. The reported free space does not show quotas."""
    trial = store / "room"
    try:
        trial.write_bytes(bytes(TRIAL_BYTES))
    except OSError:
        return False
    finally:
        trial.unlink(missing_ok=True)
    return True


def main(monitor: str, store: Path, *, pause_seconds: float, server_pid: int) -> None:
    """Check the server every `pause_seconds` until it has ended."""
    while os.getppid() == server_pid:
        time.sleep(pause_seconds)
        if has_failed_write(monitor) and has_room(store) and os.getppid() == server_pid:
            print("NATS refuses writes although its disk has room again: it is restarted", flush=True)
            os.kill(server_pid, signal.SIGTERM)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Restart a NATS server that refuses writes.")
    parser.add_argument("monitor", help="address of the server's monitoring port")
    parser.add_argument("store", type=Path, help="folder of the server's streams")
    parser.add_argument("pause", type=float, help="seconds between two checks")
    parser.add_argument("server", type=int, help="process id of the server")
    arguments = parser.parse_args()
    main(arguments.monitor, arguments.store, pause_seconds=arguments.pause, server_pid=arguments.server)
