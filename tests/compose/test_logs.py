"""`make logs Q=...` asks the log store of compose. The store is a server that answers like VictoriaLogs."""

import json
import os
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs

import pytest
from chassis.testing.ports import find_free_port

ROOT = Path(__file__).resolve().parents[2]
LINES = [
    {"_time": "2026-11-28T21:00:02Z", "_msg": "later", "container": "content-2", "level": "error", "request_id": "r2"},
    {"_time": "2026-11-28T21:00:01Z", "_msg": "earlier", "container": "content", "level": "error", "_stream": "{}"},
]


class Store(BaseHTTPRequestHandler):
    """Answers one JSON object for each line, in no certain order."""

    asked: list[dict[str, list[str]]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.asked.append(parse_qs(body) | {"path": [self.path]})
        is_wrong = "((" in body or "%28%28" in body
        answer = b"cannot parse query" if is_wrong else "".join(f"{json.dumps(line)}\n" for line in LINES).encode()
        self.send_response(400 if is_wrong else 200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Print nothing: the requests of a test need no log."""


@pytest.fixture
def store() -> Iterator[tuple[int, list[dict[str, list[str]]]]]:
    requests: list[dict[str, list[str]]] = []
    handler = type("StoreOfTest", (Store,), {"asked": requests})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, requests
    server.shutdown()
    server.server_close()


def run_make_logs(port: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"LOGS_PORT": str(port)}
    return subprocess.run(
        ["make", "logs", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_lines_of_a_container_are_printed_in_their_order(store: tuple[int, list[dict[str, list[str]]]]) -> None:
    port, received = store
    completed = run_make_logs(port, "Q=level:error", "P=content", "SINCE=2h")
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout.splitlines() == [
        "2026-11-28T21:00:01Z  content  error  earlier",
        "2026-11-28T21:00:02Z  content-2  error  later  request_id=r2",
    ]
    [query] = received
    assert query["path"] == ["/select/logsql/query"]
    assert query["query"] == ["_time:2h (level:error) container:content"]
    assert query["limit"] == ["200"]


def test_refused_query_is_explained(store: tuple[int, list[dict[str, list[str]]]]) -> None:
    completed = run_make_logs(store[0], "Q=(")
    assert completed.returncode != 0
    assert "the store refuses the query: cannot parse query" in completed.stderr


def test_missing_log_store_is_explained() -> None:
    completed = run_make_logs(find_free_port(), "Q=level:error")
    assert completed.returncode != 0
    assert "COMPOSE_PROFILES" in completed.stderr
