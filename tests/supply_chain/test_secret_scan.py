"""The scan for secrets."""

import pytest

from deploy.supply_chain import secret_scan

# Each is written in two parts, so that the scan does not find it here.
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
    def test_credential_is_reported(self, text: str) -> None:
        assert [number for number, _ in secret_scan.find_secrets(f"\n{text}\n")] == [2]

    def test_a_marked_line_is_skipped(self) -> None:
        assert list(secret_scan.find_secrets(f"{SECRETS[2]}  # secret-scan: allow (a test vector)")) == []

    @pytest.mark.parametrize("text", ["SECRET_KEY=", "password: ${AUTH_SECRET}", "k4.public." + "A" * 43, "0a" * 32])
    def test_other_text_is_not_reported(self, text: str) -> None:
        assert list(secret_scan.find_secrets(text)) == []

    def test_repository_contains_no_credential(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert secret_scan.main() == 0, capsys.readouterr().out
