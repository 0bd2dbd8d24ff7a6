"""`make test` and the verbs that are its pieces; what there is to run is found by folder."""

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from deploy.local import paths, ports, single_parts, supervisor
from deploy.local.build_web import build_web, pnpm
from deploy.local.programs import caller_environment, exit_code, tool_environment
from tests.runner.stack import own_stack
from tests.runner.steps import Result, Step, behind, perform, perform_lanes, report, taken_from

TESTS = paths.ROOT / "tests"
# These folders of tests need the whole stack; bench measures and is never part of a test run.
ON_THE_STACK = ("journeys", "faults")
NOT_TESTS = ("bench",)
# What an operator installs and keeps: commands of their own, which CI runs beside `make test` (tests/README.md).
DEPLOYMENT = ("backup", "compose", "kubernetes", "observability")
# The longest first, so that short ones fill up the lanes at the end.
LONGEST_FIRST = ("chassis/tests/events", "auth/tests", "content/tests", "notifications/tests", "status/tests")
CRASHES = TESTS / "faults" / "test_crashes_under_load.py"
# Beside the two lanes of the journeys. Most steps wait for real parts, not for a core.
LANES_BESIDE = 2
# Once the journeys are over.
LANES_AT_THE_END = 3
# Two of each part: state that one process keeps, or a change that reaches one only, fails a journey.
TWO = "2"
# The journeys sign in some hundred times, and a hash as in production takes 18 ms of the processor.
CHEAP_HASHES = {"AUTH_ARGON2_MEMORY_KIB": "8", "AUTH_ARGON2_PASSES": "1"}


def tool(name: str) -> str:
    return str(paths.VENV_BIN / name)


def web(script: str, title: str, *words: str) -> Step:
    command = tuple(map(str, pnpm("run", script, *words)))
    return Step(title, command, folder=paths.WEB, environment=tool_environment())


def module(title: str, name: str, *words: str) -> Step:
    """A program of the checkout; by module, since the scripts in .venv/bin name the place they were made at."""
    return Step(title, (str(paths.PYTHON), "-m", name, *words))


def python_lint_steps() -> list[Step]:
    return [
        Step("lint: Python", (tool("ruff"), "check", ".")),
        Step("format: Python", (tool("ruff"), "format", "--check", ".")),
        Step("imports: Python", (tool("lint-imports"), "--no-cache")),
        module("architecture: Python", "tests.architecture"),
        module("scan for secrets", "deploy.supply_chain.secret_scan"),
    ]


def web_lint() -> Step:
    return web("lint", "lint: web")


def lint_steps() -> list[Step]:
    return [*python_lint_steps(), web_lint()]


def python_types() -> Step:
    """Product, deployment and every test, in one process: they share what it reads of the libraries."""
    sources = [str(paths.SERVICES_FOLDER / name / "src") for name in paths.PACKAGES]
    tests = [str(folder) for folder in sorted(paths.SERVICES_FOLDER.glob("*/tests")) if has_tests(folder)]
    step = module("types: Python", "mypy", "--no-error-summary", "deploy", "gateway", "tests", *sources, *tests)
    return replace(step, environment=os.environ | {"MYPYPATH": os.pathsep.join(sources)})


def web_types() -> Step:
    return web("typecheck", "types: web")


def type_steps() -> list[Step]:
    return [python_types(), web_types()]


def size_step() -> Step:
    return web("size", "size: web")


def has_tests(folder: Path) -> bool:
    return any(folder.rglob("test_*.py"))


def pytest(title: str, folder: Path, environment: dict[str, str] | None = None, *words: str) -> Step:
    return pytest_of(title, [str(folder.relative_to(paths.ROOT)), *words], environment)


def pytest_of(title: str, words: list[str], environment: dict[str, str] | None = None) -> Step:
    def command(arguments: list[str]) -> tuple[str, ...]:
        return (str(paths.PYTHON), "-m", "pytest", *arguments)

    options = [word for word in words if word.startswith("-")]
    return Step(title, command(words), environment=environment, repeat=lambda tests: command([*tests, *options]))


def service_steps() -> list[Step]:
    """Each service, and each part of the chassis, in a process of its own, so that no state is shared by accident."""
    parts = sorted(folder for folder in (paths.SERVICES_FOLDER / "chassis" / "tests").iterdir() if folder.is_dir())
    services = [paths.SERVICES_FOLDER / name / "tests" for name in paths.SERVICES]
    names = [str(folder.relative_to(paths.SERVICES_FOLDER)) for folder in (*services, *parts) if has_tests(folder)]
    ordered = [*LONGEST_FIRST, *(name for name in names if name not in LONGEST_FIRST)]
    return [
        pytest(f"tests: {name.replace('/tests', '').replace('/', '.')}", paths.SERVICES_FOLDER / name)
        for name in ordered
    ]


