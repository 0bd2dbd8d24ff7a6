"""An upgrade of the containers: their order, and the scripts and styles of the build before for pages that are open."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import yaml

from tests.gateway.conftest import caddy, start_caddy, wait_until

ROOT = Path(__file__).resolve().parents[2]
BASE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
CONTAINERS = ("web", "web-2", "auth", "auth-2", "content", "calculator")
DAY = 86400
# Answers as the containers of an installation do; `ready` names the container that was started last. Two services of
# the gateway have it; the second finds `late` when it is asked once more.
DOCKER = """#!/bin/sh
echo "$*" >> {folder}/said
case "$*" in
*" config --services") printf '%s\\n' gateway nats {containers} ;;
*" up -d --no-deps --wait "*) [ "${{7}}" != "{broken}" ] && echo "$6" > {folder}/ready ;;
*/metrics)
    now=$(cat {folder}/ready) found=1 gauge=traefik_service_server_up
    [ $now != "{late}" ] || [ -e {folder}/asked ] || {{ found=0; touch {folder}/asked; }}
    for service in "x 1" "y $found"; do
        echo "$gauge{{service=\\"${{service% *}}@file\\",url=\\"http://$now:8000\\"}} ${{service#* }}"
    done ;;
*traefik.yml) cat {root}/gateway/traefik.yml ;;
*" run --rm --no-deps -T {broken}") exit 1 ;;
esac
"""


def upgrade(folder: Path, broken: str = "nothing", late: str = "nobody") -> tuple[int, list[str]]:
    """The exit code of the script, and the words that docker was called with."""
    containers = " ".join(CONTAINERS)
    names = {"containers": containers, "broken": broken, "late": late}
    (folder / "docker").write_text(DOCKER.format(folder=folder, root=ROOT, **names))
    (folder / "docker").chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    script = ROOT / "deploy" / "compose" / "upgrade.sh"
    done = subprocess.run(["sh", str(script)], env=environment, capture_output=True, check=False)
    said = (folder / "said").read_text().splitlines()
    return done.returncode, [line.removeprefix("compose ") for line in said if line.startswith("compose ")]


class TestOrder:
    def test_tables_then_pages_then_one_container_after_the_other(self, tmp_path: Path) -> None:
        code, said = upgrade(tmp_path)
        assert code == 0
        steps = [line for line in said if not re.match("exec -T gateway|config", line)]
        assert steps == [
            "build",
            "run --rm --no-deps -T secrets",
            "exec -T nats sh /etc/nats/reload.sh",
            *(
                f"run --rm --no-deps -T {name}-prepare"
                for name in ("auth", "content", "notifications", "calculator", "status")
            ),
            "run --rm --no-deps -T pages",
            *(f"up -d --no-deps --wait {name}" for name in CONTAINERS),
            "up -d",
        ]

    def test_all_routes_change_at_one_moment_once_every_container_is_replaced(self, tmp_path: Path) -> None:
        """By tests/compose/test_routes.py."""
        said = upgrade(tmp_path)[1]
        routes = said.index("exec -T gateway sh -s /etc/traefik/routes /tmp/routes")
        assert routes > said.index(f"up -d --no-deps --wait {CONTAINERS[-1]}")
        assert routes < said.index("up -d")

    def test_the_next_is_replaced_when_the_gateway_has_found_the_last(self, tmp_path: Path) -> None:
        said = upgrade(tmp_path)[1]
        first = said.index("up -d --no-deps --wait auth")
        assert said[first + 1].endswith("http://127.0.0.1:8082/metrics")
        assert said[first + 2] == "up -d --no-deps --wait auth-2"

    def test_and_each_service_of_the_gateway_has_found_it(self, tmp_path: Path) -> None:
        """Notifications are two of them, each with a health check of its own: requests and streams."""
        said = upgrade(tmp_path, late="auth")[1]
        first, second = (said.index(f"up -d --no-deps --wait {name}") for name in ("auth", "auth-2"))
        assert len(said[first + 1 : second]) == 2

    def test_a_failed_migration_replaces_nothing(self, tmp_path: Path) -> None:
        code, said = upgrade(tmp_path, broken="content-prepare")
        assert code != 0
        assert said[-1] == "run --rm --no-deps -T content-prepare"
        assert not [line for line in said if line.startswith("up")]


class Pages:
    """The volume, and the container `pages` that fills it from the build of its image."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.volume = folder / "pages"
        self.volume.mkdir()

    def build(self, name: str) -> Path:
        """A build with a lazy chunk of its own."""
        client = self.folder / name / "client"
        (client / "assets").mkdir(parents=True)
        (client / "__spa-fallback.html").write_text(f"<!DOCTYPE html><title>{name}</title>")
        (client / "assets" / f"lazy-{name}.js").write_text(f"export const build = '{name}'")
        (client / "assets" / "shared.js").write_text("export {}")
        for file in ("csp.caddy", "routes.caddy"):
            (client.parent / file).write_text("@spa path_regexp ^/dashboard$\n" if file == "routes.caddy" else "")
        return client

    def publish(self, build: Path) -> None:
        script = BASE["pages"]["command"][-1].replace("$$", "$")
        script = script.replace("/srv/build", str(build.parent)).replace("cd /pages", f"cd {self.volume}")
        subprocess.run(["sh", "-ec", script], check=True)

    def age(self, days: int) -> None:
        """As if the last publication had been so long ago."""
        for file in self.volume.rglob("*"):
            if file.is_file():
                os.utime(file, (time.time() - days * DAY,) * 2)

    @property
    def kept(self) -> set[str]:
        return {file.name for file in (self.volume / "kept" / "assets").iterdir()}


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    yield Pages(tmp_path)
    shutil.rmtree(tmp_path)


