"""`make trace P=<request id>`: prints the trace and the log lines of one request.

A visitor sees the request id on an error page. The id of a trace works too. The trace comes from the trace store of
`make up-observability`. The log lines of the gateway and of all services come from var/log.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

from deploy.local import observability, paths, ports
from deploy.local.console import StepError, print_error, print_line
from deploy.local.single_parts import read_requested_name

Line = dict[str, Any]
# The names of the ids in lines of the services and of the gateway.
REQUEST_ID_FIELDS = ("request_id", "downstream_X-Request-Id")
TRACE_ID_FIELDS = ("trace_id", "TraceId")
ROUTINE_FIELDS = {"timestamp", "service", "event", "level", "request_id", "trace_id"}
TIMEOUT_SECONDS = 5.0
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def trace() -> int:
    """Print the trace. Exit code 1 if there is neither a span nor a log line."""
    requested_id = read_requested_name()
    if not requested_id:
        raise StepError("say which request: make trace P=<request id>")

    def belongs_to_request(line: Line) -> bool:
        return any(line.get(name) == requested_id for name in REQUEST_ID_FIELDS)

    # The id may be that of a trace, written with or without hyphens.
    trace_ids = {requested_id.replace("-", ""), *fetch_from_store(f"/traces?request={requested_id}")}
    trace_ids |= {line["trace_id"] for line in read_lines(belongs_to_request) if "trace_id" in line}
    spans = [span for id in sorted(trace_ids) for span in fetch_from_store(f"/traces/{id}")]
    ids = {requested_id, *trace_ids}

    def belongs_to_trace(line: Line) -> bool:
        return any(line.get(name) in ids for name in (*REQUEST_ID_FIELDS, *TRACE_ID_FIELDS))

    lines = list(read_lines(belongs_to_trace))
    if not spans and not lines:
        print_error(
            f"nothing is known about {requested_id}: no request and no trace in {paths.LOGS} has this id. "
            "The logs have the last 30 MB of each part"
        )
        return 1
    print_trace(spans, lines)
    if not observability.is_enabled():
        print_line("make up-observability records spans from now on")
    return 0


def fetch_from_store(path: str) -> list[Any]:
    """Return the answer of the trace store. Raises StepError if the store does not answer.

    The list is empty if the store is not enabled or responds with an HTTP error.
    """
    if not observability.is_enabled():
        return []
    try:
        with _opener.open(
            observability.build_traces_url(ports.read_record()) + path, timeout=TIMEOUT_SECONDS
        ) as answer:
            answer_body: list[Any] = json.loads(answer.read())
            return answer_body
    except urllib.error.HTTPError:
        return []
    except OSError as error:
        raise StepError(f"the trace store does not answer: {error}") from None


def read_lines(is_relevant: Callable[[Line], bool]) -> Iterator[Line]:
    """Yield the relevant log lines of the services and the gateway, including rotated files."""
    for file in sorted(paths.LOGS.glob("*.log*")):
        for text in file.read_text(errors="replace").splitlines():
            if not text.startswith("{"):
                continue
            try:
                line = json.loads(text)
            except ValueError:
                continue
            if is_relevant(line):
                yield line


def print_trace(spans: list[Line], lines: list[Line]) -> None:
    print_line(f"{len(spans)} spans")
    depth: dict[str, int] = {}
    for span in spans:
        depth[span["span_id"]] = depth.get(span["parent_id"], -1) + 1
        indent = "  " * depth[span["span_id"]]
        failure_mark = " FAILED" if span["failed"] else ""
        print_line(f"  {span['ms']:>9.1f} ms  {span['service']:<14} {indent}{span['name']}{failure_mark}")

    print_line(f"{len(lines)} log lines")
    for line in sorted(map(convert_to_log_line, lines), key=lambda line: str(line.get("timestamp", ""))):
        fields = " ".join(f"{name}={value}" for name, value in line.items() if name not in ROUTINE_FIELDS)
        print_line(f"  {line.get('timestamp', '')}  {line.get('service', ''):<14} {line.get('event', '')} {fields}")


def convert_to_log_line(line: Line) -> Line:
    """Convert a line of the gateway's access log to the format of the services. Other lines are returned unchanged."""
    if "RequestPath" not in line:
        return line
    return {
        "timestamp": line.get("StartUTC", ""),
        "service": "gateway",
        "event": "request",
        "method": line["RequestMethod"],
        "path": line["RequestPath"],
        "status": line.get("DownstreamStatus"),
        # The gateway measures in nanoseconds.
        "ms": round(line.get("Duration", 0) / 1e6, 1),
    }
