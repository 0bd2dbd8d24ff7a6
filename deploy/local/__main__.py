"""`python3 -m deploy.local VERB`: what the Makefile calls."""

import sys
from collections.abc import Callable

from deploy.local import (
    backups,
    benchmarks,
    checks,
    compose,
    down,
    gameday,
    load,
    new_release,
    release,
    service_commands,
    single_parts,
    skeleton,
    status,
    supply_chain,
    tracing,
    up,
)
from deploy.local.console import Failed, print_error, print_line

VERBS: dict[str, tuple[Callable[[], int | None], str]] = {
    "up": (up.up, "install, build, start everything, wait until it is ready (PORT=8080, ADMIN_EMAIL, ADMIN_PASSWORD)"),
    "up-observability": (up.up_observability, "the same with Prometheus, Alertmanager, an exporter and traces"),
    "down": (down.down, "stop everything; var/ keeps the data"),
    "status": (status.status, "each part's state, process and address"),
    "logs": (single_parts.logs, "follow the logs; P=content for one part"),
    "trace": (tracing.trace, "one request from end to end, its spans and its log lines: P=<request id>"),
    "stop": (single_parts.stop, "stop one part: P=content"),
    "start": (single_parts.start, "start it again: P=content"),
    "restart": (single_parts.restart, "restart one part with its current code: P=content"),
    "deploy": (release.deploy, "another release, replica by replica: VERSION=<tag, commit or folder>"),
    "seed": (service_commands.seed, "load the demo content again where it is missing"),
    "seed-large": (
        service_commands.seed_large,
        "load 10,000 articles, 200,000 comments, 5,000 cars; ENTRIES=10000000 as many inbox entries",
    ),
    "test": (checks.test, "everything: lint, types, services, contracts, web, browser journeys on a stack of its own"),
    "check": (checks.check, "lint, types, the contract documents, the size and the HTML of the pages"),
    "lint": (checks.lint, "style, and the architecture rules"),
    "types": (checks.types, "mypy --strict and tsc"),
    "fix": (checks.fix, "format, and repair what the linters can"),
    "codegen": (checks.codegen, "generate the OpenAPI and AsyncAPI documents and the web's types from the code"),
    "e2e": (
        checks.e2e,
        "the journeys against the running stack, or at BASE_URL=...; P=auth for one browser file",
    ),
    "shots": (checks.shots, "screenshots of every page of the running stack"),
    "fuzz": (checks.fuzz, "Schemathesis at length; FUZZ_EXAMPLES=25 for each operation"),
    "bench": (benchmarks.bench, "measurements beside reference programs; a whole run writes docs/performance.md"),
    "bench-web": (checks.bench_web, "Lighthouse on a phone, and the time to answer a press, against the budgets"),
    "gameday": (
        gameday.gameday,
        "stop each part for a minute and print what the status page and the alerts show",
    ),
    "faults": (load.faults, "crashes, silences and outages under load on a stack of their own; P=nats for some"),
    "load": (load.load, "the highest rate of a realistic mix that the site answers well, on a stack of its own"),
    "isolation": (load.isolation, "a flood on one route, or slow clients: the other routes stay quick"),
    "soak": (load.soak, "an hour of half that rate with 2,000 streams that come and go: nothing may grow"),
    "backup": (backups.backup, "every database and the files, into var/backups (BACKUP_FOLDER, BACKUP_KEPT_DAYS=14)"),
    "backup-verify": (backups.backup_verify, "whether a backup is complete and can be read: FROM=<its name>"),
    "restore": (backups.restore, "put a backup back and start: FROM=<its name>; OVERWRITE=yes replaces existing data"),
    "restore-drill": (
        backups.restore_drill,
        "recover an archive of the running system beside it, compare all tables and files",
    ),
    "events-dlq": (service_commands.events_dlq, "parked events: list, or ARGS='replay notifications'"),
    "replay": (
        service_commands.replay,
        "fill a service's copies of another's data again: P=notifications FROM=auth",
    ),
    "rotate-keys": (service_commands.rotate_keys, "a new key for access tokens; nobody is signed out"),
    "secrets": (compose.secrets, "for compose on a server: secrets as files in secrets/ (SECRETS_FOLDER), once"),
    "rotate": (
        compose.rotate,
        "for compose on a server: new passwords while it runs; P='database nats grafana' for some",
    ),
    "new-service": (skeleton.new_service, "the sources of another service: NAME=garage (docs/adding-a-service.md)"),
    "new-feature": (
        skeleton.new_feature,
        "the sources of a feature, its table and its tests: SERVICE=content NAME=repairs (docs/adding-a-feature.md)",
    ),
    "release": (
        new_release.release,
        "VERSION=1.2.0: changelog section, commit, tag, bill of materials, images with labels",
    ),
    "sbom": (supply_chain.sbom, "the bill of materials (CycloneDX) in var/sbom.cdx.json, and the licences"),
    "audit": (supply_chain.audit, "known vulnerabilities of all Python and npm packages (asks the OSV database)"),
    "mail-preview": (service_commands.mail_preview, "every email of auth as files in var/mail-preview"),
}


# What a verb runs by itself.
INNER: dict[str, Callable[[], int | None]] = {"deploy-release": release.deploy_release}


def help_text() -> None:
    for verb, (_, text) in VERBS.items():
        print_line(f"  make {verb:<16} {text}")


def main(arguments: list[str]) -> int:
    verb = arguments[0] if arguments else "help"
    if verb == "help":
        help_text()
        return 0
    run = VERBS[verb][0] if verb in VERBS else INNER.get(verb)
    if run is None:
        print_error(f"there is no verb {verb}; make help lists them")
        return 2
    try:
        return run() or 0
    except Failed as failure:
        print_error(f"\n{verb}: {failure}")
        return 1
    except KeyboardInterrupt:
        print_error(f"\n{verb}: interrupted; make down stops what was started")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
