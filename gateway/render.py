"""The gateway's static file with this machine's addresses: Traefik reads templates in routes/, but not there."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import yaml

FOLDER = Path(__file__).resolve().parent


def render(*, web: str, ops: str, trusted: Sequence[str] = (), routes: Path = FOLDER / "routes") -> str:
    """traefik.yml that listens on `web` and `ops`, written `host:port`, and believes the `trusted` proxies."""
    static = yaml.safe_load((FOLDER / "traefik.yml").read_text())
    doors = static["entryPoints"]
    doors["web"]["address"], doors["ops"]["address"] = web, ops
    doors["web"]["forwardedHeaders"]["trustedIPs"] = list(trusted)
    static["providers"]["file"]["directory"] = str(routes)
    text: str = yaml.safe_dump(static, sort_keys=False)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--web", default=":8080")
    parser.add_argument("--ops", default="127.0.0.1:8082")
    parser.add_argument("--trusted", default="", help="proxies in front of the gateway, separated by commas")
    given = parser.parse_args()
    trusted = [part.strip() for part in given.trusted.split(",") if part.strip()]
    print(render(web=given.web, ops=given.ops, trusted=trusted), end="")  # noqa: T201


if __name__ == "__main__":
    main()