def document_steps() -> list[Step]:
    """The code against its documents and the reference pages, and the documents against spectral's rules."""
    documents = module("contract documents", "tests.contract.documents")
    events = module("events of the last release", "tests.contract.event_compatibility")
    migrations = module("migrations since the last release", "tests.contract.migrations_only_add")
    return [documents, events, migrations, web("openapi", "rules of the OpenAPI documents")]


def drift_steps() -> list[Step]:
    """Tables against migrations, the code against its documents. The types of the web are made for each type check."""
    return [module("migrations", "chassis.testing.migrations", *paths.SERVICES, "--check"), *document_steps()]


def cross_service_steps() -> list[Step]:
    left_out = (*ON_THE_STACK, *NOT_TESTS, *DEPLOYMENT)
    folders = [folder for folder in sorted(TESTS.iterdir()) if folder.is_dir() and folder.name not in left_out]
    return [pytest(f"tests: {folder.name}", folder) for folder in folders if has_tests(folder)]


def browser_journeys(environment: dict[str, str], title: str, *words: str) -> Step:
    # Each call is one lane of its own: what Playwright itself would run before it is another step's.
    step = web("e2e", title, "--no-deps", *words)
    options = [word for word in words if word.startswith("-")]

    def repeat(tests: list[str]) -> tuple[str, ...]:
        files = [name.removeprefix("web/") for name in tests]
        return web("e2e", title, "--no-deps", *options, *files).command

    return replace(step, environment={**(step.environment or {}), **environment}, repeat=repeat)


def stack_lanes(environment: dict[str, str]) -> list[list[Step]]:
    """What may run beside each other on one stack: the visitors' journeys depend on no shared state."""
    serial = browser_journeys(environment, "browser journeys: serial", "--project=serial")
    visitors = browser_journeys(environment, "browser journeys: visitors", "--project=visitors")
    return [[serial, pytest("tests: journeys", TESTS / "journeys", environment)], [visitors]]


def screens(environment: dict[str, str]) -> Step:
    """Every screen at every width and in both themes."""
    return browser_journeys(environment, "browser journeys: screens", "--project=screens")


def stopped_parts(environment: dict[str, str]) -> Step:
    return browser_journeys(environment, "browser journeys: stopped parts", "--project=stopped parts")


def crashes(environment: dict[str, str]) -> Step:
    """Nothing may run beside them. They come before other faults: they count every event, and lost copies take some."""
    return pytest("tests: crashes", CRASHES, environment)


def faults(environment: dict[str, str]) -> Step:
    """Lost copies, silent parts, streams whose replica ends."""
    return pytest("tests: faults", CRASHES.parent, environment, f"--ignore={CRASHES}")


def lint() -> int:
    return report([perform(step) for step in lint_steps()])


def types() -> int:
    return report([perform(step) for step in type_steps()])


def check() -> int:
    """The size is that of a real build; one that is up to date is not made again."""
    results = [perform(step) for step in lint_steps() + type_steps() + document_steps()]
    build_web()
    return report([*results, perform(size_step())])


def fix() -> int:
    steps = [
        Step("fix: Python", (tool("ruff"), "check", "--fix", ".")),
        Step("format: Python", (tool("ruff"), "format", ".")),
        web("fix", "fix: web"),
    ]
    return report([perform(step) for step in steps])


def codegen() -> int:
    """Write anew what is generated from the code: OpenAPI and AsyncAPI documents, then the web's wire types."""
    steps = [
        module("contract documents", "tests.contract.documents", "--write"),
        web("codegen", "wire types of the web"),
    ]
    return report([perform(step) for step in steps])


def test() -> int:
    """Journeys on a stack of its own; beside them everything that needs no stack.

    A stack that does not come up counts as one failure, reported by its own step. `P` names single tests instead.
    """
    if names := single_parts.requested_name().split():
        return report(test_only(names))
    build_web()
    waiting = deque(steps_without_stack())
    with ThreadPoolExecutor(max_workers=1) as beside:
        lanes = (behind(taken_from(waiting)) for _ in range(LANES_BESIDE))
        others = beside.submit(perform_lanes, *lanes)
        on_stack = journeys_on_own_stack()
        # The stack is gone, so both cores are free for what is left.
        left = perform_lanes(*(taken_from(waiting) for _ in range(LANES_AT_THE_END - LANES_BESIDE)))
    return report([*on_stack, *others.result(), *left])


def steps_without_stack() -> list[Step]:
    """The cheap ones first: they find most mistakes. Then the long ones, so that nothing long is left for the end."""
    return [
        *lint_steps(),
        *service_steps(),
        python_types(),
        web("test", "tests: web"),
        *cross_service_steps(),
        web_types(),
        *drift_steps(),
        size_step(),
    ]


