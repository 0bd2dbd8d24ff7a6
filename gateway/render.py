"""Writes the gateway's configuration: the static file, which Traefik does not treat as a template, and the routes.

    render.py --web :9090                    prints traefik.yml with these addresses
    render.py --folder /configuration        writes traefik.yml and routes/ for a container, by the settings below

Settings of containers come from the environment: TRUSTED_PROXIES, OTEL_EXPORTER_OTLP_ENDPOINT, TRACE_SAMPLE,
OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. With GATEWAY_PUBLIC=yes the gateway terminates TLS by SITE_DOMAIN,
SITE_ALIASES, ACME_CHALLENGE (http, tls or none), ACME_EMAIL, ACME_SERVER.
"""

import argparse
import copy
import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

FOLDER = Path(__file__).resolve().parent
# The folder of certificates in the container of production.yml.
CERTIFICATES = Path("/certificates")
CHALLENGES = ("http", "tls", "none")
STAGING = "https://acme-staging-v02.api.letsencrypt.org/directory"
# While this invalid file is in the folder, Traefik keeps the routes that it has read before.
INCOMPLETE_MARKER = "0-incomplete.yml"
# After this time Traefik has finished reading the folder, if it was doing so when the invalid file was written.
SETTLING_SECONDS = 1.0

Document = dict[str, Any]


class SettingsError(Exception):
    """The settings contradict each other or are incomplete. The text names the setting to change."""


