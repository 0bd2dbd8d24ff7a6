"""`python3 -m deploy.local VERB`: what the Makefile calls; it says what each verb does."""

import sys
from importlib import import_module

from deploy.local import bootstrap, build_web
from deploy.local.console import Failed, print_error

# The verbs by the module of their functions: `rotate-keys` is `rotate_keys`.
VERBS = {
    "deploy.local.up": ("up", "up-observability", "down"),
    "deploy.local.single_parts": ("status", "logs", "stop", "start", "restart"),
    "deploy.local.backups": ("backup", "backup-verify", "restore", "restore-drill"),
    "deploy.local.commands": ("seed", "seed-large", "events-dlq", "replay", "rotate-keys", "mail-preview"),
    "deploy.observability.trace": ("trace",),
    "deploy.skeletons.write": ("new-service", "new-feature"),
    "deploy.supply_chain.materials": ("sbom", "audit"),
    "tests.bench.document": ("bench",),
    "tests.compose.site": ("e2e-compose",),
    "tests.gameday.outages": ("gameday",),
    "tests.runner.checks": (
        "test",
        "test-faults",
        "test-screens",
        "test-deployment",
        "check",
        "lint",
        "types",
        "fix",
        "codegen",
        "e2e",
        "shots",
        "fuzz",
        "bench-web",
    ),
    "tests.runner.load": ("faults", "load", "soak", "isolation"),
}
# These begin with what the lock files name: those that start a system, and those on sources, which need the web's, too.
START = ("up", "up-observability", "restore")
ON_SOURCES = ("tests.", "deploy.skeletons.", "deploy.supply_chain.")


def install(verb: str, module: str) -> None:
    """A start installs the web's packages beside its other work; other verbs use what is installed."""
    if verb in START or module.startswith(ON_SOURCES):
        bootstrap.install_python()
    if module.startswith(ON_SOURCES):
        build_web.install_pnpm()
        build_web.install_web()


def main(arguments: list[str]) -> int:
    verb = arguments[0] if arguments else ""
    module = next((module for module, verbs in VERBS.items() if verb in verbs), None)
    if module is None:
        print_error(f"there is no verb {verb}; make help lists them")
        return 2
    try:
        install(verb, module)
        bootstrap.continue_in_venv(arguments)
        return getattr(import_module(module), verb.replace("-", "_"))() or 0
    except Failed as failure:
        print_error(f"\n{verb}: {failure}")
        return 1
    except KeyboardInterrupt:
        print_error(f"\n{verb}: interrupted; make down stops what was started")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