def fetch(url: str) -> tuple[int, str, str | None]:
    try:
        with urlopen(url, timeout=60) as answer:  # noqa: S310 - a server of this test
            return answer.status, answer.read().decode(), answer.headers["Cache-Control"]
    except HTTPError as error:
        return error.code, "", error.headers["Cache-Control"]


class TestPages:
    def test_an_open_page_loads_its_lazy_chunk_after_the_upgrade(self, pages: Pages, tmp_path: Path) -> None:
        old, new = pages.build("old"), pages.build("new")
        pages.publish(old)
        pages.publish(new)
        kept = str(pages.volume / "kept")
        with (
            caddy(tmp_path, old, OTHER_BUILDS=kept) as not_yet_replaced,
            caddy(tmp_path, new, OTHER_BUILDS=kept) as replaced,
            caddy(tmp_path, new) as without,
        ):
            immutable = "public, max-age=31536000, immutable"
            assert fetch(f"{replaced}/assets/lazy-old.js") == (200, "export const build = 'old'", immutable)
            # A page of the new build came from the other web server.
            assert fetch(f"{not_yet_replaced}/assets/lazy-new.js") == (200, "export const build = 'new'", immutable)
            assert fetch(f"{replaced}/assets/lazy-new.js")[0] == fetch(f"{replaced}/assets/shared.js")[0] == 200
            assert fetch(f"{replaced}/assets/gone.js")[0] == 404
            assert fetch(f"{without}/assets/lazy-old.js")[0] == 404

    def test_a_web_server_that_is_stopped_serves_until_the_gateway_has_taken_it_out(
        self, pages: Pages, tmp_path: Path
    ) -> None:
        # Longer than any test: it is killed at the end.
        web, process = start_caddy(tmp_path, pages.build("old"), DRAIN_SECONDS="3600")
        try:
            assert fetch(f"{web}/__gateway/alive")[0] == 204
            process.terminate()
            wait_until(lambda: fetch(f"{web}/__gateway/alive")[0] == 503, "the gateway is asked to take it out")
            assert fetch(f"{web}/assets/shared.js")[0] == 200
        finally:
            process.kill()
            process.wait()

    def test_a_web_server_that_is_stopped_ends_after_its_drain(self, pages: Pages, tmp_path: Path) -> None:
        _, process = start_caddy(tmp_path, pages.build("old"), DRAIN_SECONDS="1")
        process.terminate()
        assert process.wait(120) == 0

    def test_the_content_service_finds_the_newest_build(self, pages: Pages) -> None:
        root = Path(yaml.safe_load((ROOT / "docker-compose.yml").read_text())["x-settings"]["WEB_ROOT"])
        for name in ("old", "new", "old"):
            build = pages.folder / name / "client"
            pages.publish(build if build.exists() else pages.build(name))
            page = pages.volume / root.relative_to("/pages") / "__spa-fallback.html"
            assert name in page.read_text()
            assert page.parent.parent.joinpath("csp.caddy").exists()
            assert len(list(pages.volume.iterdir())) == 3

    def test_files_are_kept_for_a_month_after_their_replacement(self, pages: Pages) -> None:
        pages.publish(pages.build("first"))
        pages.age(400)
        pages.publish(pages.build("second"))
        assert pages.kept == {"lazy-first.js", "lazy-second.js", "shared.js"}
        pages.age(20)
        pages.publish(pages.build("third"))
        assert "lazy-first.js" in pages.kept
        for file in (pages.volume / "kept").rglob("lazy-first.js"):
            os.utime(file, (time.time() - 32 * DAY,) * 2)
        pages.publish(pages.build("fourth"))
        assert pages.kept == {"lazy-second.js", "lazy-third.js", "lazy-fourth.js", "shared.js"}

    def test_a_restart_without_another_build_changes_nothing(self, pages: Pages) -> None:
        build = pages.build("same")
        pages.publish(build)
        before = (pages.volume / "current" / "client" / "__spa-fallback.html").stat().st_mtime_ns
        pages.publish(build)
        assert (pages.volume / "current" / "client" / "__spa-fallback.html").stat().st_mtime_ns == before

    def test_the_web_servers_mount_what_is_kept(self) -> None:
        for name in ("web", "web-2"):
            assert BASE[name]["environment"]["OTHER_BUILDS"] == "/pages/kept"
            assert BASE[name]["environment"]["DRAIN_SECONDS"] == BASE["auth"]["environment"]["DRAIN_SECONDS"]
            assert "pages:/pages:ro" in BASE[name]["volumes"]
            assert BASE[name]["depends_on"] == {"pages": {"condition": "service_completed_successfully"}}
