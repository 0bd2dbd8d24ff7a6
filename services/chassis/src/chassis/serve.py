"""Run one service: `python -m chassis.serve content`. SERVICE_HOST and SERVICE_PORT say where."""

import gc
import importlib
import os
import sys

import uvicorn


def main() -> None:
    """Serve until told to stop; open requests get three seconds to end."""
    app = importlib.import_module(f"{sys.argv[1]}.main").build()
    # What stands until the end need not be looked through again: that was a fifth of what a new stream costs.
    gc.freeze()
    uvicorn.run(
        app,
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
