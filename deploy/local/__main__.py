"""Entry point of the Makefile: `python3 -m deploy.local VERB`. `make help` describes each verb."""

import errno
import sys
from importlib import import_module
from pathlib import Path

from deploy.local import bootstrap, build_web, paths
from deploy.local.console import StepError, print_error

# Each module and the verbs it implements. The function of a verb has its name: `rotate-keys` calls `rotate_keys`.
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
        "test-generated",
        "test-faults",
        "test-screens",
        "test-firefox",
        "test-webkit",
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
# These verbs start the system, so they install the locked Python packages first.
STARTING_VERBS = ("up", "up-observability", "restore")
# Modules of developers' verbs, which work on sources. They also need the locked packages of the web.
DEVELOPER_MODULES = ("tests.", "deploy.skeletons.", "deploy.supply_chain.")
# These errors come from a folder or a disk, so the operator needs a sentence instead of a traceback.
DISK_ERRORS = (errno.EACCES, errno.EDQUOT, errno.EEXIST, errno.ENOSPC, errno.ENOTDIR, errno.EPERM, errno.EROFS)


def install(verb: str, module: str) -> None:
    """Install the locked packages that the verb needs.

    Verbs that start the system need the Python packages here. They install the web packages later, in parallel with
    other work. Developers' verbs need both. All other verbs use what is already installed.
    """
    if verb in STARTING_VERBS or module.startswith(DEVELOPER_MODULES):
        bootstrap.install_python()
    if module.startswith(DEVELOPER_MODULES):
        paths.prepare_folders()
        build_web.install_pnpm()
        build_web.install_web()


def describe_disk_error(verb: str, failure: OSError) -> str:
    """Return one sentence about a path that could not be written, and what to do."""
    path = Path(failure.filename2 or failure.filename or paths.VAR)
    is_disk_full = failure.errno in (errno.ENOSPC, errno.EDQUOT)
    remedy = "free some space" if is_disk_full else "correct that"
    if path.is_relative_to(paths.VAR) or paths.VAR.is_relative_to(path):
        remedy = f"{remedy}, or keep the state elsewhere: VAR_DIR=/some/folder make {verb}"
    return f"{path}: {failure.strerror}; {remedy}"


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
    except StepError as failure:
        print_error(f"\n{verb}: {failure}")
        return 1
    except OSError as failure:
        if failure.errno not in DISK_ERRORS:
            raise
        print_error(f"\n{verb}: {describe_disk_error(verb, failure)}")
        return 1
    except KeyboardInterrupt:
        print_error(f"\n{verb}: interrupted; make down stops what was started")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
