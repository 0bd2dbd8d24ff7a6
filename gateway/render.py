"""Render the gateway's static file with the addresses of this machine: Traefik reads templates in routes/ only."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import yaml

FOLDER = Path(__file__).resolve().parent


def render(
    *,
    web: str,
    ops: str,
    trusted: Sequence[str] = (),
    routes: Path = FOLDER / "routes",
    traces: str = "",
    sample: float = 1,
) -> str:
    """traefik.yml that listens on `web` and `ops`, written `host:port`, with the `trusted` proxies.

    With a collector of `traces` the gateway sends its spans there: those that the caller requested, and of the
    others the share `sample`.
    """
    static = yaml.safe_load((FOLDER / "traefik.yml").read_text())
    entry_points = static["entryPoints"]
    entry_points["web"]["address"], entry_points["ops"]["address"] = web, ops
    # Several gateways of one machine listen on the same port.
    entry_points["web"]["reusePort"] = True
    entry_points["web"]["forwardedHeaders"]["trustedIPs"] = list(trusted)
    static["providers"]["file"]["directory"] = str(routes)
    if traces:
        collector = {"http": {"endpoint": f"{traces.rstrip('/')}/v1/traces"}}
        static["tracing"] = {"serviceName": "gateway", "sampleRate": sample, "otlp": collector}
    text: str = yaml.safe_dump(static, sort_keys=False)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--web", default=":8080")
    parser.add_argument("--ops", default="127.0.0.1:8082")
    parser.add_argument("--routes", default=FOLDER / "routes", type=Path)
    parser.add_argument("--trusted", default="", help="proxies in front of the gateway, separated by commas")
    parser.add_argument("--traces", default="", help="OTLP collector, for example http://127.0.0.1:4318")
    parser.add_argument("--sample", default=1.0, type=float, help="share of traces that begin here")
    arguments = parser.parse_args()
    trusted = [part.strip() for part in arguments.trusted.split(",") if part.strip()]
    text = render(
        web=arguments.web,
        ops=arguments.ops,
        trusted=trusted,
        routes=arguments.routes,
        traces=arguments.traces,
        sample=arguments.sample,
    )
    print(text, end="")  # noqa: T201


if __name__ == "__main__":
    main()
