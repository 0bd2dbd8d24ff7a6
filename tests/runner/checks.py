"""`make test`, `make check` and the targets that run parts of them. Test folders are found automatically."""

import os
import re
import shutil
import subprocess
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from deploy.local import paths, ports, single_parts, supervisor
from deploy.local.build_web import build_pnpm_command, build_web
from deploy.local.console import StepError
from deploy.local.programs import build_tool_environment, get_caller_environment, run_in_terminal
from tests.runner.stack import run_own_stack
from tests.runner.steps import Result, Step, lower_priority, perform, perform_lanes, report, take_steps

TESTS = paths.ROOT / "tests"
# These folders of tests need the whole stack.
ON_THE_STACK = ("journeys", "faults")
# Benchmarks are not tests.
NOT_TESTS = ("bench",)
# Tests of the deployment have commands of their own, which CI runs in addition to `make test` (tests/README.md).
DEPLOYMENT = ("backup", "compose", "kubernetes", "observability")
# The longest steps start first, so that short ones fill the lanes at the end.
LONGEST_FIRST = ("chassis/tests/events", "auth/tests", "content/tests", "notifications/tests", "status/tests")
CRASHES = TESTS / "faults" / "test_crashes_under_load.py"
# Lanes in addition to the two of the journeys. Most steps wait for real parts and do not need a core.
LANES_BESIDE_JOURNEYS = 2
# Lanes after the journeys have ended.
LANES_AT_THE_END = 3
# Calls of Schemathesis, which run only in `make test-generated`, with all examples of the property tests.
GENERATED_CALLS = "generated"
# hypothesis marks each property test with its own name.
WITH_GENERATED_INPUT = "generated or hypothesis"
# Every part has two replicas. So a journey fails if a process keeps state that the other one needs.
TWO_REPLICAS = "2"
# Playwright sends commands that older versions do not know, such as version 140 of Debian 12.
OLDEST_FIREFOX = 153
# The journeys sign in about a hundred times, and a hash as in production takes 18 ms of processor time.
CHEAP_HASHES = {"AUTH_ARGON2_MEMORY_KIB": "8", "AUTH_ARGON2_PASSES": "1"}


def get_tool_path(name: str) -> str:
    """Return the path of a program in the virtual environment."""
    return str(paths.VENV_BIN / name)


def create_web_step(script: str, title: str, *arguments: str) -> Step:
    """Return a step that runs a script of web/package.json."""
    command = tuple(map(str, build_pnpm_command("run", script, *arguments)))
    return Step(title, command, folder=paths.WEB, environment=build_tool_environment())


def create_module_step(title: str, name: str, *arguments: str) -> Step:
    """Return a step that runs a Python module.

    The scripts in .venv/bin would contain the path where they were installed.
    """
    return Step(title, (str(paths.PYTHON), "-m", name, *arguments))


def list_python_lint_steps() -> list[Step]:
    return [
        Step("lint: Python", (get_tool_path("ruff"), "check", ".")),
        Step("format: Python", (get_tool_path("ruff"), "format", "--check", ".")),
        Step("imports: Python", (get_tool_path("lint-imports"), "--no-cache")),
        create_module_step("architecture: Python", "tests.architecture"),
        create_module_step("scan for secrets", "deploy.supply_chain.secret_scan"),
    ]


def create_web_lint_step() -> Step:
    return create_web_step("lint", "lint: web")


def list_lint_steps() -> list[Step]:
    return [*list_python_lint_steps(), create_web_lint_step()]


def create_python_type_step() -> Step:
    """Return the type check of all code and tests in one process, so that mypy reads the libraries only once."""
    sources = [str(paths.SERVICES_FOLDER / name / "src") for name in paths.PACKAGES]
    tests = [str(folder) for folder in sorted(paths.SERVICES_FOLDER.glob("*/tests")) if has_tests(folder)]
    step = create_module_step(
        "types: Python", "mypy", "--no-error-summary", "deploy", "gateway", "tests", *sources, *tests
    )
    return replace(step, environment=os.environ | {"MYPYPATH": os.pathsep.join(sources)})


