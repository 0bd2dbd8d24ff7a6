"""Runs a stand-in as a program, or in a thread beside a test."""

import argparse
import contextlib
import threading
import time
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI


def serve(app: FastAPI) -> None:
    """Run a stand-in with the options of the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--host", default="127.0.0.1")
    arguments = parser.parse_args()
    uvicorn.run(app, host=arguments.host, port=arguments.port, log_level="warning")


@contextlib.contextmanager
def run_app(app: FastAPI, *, port: int = 0) -> Iterator[str]:
    """Run a stand-in inside the block, by default on a free port. Yields its address."""
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, log_level="warning", lifespan="off", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), f"nothing can listen at port {port}"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(5)
