"""Pages of a release in containers keep the files of the previous build and contain the site's address.

TestReplicas in test_production.py checks that containers are replaced one after the other.
"""

import gzip
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.compose.files import SERVICES as BASE
from tests.gateway.conftest import run_caddy, start_caddy, wait_until

ROOT = Path(__file__).resolve().parents[2]
DAY = 86400
PAGES = ROOT / "web" / "pages.sh"
ADDRESS = "https://www.example.com"


class Pages:
    """The volume of pages, and the container `pages` that fills it from the build in its image."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.volume = folder / "pages"
        self.volume.mkdir()

    def build(self, name: str) -> Path:
        """Create a build with a lazy chunk of its own."""
        client = self.folder / name / "client"
        (client / "assets").mkdir(parents=True)
        meta = '<meta name="site-address" content="http://localhost:8080"/>'
        canonical = f'<link rel="canonical" href="http://localhost:8080/{name}"/>'
        (client / "__spa-fallback.html").write_text(f"<!DOCTYPE html>{meta}{canonical}<title>{name}</title>\n")
        (client / "assets" / f"lazy-{name}.js").write_text(f"export const build = '{name}'")
        (client / "assets" / "shared.js").write_text("export {}")
        (client.parent / "csp.caddy").touch()
        (client.parent / "routes.caddy").write_text("@spa path_regexp ^/dashboard$\n")
        return client

    def publish(self, build: Path, address: str = ADDRESS) -> None:
        """Publish the build like the container `pages` (web/pages.sh)."""
        environment = os.environ | {"BUILD": str(build.parent), "PUBLIC_URL": address}
        subprocess.run(["sh", str(PAGES), "publish", str(self.volume)], env=environment, check=True)

    def make_older(self, days: int) -> None:
        """Make the last publication appear so long ago."""
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
    def test_open_page_loads_its_lazy_chunk_after_the_upgrade(self, pages: Pages, tmp_path: Path) -> None:
        old = pages.build("old")
        new = pages.build("new")
        pages.publish(old)
        pages.publish(new)
        kept_folder = str(pages.volume / "kept")
        with (
            run_caddy(tmp_path, old, OTHER_BUILDS=kept_folder) as not_yet_replaced,
            run_caddy(tmp_path, new, OTHER_BUILDS=kept_folder) as replaced,
            run_caddy(tmp_path, new) as without,
        ):
            immutable = "public, max-age=31536000, immutable"
            assert fetch(f"{replaced}/assets/lazy-old.js") == (200, "export const build = 'old'", immutable)
            # A page of the new build came from the other web server.
            assert fetch(f"{not_yet_replaced}/assets/lazy-new.js") == (200, "export const build = 'new'", immutable)
            assert fetch(f"{replaced}/assets/lazy-new.js")[0] == 200
            assert fetch(f"{replaced}/assets/shared.js")[0] == 200
            assert fetch(f"{replaced}/assets/gone.js")[0] == 404
            assert fetch(f"{without}/assets/lazy-old.js")[0] == 404

    def test_stopping_web_server_serves_until_the_gateway_removes_it(self, pages: Pages, tmp_path: Path) -> None:
        # The drain lasts longer than any test, so the process is killed at the end.
        web, process = start_caddy(tmp_path, pages.build("old"), DRAIN_SECONDS="3600")
        try:
            assert fetch(f"{web}/__gateway/alive")[0] == 204
            process.terminate()
            wait_until(lambda: fetch(f"{web}/__gateway/alive")[0] == 503, "the gateway is asked to take it out")
            assert fetch(f"{web}/assets/shared.js")[0] == 200
        finally:
            process.kill()
            process.wait()

    def test_stopping_web_server_ends_after_its_drain(self, pages: Pages, tmp_path: Path) -> None:
        _, process = start_caddy(tmp_path, pages.build("old"), DRAIN_SECONDS="1")
        process.terminate()
        assert process.wait(120) == 0

    def test_content_service_finds_the_newest_build(self, pages: Pages) -> None:
        root = Path(BASE["content"]["environment"]["WEB_ROOT"])
        for name in ("old", "new", "old"):
            build = pages.folder / name / "client"
            pages.publish(build if build.exists() else pages.build(name))
            page = pages.volume / root.relative_to("/pages") / "__spa-fallback.html"
            assert name in page.read_text()
            assert page.parent.parent.joinpath("csp.caddy").exists()
            assert len(list(pages.volume.iterdir())) == 3

    def test_files_are_kept_for_a_month_after_their_replacement(self, pages: Pages) -> None:
        pages.publish(pages.build("first"))
        pages.make_older(400)
        pages.publish(pages.build("second"))
        assert pages.kept == {"lazy-first.js", "lazy-second.js", "shared.js"}
        pages.make_older(20)
        pages.publish(pages.build("third"))
        assert "lazy-first.js" in pages.kept
        for file in (pages.volume / "kept").rglob("lazy-first.js"):
            os.utime(file, (time.time() - 32 * DAY,) * 2)
        pages.publish(pages.build("fourth"))
        assert pages.kept == {"lazy-second.js", "lazy-third.js", "lazy-fourth.js", "shared.js"}

    def test_restart_with_the_same_build_changes_nothing(self, pages: Pages) -> None:
        build = pages.build("same")
        pages.publish(build)
        before = (pages.volume / "current" / "client" / "__spa-fallback.html").stat().st_mtime_ns
        pages.publish(build)
        assert (pages.volume / "current" / "client" / "__spa-fallback.html").stat().st_mtime_ns == before

    def test_web_servers_mount_the_kept_builds(self) -> None:
        for name in ("web", "web-2"):
            assert BASE[name]["environment"]["OTHER_BUILDS"] == "/pages/kept"
            assert BASE[name]["environment"]["DRAIN_SECONDS"] == BASE["auth"]["environment"]["DRAIN_SECONDS"]
            assert "pages:/pages:ro" in BASE[name]["volumes"]
            assert BASE[name]["depends_on"]["pages"] == {"condition": "service_completed_successfully"}


class TestAddress:
    """One image works for every site: a starting container writes the site's address into the pages."""

    def test_copy_for_the_content_service_has_the_address(self, pages: Pages) -> None:
        build = pages.build("x")
        pages.publish(build)
        served_page = pages.volume / "current" / "client" / "__spa-fallback.html"
        assert f'content="{ADDRESS}"' in served_page.read_text()
        assert f'href="{ADDRESS}/x"' in served_page.read_text()
        assert "localhost" not in served_page.read_text()
        assert "localhost:8080" in (build / "__spa-fallback.html").read_text()
        pages.publish(build, "https://other.example/")
        assert 'href="https://other.example/x"' in served_page.read_text()

    def test_pages_are_compressed_with_the_same_etag_on_all_replicas(self, pages: Pages, tmp_path: Path) -> None:
        build = pages.build("x")
        (build / "__spa-fallback.html.br").write_bytes(b"of the build")
        (tmp_path / "caddy").write_text('#!/bin/sh\necho "$WEB_ROOT"\n')
        (tmp_path / "caddy").chmod(0o755)
        environment = os.environ | {
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "BUILD": str(build.parent),
            "WORK": str(tmp_path / "site"),
            "PUBLIC_URL": ADDRESS,
        }
        for _ in range(2):
            command = ["sh", str(PAGES), "serve"]
            completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            served_folder = Path(completed.stdout.strip())
            page = served_folder / "__spa-fallback.html"
            assert f'content="{ADDRESS}"' in page.read_text()
            assert gzip.decompress((served_folder / "__spa-fallback.html.gz").read_bytes()) == page.read_bytes()
            assert not (served_folder / "__spa-fallback.html.br").exists()
            assert int(page.stat().st_mtime) == int((build / "__spa-fallback.html").stat().st_mtime)
            assert (served_folder / "assets" / "shared.js").read_text() == "export {}"
            assert (served_folder.parent / "routes.caddy").exists()
