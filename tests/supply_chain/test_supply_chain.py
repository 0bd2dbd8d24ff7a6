"""The bill of materials, the audit and the scan for secrets."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from deploy.supply_chain import audit, components, sbom, secret_scan
from deploy.supply_chain.components import Component

LOCK = """anyio==4.1 \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
    # via httpx
pyzz_unknown==1.0 ; sys_platform == 'win32' \\
    --hash=sha256:{a}
""".format(a="a" * 64, b="b" * 64)
NPM = {"packages": {"@scope/one@2.0.1": {"resolution": {"integrity": "sha512-qqo="}}}}


class TestComponents:
    def test_each_package_of_the_lock_with_its_hashes(self) -> None:
        one, two = components.python_packages(LOCK)
        assert (one.purl, one.license, one.sha256) == ("pkg:pypi/anyio@4.1", "MIT", ("a" * 64, "b" * 64))
        assert (two.purl, two.license) == ("pkg:pypi/pyzz-unknown@1.0", "unknown")

    def test_npm_packages_with_scope_and_digest(self, tmp_path: Any) -> None:
        folder = tmp_path / "@scope+one@2.0.1_peer@1" / "node_modules" / "@scope" / "one"
        folder.mkdir(parents=True)
        (folder / "package.json").write_text('{"license": "ISC"}')
        (one,) = components.npm_packages(NPM, tmp_path)
        assert (one.name, one.purl, one.sha512) == ("@scope/one", "pkg:npm/%40scope/one@2.0.1", ("aaaa",))
        assert one.license == "ISC"

    def test_images_of_others_by_tag_or_digest(self) -> None:
        compose = f"    image: nats:2-alpine\n    image: meridian-avto/auth:1\n    image: a/b:1@sha256:{'c' * 64}\n"
        dockerfile = "FROM python:3.11-slim AS build\nFROM build\nCOPY --from=ghcr.io/x/uv:0.1 /uv /\n"
        found = {one.name: (one.version, one.sha256) for one in components.images(compose, [dockerfile])}
        expected = {"nats": ("2-alpine", ()), "a/b": ("1", ("c" * 64,))}
        assert found == expected | {"python": ("3.11-slim", ()), "ghcr.io/x/uv": ("0.1", ())}

    def test_the_bill_of_materials_names_everything_that_is_locked(self) -> None:
        everything = components.all_components()
        document = sbom.to_cyclonedx(everything)
        assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
        purls = [one["purl"] for one in document["components"]]
        assert len(purls) == len(set(purls))
        assert {purl.partition("/")[0] for purl in purls} == {"pkg:pypi", "pkg:npm", "pkg:docker"}
        lock = (components.ROOT / "requirements.lock").read_text()
        assert sum(purl.startswith("pkg:pypi/") for purl in purls) == lock.count("\n    # via")
        assert all(one.get("hashes") for one in document["components"] if one["type"] == "library")


@pytest.fixture
def database() -> Iterator[str]:
    """A vulnerability database that knows one advisory, for the package `bad`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            known = [{"vulns": [{"id": "OSV-1"}]} if "/bad@" in one["package"]["purl"] else {} for one in queries]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"results": known}).encode())

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class TestAudit:
    def test_it_names_the_affected_packages(self, database: str) -> None:
        good, bad = (Component("library", name, "1", f"pkg:pypi/{name}@1") for name in ("good", "bad"))
        assert audit.vulnerabilities([good, bad], database) == [(bad, ["OSV-1"])]

    def test_without_an_answer_it_says_that_nothing_was_audited(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("AUDIT_URL", "http://127.0.0.1:9/")
        assert audit.audit() == 2
        assert "nothing was audited" in capsys.readouterr().err


# Written in two parts, so that the scan does not find them here.
SECRETS = [
    "-----BEGIN PRIVATE" + " KEY-----\nMC4CAQAw",
    "k4.secret" + "." + "A" * 86,
    "AKIA" + "ABCDEFGHIJKLMNOP",
    "ghp" + "_" + "a" * 36,
    "123456789" + ":AA" + "b" * 33,
    "SECRET_KEY" + "=" + "0a" * 32,
    'api_key: "' + "0a" * 16 + '"',
]


class TestSecretScan:
    @pytest.mark.parametrize("text", SECRETS)
    def test_a_credential_is_found(self, text: str) -> None:
        assert [number for number, _ in secret_scan.secrets_in(f"\n{text}\n")] == [2]

    def test_a_marked_line_is_skipped(self) -> None:
        assert list(secret_scan.secrets_in(f"{SECRETS[2]}  # secret-scan: allow (a test vector)")) == []

    @pytest.mark.parametrize("text", ["SECRET_KEY=", "password: ${AUTH_SECRET}", "k4.public." + "A" * 43, "0a" * 32])
    def test_what_is_no_credential_passes(self, text: str) -> None:
        assert list(secret_scan.secrets_in(text)) == []

    def test_the_repository_has_none(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert secret_scan.main() == 0, capsys.readouterr().out
