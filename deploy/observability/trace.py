"""`make trace P=<request id>`: the trace and the log lines of one request, by the code that a visitor sees.

Its trace comes from the store of `make up-observability`, its log lines from var/log: the gateway's and those of every
service that had a part in it. A trace's own id does as well.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from deploy.local import observability, paths, ports
from deploy.local.console import Failed, print_line
from deploy.local.single_parts import requested_name

Line = dict[str, Any]
ROUTINE = {"timestamp", "service", "event", "level", "request_id", "trace_id"}
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def trace() -> int:
    """Exit code 1 when there is neither a span nor a log line."""
    asked = requested_name()
    if not asked:
        raise Failed("say which: make trace P=<request id>")
    lines = list(read_lines(lambda line: asked in {line.get("request_id"), line.get("downstream_X-Request-Id")}))
    ids = {line["trace_id"] for line in lines if "trace_id" in line} | {asked.replace("-", "")}
    spans = [
        span
        for id in sorted(ids | set(fetch_stored(f"/traces?request={asked}")))
        for span in fetch_stored(f"/traces/{id}")
    ]
    ids |= {span["trace_id"] for span in spans}
    known = ids | {asked}
    names = ("request_id", "downstream_X-Request-Id", "trace_id", "TraceId")
    lines = list(read_lines(lambda line: any(line.get(name) in known for name in names)))
    print_trace(spans, lines)
    return 0 if spans or lines else 1


def fetch_stored(path: str) -> list[Any]:
    """What the store of traces answers; nothing where it does not run."""
    if not observability.is_enabled():
        return []
    try:
        with _opener.open(observability.traces_url(ports.read_record()) + path, timeout=5) as answer:
            found: list[Any] = json.loads(answer.read())
            return found
    except urllib.error.HTTPError:
        return []
    except OSError as error:
        raise Failed(f"the store of traces does not answer: {error}") from None


def read_lines(is_relevant: Any) -> Iterator[Line]:
    """The services' log lines that are relevant, rotated files included."""
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
        print_line(f"  {span['ms']:>9.1f} ms  {span['service']:<14} {indent}{span['name']}{' FAILED' * span['failed']}")
    print_line(f"{len(lines)} log lines")
    for line in sorted(map(to_log_line, lines), key=lambda line: str(line.get("timestamp", ""))):
        rest = " ".join(f"{name}={value}" for name, value in line.items() if name not in ROUTINE)
        print_line(f"  {line.get('timestamp', '')}  {line.get('service', ''):<14} {line.get('event', '')} {rest}")


def to_log_line(line: Line) -> Line:
    """The gateway's access log line in the format of the services."""
    if "RequestPath" not in line:
        return line
    return {
        "timestamp": line.get("StartUTC", ""),
        "service": "gateway",
        "event": "request",
        "method": line["RequestMethod"],
        "path": line["RequestPath"],
        "status": line.get("DownstreamStatus"),
        "ms": round(line.get("Duration", 0) / 1e6, 1),
    }
