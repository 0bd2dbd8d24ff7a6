"""Runs beside nats-server, whose child it is, and ends it when its disk has room again after a failed write.

A stream whose write has failed refuses every later one until the server starts anew (docs/faults.md); the supervisor
starts it. In containers `deploy/nats/can_write.sh` finds the same.
"""

import http.client
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

TIMEOUT_SECONDS = 3.0
ROOM_BYTES = 16 * 2**20
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def has_failed_write(monitor: str) -> bool:
    """Whether a stream of the server refuses writes; a server that does not answer is another matter."""
    try:
        with _opener.open(f"{monitor}/healthz", timeout=TIMEOUT_SECONDS):
            return False
    except urllib.error.HTTPError as error:
        return b"write error" in error.read()
    except (OSError, http.client.HTTPException):
        return False


def has_room(store: Path) -> bool:
    """Whether a file of 16 MiB can be written: free space alone says nothing of quotas."""
    trial = store / "room"
    try:
        trial.write_bytes(bytes(ROOM_BYTES))
    except OSError:
        return False
    finally:
        trial.unlink(missing_ok=True)
    return True


def main(monitor: str, store: Path, pause: float, server: int) -> None:
    """Look each `pause` seconds until the server, a process id, is gone."""
    while os.getppid() == server:
        time.sleep(pause)
        if has_failed_write(monitor) and has_room(store) and os.getppid() == server:
            print("NATS refuses writes although its disk has room again: it is started anew", flush=True)
            os.kill(server, signal.SIGTERM)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
