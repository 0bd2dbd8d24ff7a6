"""Run one service: `python -m chassis.serve content`. SERVICE_HOST and SERVICE_PORT say where."""

import gc
import importlib
import os
import sys
from typing import Any

import uvicorn
from fastapi import FastAPI


def main() -> None:
    """Serve until told to stop; open requests get three seconds to end."""
    app = importlib.import_module(f"{sys.argv[1]}.main").build()
    # What stands until the end need not be looked through again: that was a fifth of what a new stream costs.
    gc.freeze()
    host, port = os.environ.get("SERVICE_HOST", "127.0.0.1"), int(os.environ.get("SERVICE_PORT", "8000"))
    uvicorn.run(app, host=host, port=port, **options(app))


def options(app: FastAPI) -> dict[str, Any]:
    """How uvicorn runs a service, wherever it listens."""
    return {
        "loop": "uvloop",
        "http": app.state.runtime.protocol,
        "ws": "none",
        "log_config": None,
        "access_log": False,
        "proxy_headers": False,
        "server_header": False,
        "timeout_graceful_shutdown": 3,
        "timeout_keep_alive": 75,
    }


if __name__ == "__main__":
    main()
