"""Queries the log store of the profile `logs`: `make logs Q='level:error' P=content SINCE=1h`.

    python3 -m deploy.compose.logs 'level:error' --container content --since 1h

The query is a filter in LogsQL (https://docs.victoriametrics.com/victorialogs/logsql/), without pipes: words,
`"a phrase"`, `service:auth`, `request_id:<id>`; `*` is every line. The oldest line comes first. The program needs
Python 3, and nothing else. LOGS_PORT is the port of the store (9428).
"""

import argparse
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, build_opener

FIRST_FIELDS = ("_time", "container", "level", "_msg")
HIDDEN_FIELDS = {"_stream", "_stream_id", "stream", "event", "timestamp", "service"}
ANSWER_SECONDS = 60


def fetch(address: str, query: str, limit: int) -> list[dict[str, str]]:
    """Return the newest lines that match, the oldest first.

    Raises SystemExit with a message if the store refuses the query or does not answer.
    """
    # With a limit the store returns the newest lines.
    body = urlencode({"query": query, "limit": limit}).encode()
    try:
        with build_opener(ProxyHandler({})).open(f"{address}/select/logsql/query", body, ANSWER_SECONDS) as answer:
            lines = [json.loads(line) for line in answer.read().splitlines() if line.strip()]
    except HTTPError as error:
        raise SystemExit(
            f"logs: the store refuses the query: {error.read().decode(errors='replace').strip()}"
        ) from None
    except OSError:
        raise SystemExit(f"logs: no store answers at {address}: is the profile `logs` in COMPOSE_PROFILES?") from None
    return sorted(lines, key=lambda line: line.get("_time", ""))


def format_line(line: dict[str, str]) -> str:
    """Return a line for the terminal: time, container, level, text, then the other fields."""
    first_values = [line[name] for name in FIRST_FIELDS if line.get(name)]
    other_fields = [
        f"{name}={value}" for name, value in line.items() if name not in {*FIRST_FIELDS, *HIDDEN_FIELDS} and value
    ]
    return "  ".join([*first_values, *other_fields])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m deploy.compose.logs")
    parser.add_argument("query", help="LogsQL, for example: level:error")
    parser.add_argument("--container", default="", help="only lines of this container, for example content")
    parser.add_argument("--since", default="1h", help="how far back: 15m, 1h, 7d (1h)")
    parser.add_argument("--limit", type=int, default=200, help="maximum of lines: the newest are shown (200)")
    arguments = parser.parse_args()

    query = f"_time:{arguments.since} ({arguments.query})"
    if arguments.container:
        query += f" container:{arguments.container}"
    address = f"http://127.0.0.1:{os.environ.get('LOGS_PORT') or 9428}"

    for line in fetch(address, query, arguments.limit):
        print(format_line(line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