def split_list(text: str) -> list[str]:
    """Return the parts of a text that is separated by commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def build_static_file(
    *,
    trusted_proxies: Sequence[str] = (),
    routes: Path = FOLDER / "routes",
    traces: str = "",
    sample: float = 1,
) -> Document:
    """Return the content of traefik.yml with the trusted proxies and the folder of routes.

    `traces` is the address of a collector of spans. The gateway sends it the traces that the caller has sampled, and
    the share `sample` of the traces that begin here.
    """
    static_configuration: Document = yaml.safe_load((FOLDER / "traefik.yml").read_text())
    static_configuration["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"] = list(trusted_proxies)
    static_configuration["providers"]["file"]["directory"] = str(routes)
    if traces:
        collector = {"http": {"endpoint": f"{traces.rstrip('/')}/v1/traces"}}
        static_configuration["tracing"] = {"serviceName": "gateway", "sampleRate": sample, "otlp": collector}
    return static_configuration


def render(
    *,
    web: str,
    ops: str,
    trusted_proxies: Sequence[str] = (),
    routes: Path = FOLDER / "routes",
    traces: str = "",
    sample: float = 1,
) -> str:
    """Render the text of traefik.yml for this machine.

    `web` and `ops` are the listening addresses, written `host:port`.
    """
    static_configuration = build_static_file(
        trusted_proxies=trusted_proxies, routes=routes, traces=traces, sample=sample
    )
    entry_points = static_configuration["entryPoints"]
    entry_points["web"]["address"] = web
    entry_points["ops"]["address"] = ops
    # Several gateways on this machine listen on the same port.
    entry_points["web"]["reusePort"] = True
    return to_yaml(static_configuration)


def to_yaml(document: Document) -> str:
    text: str = yaml.safe_dump(document, sort_keys=False, allow_unicode=True)
    return text


def add_public_entry_points(static_configuration: Document, settings: Mapping[str, str]) -> None:
    """Add an entry point for HTTPS with the settings of `web`, and one for plain HTTP that redirects to it.

    They listen on ports 8443 and 8000, which production.yml publishes as 443 and 80. Raises SettingsError for wrong
    settings.
    """
    domain = settings.get("SITE_DOMAIN", "")
    challenge = settings.get("ACME_CHALLENGE") or "http"
    if not domain:
        raise SettingsError("SITE_DOMAIN is missing")
    if challenge not in CHALLENGES:
        raise SettingsError(f"ACME_CHALLENGE={challenge} is none of {', '.join(CHALLENGES)}")

    public_entry_point = copy.deepcopy(static_configuration["entryPoints"]["web"])
    public_entry_point["address"] = ":8443"
    public_entry_point["http3"] = {"advertisedPort": 443}
    public_entry_point["http"]["tls"] = {
        "domains": [{"main": domain, "sans": split_list(settings.get("SITE_ALIASES", ""))}],
    }

    static_configuration["entryPoints"]["public"] = public_entry_point
    static_configuration["entryPoints"]["plain"] = {
        "address": ":8000",
        "http": {"redirections": {"entryPoint": {"to": ":443", "scheme": "https"}}},
    }

    if challenge == "none":
        return

    public_entry_point["http"]["tls"]["certResolver"] = challenge
    server = settings.get("ACME_SERVER") or STAGING
    resolver: Document = {
        "email": settings.get("ACME_EMAIL", ""),
        "caServer": server,
        # Each authority and challenge has a separate file, so a change of either requests a new certificate.
        "storage": str(CERTIFICATES / f"{challenge}-{get_authority_name(server)}.json"),
    }

    if challenge == "http":
        resolver["httpChallenge"] = {"entryPoint": "plain"}
    else:
        resolver["tlsChallenge"] = {}
    static_configuration["certificatesResolvers"] = {challenge: {"acme": resolver}}


def get_authority_name(server: str) -> str:
    """Return the host of an ACME server, as a part of a file name."""
    return re.sub(r"[^a-z0-9.-]", "-", urlsplit(server).netloc.lower())


def build_public_routes(settings: Mapping[str, str]) -> dict[str, Document]:
    """Return the files of routes that only a public gateway has, by name.

    They are TLS options, a certificate from files, and the redirects of SITE_ALIASES.
    """
    files: dict[str, Document] = {
        # TLS 1.2 is the oldest version that browsers support. A client without a known host name is refused.
        "tls.yml": {"tls": {"options": {"default": {"minVersion": "VersionTLS12", "sniStrict": True}}}},
    }
    if settings.get("ACME_CHALLENGE") == "none":
        certificate = {
            "certFile": str(CERTIFICATES / "certificate.pem"),
            "keyFile": str(CERTIFICATES / "key.pem"),
        }
        files["certificates.yml"] = {
            "tls": {"certificates": [certificate], "stores": {"default": {"defaultCertificate": certificate}}}
        }

    aliases = split_list(settings.get("SITE_ALIASES", ""))
    if aliases:
        redirect = {"regex": "^https://[^/]+/(.*)$", "replacement": f"https://{settings['SITE_DOMAIN']}/${{1}}"}
        files["aliases.yml"] = {
            "http": {
                "middlewares": {"to-site": {"redirectRegex": {**redirect, "permanent": True}}},
                "routers": {
                    "aliases": {
                        "rule": " || ".join(f"Host(`{alias}`)" for alias in aliases),
                        "entryPoints": ["public"],
                        "priority": 1_000_000,
                        "middlewares": ["to-site"],
                        "service": "noop@internal",
                    }
                },
            }
        }
    return files


def write_folder(folder: Path, settings: Mapping[str, str], settling_seconds: float = SETTLING_SECONDS) -> None:
    """Write traefik.yml and routes/ of a container below `folder`. Raises SettingsError, and then changes nothing."""
    routes = folder / "routes"
    static_configuration = build_static_file(
        trusted_proxies=split_list(settings.get("TRUSTED_PROXIES", "")),
        routes=routes,
        traces=settings.get("OTEL_EXPORTER_OTLP_ENDPOINT", ""),
        sample=get_share_of_traces(settings),
    )
    route_files = {file.name: file.read_text() for file in sorted((FOLDER / "routes").glob("*.yml"))}
    if settings.get("GATEWAY_PUBLIC") == "yes":
        add_public_entry_points(static_configuration, settings)
        route_files |= {name: to_yaml(document) for name, document in build_public_routes(settings).items()}
    routes.mkdir(parents=True, exist_ok=True)
    publish(routes, route_files, settling_seconds)
    replace(folder / "traefik.yml", to_yaml(static_configuration))


def get_share_of_traces(settings: Mapping[str, str]) -> float:
    """Return the share of requests to trace, from 0 to 1. OTEL_TRACES_SAMPLER overrides TRACE_SAMPLE.

    Raises SettingsError for a share that is not such a number.
    """
    sampler = settings.get("OTEL_TRACES_SAMPLER", "").removeprefix("parentbased_")
    if sampler == "always_off":
        return 0.0
    if sampler == "always_on":
        return 1.0
    if sampler == "traceidratio":
        return parse_share("OTEL_TRACES_SAMPLER_ARG", settings.get("OTEL_TRACES_SAMPLER_ARG"))
    return parse_share("TRACE_SAMPLE", settings.get("TRACE_SAMPLE"))


def parse_share(name: str, value: str | None) -> float:
    """Return the value of this setting, 1 if it is empty. Raises SettingsError if it is not a number from 0 to 1."""
    try:
        share = float(value or "1")
    except ValueError as error:
        raise SettingsError(f"{name}={value} is not a number from 0 to 1") from error
    if not 0 <= share <= 1:
        raise SettingsError(f"{name}={value} is not a number from 0 to 1")
    return share


def publish(routes: Path, route_files: Mapping[str, str], settling_seconds: float = SETTLING_SECONDS) -> None:
    """Replace all routes of a running Traefik at the same moment.

    Traefik reads its folder whenever a file changes, so without care it would serve a mixture of two releases for two
    seconds. Therefore an invalid file is in the folder until all others are in place. An interrupted publication
    leaves it there, and the next publication removes it.
    """
    present_files = {file.name: file.read_text() for file in routes.glob("*.yml")}
    if present_files == dict(route_files):
        return

    if present_files:
        replace(routes / INCOMPLETE_MARKER, "incomplete: [\n")
        time.sleep(settling_seconds)

    for name, text in route_files.items():
        replace(routes / name, text)
    for name in present_files.keys() - route_files.keys() - {INCOMPLETE_MARKER}:
        (routes / name).unlink()
    (routes / INCOMPLETE_MARKER).unlink(missing_ok=True)


def replace(file: Path, text: str) -> None:
    """Write a file atomically, so that no reader sees a part of it."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_text(text)
    draft.chmod(0o644)
    draft.replace(file)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="write the files of a container there")
    parser.add_argument("--web", default=":8080")
    parser.add_argument("--ops", default="127.0.0.1:8082")
    parser.add_argument("--routes", default=FOLDER / "routes", type=Path)
    parser.add_argument("--trusted-proxies", default="", help="proxies in front of the gateway, separated by commas")
    parser.add_argument("--traces", default="", help="OTLP collector, for example http://127.0.0.1:4318")
    parser.add_argument("--sample", default=1.0, type=float, help="share of traces that begin here")
    arguments = parser.parse_args()

    if arguments.folder:
        try:
            write_folder(arguments.folder, os.environ)
        except SettingsError as error:
            print(f"gateway: {error}", file=sys.stderr)  # noqa: T201
            return 1
        return 0

    text = render(
        web=arguments.web,
        ops=arguments.ops,
        trusted_proxies=split_list(arguments.trusted_proxies),
        routes=arguments.routes,
        traces=arguments.traces,
        sample=arguments.sample,
    )
    print(text, end="")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