def create_web_type_step() -> Step:
    return create_web_step("typecheck", "types: web")


def list_type_steps() -> list[Step]:
    return [create_python_type_step(), create_web_type_step()]


def create_size_step() -> Step:
    return create_web_step("size", "size: web")


def has_tests(folder: Path) -> bool:
    return any(folder.rglob("test_*.py"))


def create_folder_step(title: str, folder: Path, environment: dict[str, str] | None = None, *options: str) -> Step:
    """Return a step that runs the tests of a folder with these options of pytest."""
    return create_pytest_step(title, [str(folder.relative_to(paths.ROOT))], environment, *options)


def create_pytest_step(title: str, names: list[str], environment: dict[str, str] | None = None, *options: str) -> Step:
    """Return a step that runs pytest for folders, files or tests."""
    return Step(title, (str(paths.PYTHON), "-m", "pytest", *names, *options), environment=environment)


def list_service_test_folders() -> list[Path]:
    """Return the folders with the tests of each service and of each part of the chassis, the longest ones first.

    Each runs in its own process, so that they share no state.
    """
    parts = sorted(folder for folder in (paths.SERVICES_FOLDER / "chassis" / "tests").iterdir() if folder.is_dir())
    services = [paths.SERVICES_FOLDER / name / "tests" for name in paths.SERVICES]
    longest = [paths.SERVICES_FOLDER / name for name in LONGEST_FIRST]
    return [*longest, *(folder for folder in (*services, *parts) if has_tests(folder) and folder not in longest)]


def get_service_title(folder: Path) -> str:
    """Return the title of the step that runs these tests: `tests: auth`, `tests: chassis.app`."""
    name = str(folder.relative_to(paths.SERVICES_FOLDER))
    return f"tests: {name.replace('/tests', '').replace('/', '.')}"


def list_service_steps() -> list[Step]:
    """Return the tests of each service and of each part of the chassis, without the calls of Schemathesis."""
    marker_options = ("-m", f"not {GENERATED_CALLS}")
    return [
        create_folder_step(get_service_title(folder), folder, None, *marker_options)
        for folder in list_service_test_folders()
    ]


def list_generated_steps() -> list[Step]:
    """Return the tests with generated input: Schemathesis, and the property tests with all their examples."""
    environment = get_caller_environment() | {"ALL_EXAMPLES": "1"}
    folders = [folder for folder in list_service_test_folders() if has_generated_input(folder)]
    return [
        create_folder_step(get_service_title(folder), folder, environment, "-m", WITH_GENERATED_INPUT)
        for folder in folders
    ]


def has_generated_input(folder: Path) -> bool:
    """Return True if a folder has property tests or calls of Schemathesis.

    Without any, pytest would end with an error.
    """
    texts = (file.read_text() for file in folder.rglob("test_*.py"))
    return any("import hypothesis" in text or "from hypothesis" in text or "mark.generated" in text for text in texts)


def list_document_steps() -> list[Step]:
    """Return the checks of generated documents, events and migrations, and the rules of spectral for OpenAPI."""
    documents = create_module_step("contract documents", "tests.contract.documents")
    events = create_module_step("events of the last release", "tests.contract.event_compatibility")
    migrations = create_module_step("migrations since the last release", "tests.contract.migrations_only_add")
    return [documents, events, migrations, create_web_step("openapi", "rules of the OpenAPI documents")]


def list_drift_steps() -> list[Step]:
    """Return the checks that migrations match the tables, and documents match the code.

    The wire types of the web are generated before each type check, so they need no check.
    """
    return [
        create_module_step("migrations", "chassis.testing.migrations", *paths.SERVICES, "--check"),
        *list_document_steps(),
    ]


def list_cross_service_steps() -> list[Step]:
    """Return the tests of `tests/` that need no stack and do not concern the deployment."""
    excluded_folders = (*ON_THE_STACK, *NOT_TESTS, *DEPLOYMENT)
    folders = [folder for folder in sorted(TESTS.iterdir()) if folder.is_dir() and folder.name not in excluded_folders]
    return [create_folder_step(f"tests: {folder.name}", folder) for folder in folders if has_tests(folder)]


