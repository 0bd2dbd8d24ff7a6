"""Prints prometheus.yml or alertmanager.yml with addresses of this machine. `make up-observability` uses it.

    render.py prometheus --rules FOLDER --interval 5s auth:8000=127.0.0.1:10001 ...
    render.py alertmanager mail:1025=127.0.0.1:10002

Each argument gives the address of a name in the compose network. Without an address of Alertmanager no alert is sent.
"""

import argparse
import copy
import re
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).resolve().parent
ALERTMANAGER = "alertmanager:9093"
# `make up` runs no external exporters. Our exporter (exporter.py) sets the label of the part itself.
LOCAL_JOBS = ("services", "gateway")
EXPORTER = {
    "job_name": "exporter",
    "honor_labels": True,
    "static_configs": [{"targets": ["exporter:8000"], "labels": {"part": "exporter"}}],
}
# The number of a replica in `auth-2:8000`. A target in a file is replaced by all replicas of its part.
REPLICA = re.compile(r"-\d+(?=:)")


def read_settings(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text())


def build_prometheus(addresses: dict[str, str], *, rules: Path, interval: str) -> dict[str, Any]:
    """Return the content of prometheus.yml. `addresses` gives the address of each name in the compose network."""
    settings: dict[str, Any] = read_settings("prometheus.yml")
    settings["global"] = {
        "scrape_interval": interval,
        "evaluation_interval": interval,
        "external_labels": {"runbooks": (FOLDER.parents[1] / "docs" / "runbooks").as_uri()},
    }
    settings["rule_files"] = [str(rules / "*.yml")]

    jobs = [job for job in settings["scrape_configs"] if job["job_name"] in LOCAL_JOBS]
    settings["scrape_configs"] = [*jobs, copy.deepcopy(EXPORTER)]
    for job in settings["scrape_configs"]:
        if job.pop("file_sd_configs", None):
            job["static_configs"] = read_settings("targets.yml")
        replace_targets(job, addresses)

    if ALERTMANAGER in addresses:
        for manager in settings["alerting"]["alertmanagers"]:
            replace_targets(manager, addresses)
    else:
        del settings["alerting"]

    return settings


def replace_targets(section: dict[str, Any], addresses: dict[str, str]) -> None:
    """Replace the targets of a section by the addresses of all their replicas."""
    for group in section["static_configs"]:
        parts = {REPLICA.sub("", target) for target in group["targets"]}
        group["targets"] = [address for name, address in addresses.items() if REPLICA.sub("", name) in parts]


def build_alertmanager(addresses: dict[str, str]) -> dict[str, Any]:
    """Return the content of alertmanager.yml. `addresses` gives the address of the mail server."""
    settings: dict[str, Any] = read_settings("alertmanager.yml")
    settings["global"]["smtp_smarthost"] = addresses[settings["global"]["smtp_smarthost"]]
    return settings


def parse_address(text: str) -> tuple[str, str]:
    """Parse NAME=ADDRESS. Raises ArgumentTypeError."""
    name, separator, address = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text} is not NAME=ADDRESS")
    return name, address


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", choices=("prometheus", "alertmanager"))
    parser.add_argument("--rules", type=Path, default=FOLDER / "rules")
    parser.add_argument("--interval", default="15s")
    parser.add_argument("addresses", nargs="*", type=parse_address, metavar="NAME=ADDRESS")
    arguments = parser.parse_intermixed_args()

    addresses = dict(arguments.addresses)
    if arguments.file == "prometheus":
        settings = build_prometheus(addresses, rules=arguments.rules, interval=arguments.interval)
    else:
        settings = build_alertmanager(addresses)
    print(yaml.safe_dump(settings, sort_keys=False, allow_unicode=True), end="")


if __name__ == "__main__":
    main()
