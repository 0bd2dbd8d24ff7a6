"""Run one service: `python -m chassis.serve content`. SERVICE_HOST and SERVICE_PORT say where."""

import os
import sys

import uvicorn


def main() -> None:
    """Serve until told to stop; open requests get three seconds to end."""
    name = sys.argv[1]
    uvicorn.run(
        f"{name}.main:build",
        factory=True,
        host=os.environ.get("SERVICE_HOST", "127.0.0.1"),
        port=int(os.environ.get("SERVICE_PORT", "8000")),
        loop="uvloop",
        http="httptools",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,
    )


if __name__ == "__main__":
    main()