def create_browser_step(environment: dict[str, str], title: str, *arguments: str) -> Step:
    """Return a step that runs Playwright. With `--no-deps` it does not run the projects that other steps run."""
    step = create_web_step("e2e", title, "--no-deps", *arguments)
    return replace(step, environment={**(step.environment or {}), **environment})


def list_stack_lanes(environment: dict[str, str]) -> list[list[Step]]:
    """Return the lanes that may run in parallel on one stack: visitors' journeys depend on no shared state."""
    serial = create_browser_step(environment, "browser journeys: serial", "--project=serial")
    visitors = create_browser_step(environment, "browser journeys: visitors", "--project=visitors")
    return [[serial, create_folder_step("tests: journeys", TESTS / "journeys", environment)], [visitors]]


def create_screens_step(environment: dict[str, str]) -> Step:
    """Return a step that visits every screen: at every width, in both themes, with failing requests, by the Tab key."""
    return create_browser_step(environment, "browser journeys: screens", "--project=screens")


def create_firefox_step(environment: dict[str, str]) -> Step:
    """Return a step that runs the journeys with the tag @core in Firefox; web/playwright.config.ts reads BROWSER."""
    firefox_environment = environment | {"BROWSER": "firefox"}
    return create_browser_step(
        firefox_environment, "browser journeys: Firefox", "--project=serial", "--project=visitors"
    )


def create_webkit_step(environment: dict[str, str]) -> Step:
    """Return a step that runs the core journeys in WebKit on a virtual display (web/e2e/webkit)."""
    step = create_web_step("e2e:webkit", "browser journeys: WebKit")
    return replace(step, environment={**(step.environment or {}), **environment})


def create_stopped_parts_step(environment: dict[str, str]) -> Step:
    """Return a step that runs browser journeys while parts are stopped."""
    return create_browser_step(environment, "browser journeys: stopped parts", "--project=stopped parts")


def create_crashes_step(environment: dict[str, str]) -> Step:
    """Return a step with crashes under load.

    It runs alone and before the other faults: it counts every event, and a fault that loses copies loses events.
    """
    return create_folder_step("tests: crashes", CRASHES, environment)


def create_faults_step(environment: dict[str, str]) -> Step:
    """Return a step with the other faults: lost copies, parts that do not answer, streams whose replica stops."""
    return create_folder_step("tests: faults", CRASHES.parent, environment, f"--ignore={CRASHES}")


def lint() -> int:
    return report([perform(step) for step in list_lint_steps()])


def types() -> int:
    return report([perform(step) for step in list_type_steps()])


def check() -> int:
    """Lint, check types and documents, and check the size of a real build, which is reused if it is current."""
    results = [perform(step) for step in list_lint_steps() + list_type_steps() + list_document_steps()]
    build_web()
    return report([*results, perform(create_size_step())])


def fix() -> int:
    steps = [
        Step("fix: Python", (get_tool_path("ruff"), "check", "--fix", ".")),
        Step("format: Python", (get_tool_path("ruff"), "format", ".")),
        create_web_step("fix", "fix: web"),
    ]
    return report([perform(step) for step in steps])


def codegen() -> int:
    """Generate the OpenAPI and AsyncAPI documents from the code, then the wire types of the web."""
    steps = [
        create_module_step("contract documents", "tests.contract.documents", "--write"),
        create_web_step("codegen", "wire types of the web"),
    ]
    return report([perform(step) for step in steps])


def test() -> int:
    """Run the journeys on a stack of their own, and in parallel everything that needs no stack.

    A stack that does not start counts as one failure of its own step. `P` names single tests to run instead.
    """
    names = single_parts.read_requested_name().split()
    if names:
        return report(test_only(names))
    build_web()
    waiting_steps = deque(list_steps_without_stack())
    with ThreadPoolExecutor(max_workers=1) as executor:
        lanes = (lower_priority(take_steps(waiting_steps)) for _ in range(LANES_BESIDE_JOURNEYS))
        other_results = executor.submit(perform_lanes, *lanes)
        on_stack = run_journeys_on_own_stack()
        # The stack has stopped, so another lane can use its processor time.
        at_the_end = perform_lanes(
            *(take_steps(waiting_steps) for _ in range(LANES_AT_THE_END - LANES_BESIDE_JOURNEYS))
        )
    return report([*on_stack, *other_results.result(), *at_the_end])