def journeys_on_own_stack() -> list[Result]:
    with own_stack(stack_settings()) as (started, environment):
        if started.failed:
            return [started]
        return [started, *perform_lanes(*stack_lanes(environment))]


def test_faults() -> int:
    """Parts crash under load, hang, or lose their data, on a stack of its own; nothing runs beside them."""
    build_web()
    with own_stack(stack_settings()) as (started, environment):
        steps = [] if started.failed else [crashes(environment), stopped_parts(environment), faults(environment)]
        return report([started, *(perform(step) for step in steps)])


def test_screens() -> int:
    """Accessibility and widths of every screen, on a stack of its own."""
    build_web()
    with own_stack(stack_settings()) as (started, environment):
        return report([started, *([] if started.failed else [perform(screens(environment))])])


def test_deployment() -> int:
    """Compose and Kubernetes files, backups and their drills, alerts: against real programs, without a stack."""
    build_web()
    waiting = deque(pytest(f"tests: {name}", TESTS / name) for name in DEPLOYMENT)
    return report(perform_lanes(*(taken_from(waiting) for _ in range(LANES_AT_THE_END))))


def test_only(names: list[str]) -> list[Result]:
    """Single tests, as the closing lines of a run name them; a stack is started for those that need one."""
    of_web = [name.removeprefix("web/") for name in names if name.startswith("web/")]
    in_browser = [name for name in of_web if name.startswith("e2e/")]
    units = [name for name in of_web if name not in in_browser]
    in_python = [name for name in names if not name.startswith("web/")]
    on_stack = [name for name in in_python if name.startswith(tuple(f"tests/{folder}" for folder in ON_THE_STACK))]
    without_stack = [name for name in in_python if name not in on_stack]

    results: list[Result] = []
    if units:
        results.append(perform(web("test", "tests: web", *units)))
    if without_stack:
        results.append(perform(pytest_of("tests", without_stack)))
    if on_stack or in_browser:
        build_web()
        with own_stack(stack_settings()) as (started, environment):
            results.append(started)
            if on_stack and not started.failed:
                results.append(perform(pytest_of("tests on the stack", on_stack, environment)))
            if in_browser and not started.failed:
                results.append(perform(browser_journeys(environment, "browser journeys", *in_browser)))
    return results


def stack_settings() -> dict[str, str]:
    """The stack of the journeys: `REPLICAS` of each part, and cheap password hashes."""
    return {"REPLICAS": os.environ.get("REPLICAS") or TWO, **CHEAP_HASHES}


def fuzz() -> int:
    """Schemathesis over every service, as administrator and visitor, with sequences of calls."""
    environment = caller_environment() | {"FUZZ_EXAMPLES": os.environ.get("FUZZ_EXAMPLES", "25")}
    folders = [paths.SERVICES_FOLDER / name / "tests" / "test_contract.py" for name in paths.SERVICES]
    steps = [pytest(f"fuzz: {file.parts[-3]}", file, environment) for file in folders if file.exists()]
    return report([perform(step) for step in steps])


def stack_environment() -> dict[str, str]:
    """What journeys and measurements need to know of the running stack."""
    return caller_environment() | {
        "BASE_URL": f"http://localhost:{ports.read_record().get('gateway', ports.DEFAULT_GATEWAY)}",
        "MAIL_DIR": str(paths.MAIL),
        "VAR_DIR": str(paths.VAR),
    }


def e2e() -> int:
    """Against the stack of this checkout, or another at BASE_URL: there nothing is broken on purpose."""
    elsewhere = "BASE_URL" in os.environ
    if not elsewhere:
        supervisor.running_ports()
    environment = caller_environment() if elsewhere else stack_environment()
    if files := os.environ.get("P", "").split():
        return report([perform(browser_journeys(environment, "browser journeys", *files))])
    lanes = stack_lanes(environment)
    done = perform_lanes(*lanes[:-1], [*lanes[-1], screens(environment)])
    # The browser journeys see for themselves whether the parts are here to be stopped.
    last = [stopped_parts(environment)]
    if not elsewhere:
        last += [crashes(environment), faults(environment)]
    return report([*done, *(perform(step) for step in last)])


def shots() -> int:
    supervisor.running_ports()
    environment = tool_environment() | stack_environment()
    return exit_code(*pnpm("run", "shots"), folder=paths.WEB, environment=environment)


def bench_web() -> int:
    supervisor.running_ports()
    environment = tool_environment() | stack_environment()
    scripts = ("bench", "bench:interactions")
    return max(exit_code(*pnpm("run", script), folder=paths.WEB, environment=environment) for script in scripts)
