"""Run one service: `python -m chassis.serve content`. SERVICE_HOST and SERVICE_PORT say where."""

import gc
import importlib
import os
import sys
from typing import Any

import uvicorn
from fastapi import FastAPI


def main() -> None:
    """Serve until a stop signal; open requests get three seconds to finish."""
    app = importlib.import_module(f"{sys.argv[1]}.main").build()
    # Objects of the start-up stay until the end. Not frozen, they made garbage collection a fifth of each stream's CPU.
    gc.freeze()
    host, port = os.environ.get("SERVICE_HOST", "127.0.0.1"), int(os.environ.get("SERVICE_PORT", "8000"))
    uvicorn.run(app, host=host, port=port, **options(app))


def options(app: FastAPI) -> dict[str, Any]:
    """The options of uvicorn, the same for every service."""
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
