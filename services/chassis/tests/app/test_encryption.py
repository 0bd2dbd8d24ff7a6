"""Encryption of secrets at rest, and the stored forms that earlier releases wrote."""

from typing import ClassVar

import pyseto
import pytest
from chassis import encryption
from chassis.settings import CommonSettings
from pydantic import SecretStr

KEY = "a secret key of an installation, long enough"


class AuthSettings(CommonSettings):
    service: ClassVar[str] = "auth"


class StatusSettings(CommonSettings):
    service: ClassVar[str] = "status"


def _make_auth_settings(key: str = KEY) -> AuthSettings:
    return AuthSettings(secret_key=SecretStr(key))


def _make_status_settings() -> StatusSettings:
    return StatusSettings(secret_key=SecretStr(KEY))


def test_values_of_earlier_releases_are_read() -> None:
    totp = (
        "v4.local.diFjsVW7z_Q-FNmFW1mH78JV6p9T56ukeuY0BRC7ESUFGea2cl1ueXnd2XdTNfq3q1INSmMC8yW7ID3IHCTzWE0NreWFt9VHT"
        "rjvlSxjgz0"
    )
    webhook = (
        "v4.local.DNEWwjEwLK2t4sk3sEhdsY4RoNCXTdC-4I79ZxHBM8y1BNkWpKi9pmTTrY1ZEuh_xgHIjSqx08UIJgOnfpoKyLt4bw3pXqfM7WLV"
        "2x5SGQTLT6Rdtuhi4_mfbd6o8YLQeVoQWVcm"
    )
    assert encryption.decrypt(_make_auth_settings(), "totp", totp) == b"JBSWY3DPEHPK3PXP"
    assert (
        encryption.decrypt(_make_status_settings(), "webhook-secret", webhook)
        == b"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    )


def test_a_keyed_hash_equals_the_hash_of_earlier_releases() -> None:
    assert (
        encryption.compute_keyed_hash(_make_auth_settings(), "refresh", "a refresh token")
        == "2aa9353077c6d438a8d07649f40462da748a86df724bdae3db05ff1e6d7002d1"
    )


def test_a_value_is_read_only_for_its_purpose_by_its_service_with_its_key() -> None:
    encrypted_value = encryption.encrypt(_make_auth_settings(), "totp", b"secret")
    assert encryption.decrypt(_make_auth_settings(), "totp", encrypted_value) == b"secret"
    for settings, purpose in [
        (_make_auth_settings(), "confirmation"),
        (_make_status_settings(), "totp"),
        (_make_auth_settings("another key of 32 characters"), "totp"),
    ]:
        with pytest.raises(pyseto.PysetoError):
            encryption.decrypt(settings, purpose, encrypted_value)


def test_a_service_without_a_name_cannot_encrypt() -> None:
    with pytest.raises(AttributeError):
        encryption.encrypt(CommonSettings(), "totp", b"secret")