def list_steps_without_stack() -> list[Step]:
    """Return all steps that need no stack. Cheap ones, which find most mistakes, come first, then the longest ones."""
    return [
        *list_lint_steps(),
        *list_service_steps(),
        create_python_type_step(),
        create_web_step("test", "tests: web"),
        *list_cross_service_steps(),
        create_web_type_step(),
        *list_drift_steps(),
        create_size_step(),
    ]


def run_journeys_on_own_stack() -> list[Result]:
    """Run the journeys on a stack of their own."""
    with run_own_stack(build_stack_settings()) as (started, environment):
        if started.failed:
            return [started]
        return [started, *perform_lanes(*list_stack_lanes(environment))]


def test_faults() -> int:
    """Run the tests in which parts crash under load, hang or lose data. Nothing else runs on the stack."""
    return run_on_own_stack(create_crashes_step, create_stopped_parts_step, create_faults_step)


def run_on_own_stack(*step_factories: Callable[[dict[str, str]], Step]) -> int:
    """Run steps one after another on a stack of their own. Each factory gets the environment of the stack."""
    build_web()
    with run_own_stack(build_stack_settings()) as (started, environment):
        if started.failed:
            return report([started])
        return report([started, *(perform(create_step(environment)) for create_step in step_factories)])


def test_screens() -> int:
    """Visit every screen, on a stack of its own: accessibility, widths, failing requests, the Tab key."""
    return run_on_own_stack(create_screens_step)


def require_program(name: str, remedy: str) -> None:
    """Raise StepError if a program is missing, before minutes are spent on a build and a stack."""
    if shutil.which(name) is None:
        raise StepError(f"{name} is missing; {remedy}")


def require_firefox() -> None:
    """Raise StepError if Firefox is missing or too old: Playwright sends commands that Firefox 140 does not know."""
    program = os.environ.get("FIREFOX_PATH") or "/usr/bin/firefox-esr"
    remedy = f"FIREFOX_PATH names another Firefox, {OLDEST_FIREFOX} or newer"
    require_program(program, f"Debian: apt-get install firefox-esr. {remedy}")
    version_line = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"Firefox (\d+)", version_line)
    if version is None or int(version.group(1)) < OLDEST_FIREFOX:
        raise StepError(f"{program} is {version_line.strip() or 'no Firefox'}, too old for the journeys; {remedy}")


def require_webkit() -> None:
    for name in ("WebKitWebDriver", "xvfb-run"):
        require_program(name, "Debian: apt-get install webkit2gtk-driver xvfb")


def test_firefox() -> int:
    """Run the core journeys in the Firefox of this machine, on a stack of its own."""
    require_firefox()
    return run_on_own_stack(create_firefox_step)


def test_webkit() -> int:
    """Run the core journeys in the WebKit of this machine, on a stack of its own."""
    require_webkit()
    return run_on_own_stack(create_webkit_step)


def test_deployment() -> int:
    """Test Compose and Kubernetes files, backups, restore drills and alerts with real programs, without a stack."""
    require_program("promtool", "Debian: apt-get install prometheus")
    require_program("kubectl", "one with Kustomize 5 is needed: https://kubernetes.io/docs/tasks/tools/")
    build_web()
    waiting_steps = deque(create_folder_step(f"tests: {name}", TESTS / name) for name in DEPLOYMENT)
    return report(perform_lanes(*(take_steps(waiting_steps) for _ in range(LANES_AT_THE_END))))


def test_generated() -> int:
    """Run the tests with generated input: Schemathesis, and the property tests with all their examples."""
    waiting_steps = deque(list_generated_steps())
    return report(perform_lanes(*(take_steps(waiting_steps) for _ in range(LANES_BESIDE_JOURNEYS))))


