"""`python3 -m deploy.local VERB`: what the Makefile calls."""

import sys
from importlib import import_module
from pathlib import Path

from deploy.local import commands, paths
from deploy.local.console import Failed, print_error, print_line
from deploy.local.programs import exit_code

# Each verb: its function, in a module of this folder or a named one, and what `make help` says of it.
VERBS = {
    "up": ("up:up", "install, build, start, wait until ready (PORT=8080, ADMIN_EMAIL, ADMIN_PASSWORD)"),
    "up-observability": ("up:up_observability", "the same with Prometheus, Alertmanager, exporter, traces"),
    "down": ("up:down", "stop everything; var/ keeps the data"),
    "status": ("single_parts:status", "each part's state, process and address"),
    "logs": ("single_parts:logs", "follow the logs; P=content for one part"),
    "trace": ("deploy.observability.trace:trace", "one request from end to end, spans and log lines: P=<request id>"),
    "stop": ("single_parts:stop", "stop one part: P=content"),
    "start": ("single_parts:start", "start it again: P=content"),
    "restart": ("single_parts:restart", "restart one part with its current code: P=content"),
    "deploy": ("release:deploy", "another release, replica by replica: VERSION=<tag, commit or folder>"),
    "seed": ("commands:seed", "load the demo content again where it is missing"),
    "seed-large": ("commands:seed_large", "10,000 articles, 200,000 comments, 5,000 cars; ENTRIES=10000000"),
    "test": ("tests.runner.checks:test", "everything: lint, types, services, contracts, web, journeys on an own stack"),
    "check": ("tests.runner.checks:check", "lint, types, the contract documents, the size and the HTML of the pages"),
    "lint": ("tests.runner.checks:lint", "style, and the architecture rules"),
    "types": ("tests.runner.checks:types", "mypy --strict and tsc"),
    "fix": ("tests.runner.checks:fix", "format, and repair what the linters can"),
    "codegen": ("tests.runner.checks:codegen", "OpenAPI and AsyncAPI documents and the web's types from the code"),
    "e2e": ("tests.runner.checks:e2e", "journeys against the running stack, or BASE_URL=...; P=auth for one file"),
    "shots": ("tests.runner.checks:shots", "screenshots of every page of the running stack"),
    "fuzz": ("tests.runner.checks:fuzz", "Schemathesis at length; FUZZ_EXAMPLES=25 for each operation"),
    "bench": ("tests.bench.document:bench", "measurements beside reference programs; all: docs/performance.md"),
    "bench-web": ("tests.runner.checks:bench_web", "Lighthouse on a phone, and the time to answer a press"),
    "gameday": ("tests.gameday.outages:gameday", "stop each part for a minute; what status page and alerts show"),
    "faults": ("tests.runner.load:faults", "crashes, silences and outages on an own stack; P=nats for some"),
    "load": ("tests.runner.load:load", "the highest rate of a realistic mix that the site answers well"),
    "isolation": ("tests.runner.load:isolation", "a flood on one route, or slow clients: others stay quick"),
    "soak": ("tests.runner.load:soak", "an hour of half that rate with 2,000 streams: nothing may grow"),
    "backup": ("backups:backup", "databases and files, into var/backups (BACKUP_FOLDER, BACKUP_KEPT_DAYS=14)"),
    "backup-verify": ("backups:backup_verify", "whether a backup is complete and can be read: FROM=<its name>"),
    "restore": ("backups:restore", "put a backup back and start: FROM=<its name>; OVERWRITE=yes"),
    "restore-drill": ("backups:restore_drill", "archive the running system, recover it beside, compare"),
    "events-dlq": ("commands:events_dlq", "parked events: list, or ARGS='replay notifications'"),
    "replay": ("commands:replay", "fill a service's copies of another's data again: P=notifications FROM=auth"),
    "rotate-keys": ("commands:rotate_keys", "a new key for access tokens; nobody is signed out"),
    "secrets": ("commands:secrets", "for compose on a server: secrets as files (SECRETS_FOLDER), once"),
    "rotate": ("commands:rotate", "for compose on a server: new passwords; P='database nats grafana' for some"),
    "new-service": ("deploy.skeletons.write:new_service", "another service: NAME=garage (docs/adding-a-service.md)"),
    "new-feature": ("deploy.skeletons.write:new_feature", "sources of a feature: SERVICE=content NAME=repairs"),
    "release": ("deploy.supply_chain.release:release", "VERSION=1.2.0: changelog, commit, tag, materials, images"),
    "sbom": ("commands:sbom", "the bill of materials (CycloneDX) in var/sbom.cdx.json, and the licences"),
    "audit": ("commands:audit", "known vulnerabilities of all packages (asks the OSV database)"),
    "mail-preview": ("commands:mail_preview", "every email of auth as files in var/mail-preview"),
}  # fmt: skip
# What a verb runs by itself.
INNER = {"deploy-release": "release:deploy_release"}


def main(arguments: list[str]) -> int:
    verb = arguments[0] if arguments else "help"
    if verb == "help":
        for name, (_, text) in VERBS.items():
            print_line(f"  make {name:<16} {text}")
        return 0
    function = VERBS[verb][0] if verb in VERBS else INNER.get(verb)
    if function is None:
        print_error(f"there is no verb {verb}; make help lists them")
        return 2
    module, _, name = function.partition(":")
    try:
        if module.startswith("tests.") and Path(sys.prefix).resolve() != paths.VENV.resolve():
            # An installed package may have the name of our tests; the checkout's Python has none.
            commands.install()
            return exit_code(paths.PYTHON, "-m", "deploy.local", *arguments)
        return getattr(import_module(module if "." in module else f"deploy.local.{module}"), name)() or 0
    except Failed as failure:
        print_error(f"\n{verb}: {failure}")
        return 1
    except KeyboardInterrupt:
        print_error(f"\n{verb}: interrupted; make down stops what was started")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
