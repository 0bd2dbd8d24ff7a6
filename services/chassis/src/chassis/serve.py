"""Runs a service: `python -m chassis.serve content`. It listens on SERVICE_HOST and SERVICE_PORT."""

import argparse
import gc

gc.disable()  # until the application is built (docs/decisions/0172)
# isort: split
import asyncio
import importlib
import os
import signal
import sys
from typing import Any

import uvicorn
from fastapi import FastAPI

from chassis.runtime import AnyRuntime


class DrainingServer(uvicorn.Server):
    """Server that answers for DRAIN_SECONDS more after SIGTERM, until the gateway has removed it (decision 0135)."""

    runtime: AnyRuntime

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to drain at the first SIGTERM: `/healthz` answers 503, responses close their connections."""
        if sig != signal.SIGTERM or self.runtime.is_draining:
            super().handle_exit(sig, frame)
        else:
            self.runtime.is_draining = True
            self.config.encoded_headers.append((b"connection", b"close"))
            loop = asyncio.get_running_loop()
            seconds = self.runtime.settings.drain_seconds
            loop.call_soon_threadsafe(loop.call_later, seconds, super().handle_exit, sig, frame)


def main() -> None:
    """Serve until a stop signal. Open requests get three seconds to finish."""
    parser = argparse.ArgumentParser(description="Run a service.")
    parser.add_argument("service")
    service = parser.parse_args().service
    app = importlib.import_module(f"{service}.main").build()
    # The objects of the start live until the end. If the collector examined them each time, it would take a fifth of
    # the processor time of the live streams.
    gc.freeze()
    gc.enable()
    host = os.environ.get("SERVICE_HOST", "127.0.0.1")
    port = int(os.environ.get("SERVICE_PORT", "8000"))
    server = DrainingServer(uvicorn.Config(app, host=host, port=port, **build_options(app)))
    server.runtime = app.state.runtime
    server.run()
    sys.exit(0 if server.started else 1)


def build_options(app: FastAPI) -> dict[str, Any]:
    """Return the uvicorn options of all services."""
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