def test_only(names: list[str]) -> list[Result]:
    """Run single tests, named as at the end of a test run. A stack is started if one of them needs it."""
    web_tests = [name.removeprefix("web/") for name in names if name.startswith("web/")]
    browser_tests = [name for name in web_tests if name.startswith("e2e/")]
    unit_tests = [name for name in web_tests if name not in browser_tests]
    python_tests = [name for name in names if not name.startswith("web/")]
    on_stack = [name for name in python_tests if name.startswith(tuple(f"tests/{folder}" for folder in ON_THE_STACK))]
    without_stack = [name for name in python_tests if name not in on_stack]

    results: list[Result] = []
    if unit_tests:
        results.append(perform(create_web_step("test", "tests: web", *unit_tests)))
    if without_stack:
        results.append(perform(create_pytest_step("tests", without_stack)))
    if on_stack or browser_tests:
        build_web()
        with run_own_stack(build_stack_settings()) as (started, environment):
            results.append(started)
            if on_stack and not started.failed:
                results.append(perform(create_pytest_step("tests on the stack", on_stack, environment)))
            if browser_tests and not started.failed:
                results.append(perform(create_browser_step(environment, "browser journeys", *browser_tests)))
    return results


def build_stack_settings() -> dict[str, str]:
    """Return the settings of the stack of the journeys: the number of replicas, and cheap password hashes."""
    return {"REPLICAS": os.environ.get("REPLICAS") or TWO_REPLICAS, **CHEAP_HASHES}


def fuzz() -> int:
    """Run Schemathesis on every service, as an administrator and as a visitor, with sequences of calls."""
    environment = get_caller_environment() | {"FUZZ_EXAMPLES": os.environ.get("FUZZ_EXAMPLES", "25")}
    files = [paths.SERVICES_FOLDER / name / "tests" / "test_contract.py" for name in paths.SERVICES]
    steps = [create_folder_step(f"fuzz: {file.parts[-3]}", file, environment) for file in files if file.exists()]
    return report([perform(step) for step in steps])


def build_stack_environment() -> dict[str, str]:
    """Return the environment in which journeys and measurements find the running stack."""
    return get_caller_environment() | {
        "BASE_URL": f"http://localhost:{ports.read_record().get('gateway', ports.DEFAULT_GATEWAY)}",
        "MAIL_DIR": str(paths.MAIL),
        "VAR_DIR": str(paths.VAR),
    }


def e2e() -> int:
    """Run all journeys and faults on the stack of this checkout.

    With BASE_URL they run on that system instead, and no part of it is crashed. With BROWSER=firefox or
    BROWSER=webkit only the core journeys run, in that browser.
    """
    is_remote = "BASE_URL" in os.environ
    if not is_remote:
        supervisor.read_running_ports()
    environment = get_caller_environment() if is_remote else build_stack_environment()
    files = os.environ.get("P", "").split()
    if files:
        return report([perform(create_browser_step(environment, "browser journeys", *files))])
    if os.environ.get("BROWSER") == "firefox":
        require_firefox()
        return report([perform(create_firefox_step(environment))])
    if os.environ.get("BROWSER") == "webkit":
        require_webkit()
        return report([perform(create_webkit_step(environment))])
    lanes = list_stack_lanes(environment)
    results = perform_lanes(*lanes[:-1], [*lanes[-1], create_screens_step(environment)])
    # These browser journeys find out themselves whether they can stop parts.
    last_steps = [create_stopped_parts_step(environment)]
    if not is_remote:
        last_steps += [create_crashes_step(environment), create_faults_step(environment)]
    return report([*results, *(perform(step) for step in last_steps)])


def shots() -> int:
    supervisor.read_running_ports()
    environment = build_tool_environment() | build_stack_environment()
    return run_in_terminal(*build_pnpm_command("run", "shots"), folder=paths.WEB, environment=environment)


def bench_web() -> int:
    supervisor.read_running_ports()
    environment = build_tool_environment() | build_stack_environment()
    scripts = ("bench", "bench:interactions")
    return max(
        run_in_terminal(*build_pnpm_command("run", script), folder=paths.WEB, environment=environment)
        for script in scripts
    )
