"""One library signs access tokens, another one verifies them: both must agree."""

import pyseto
import pytest
from chassis.identity.keys import SodiumPublicKey, parse_public_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from nacl.exceptions import BadSignatureError
from pyseto.versions.v4 import V4Public

SECRET = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
SIGNER = V4Public(SECRET)
PUBLIC_KEY = V4Public(SECRET.public_key())
CHECKER = parse_public_key(PUBLIC_KEY.to_paserk())


@given(body=st.binary(min_size=1, max_size=300), footer=st.binary(max_size=40), offset=st.integers(0, 400))
def test_both_libraries_accept_signed_tokens_and_refuse_changed_ones(body: bytes, footer: bytes, offset: int) -> None:
    signed_message = body + SIGNER.sign(body, footer)
    assert CHECKER.verify(signed_message, footer) == PUBLIC_KEY.verify(signed_message, footer) == body
    position = offset % len(signed_message)
    # One bit of one byte is changed.
    changed_message = signed_message[:position] + bytes([signed_message[position] ^ 1]) + signed_message[position + 1 :]
    for key in (CHECKER, PUBLIC_KEY):
        with pytest.raises(pyseto.VerifyError):
            key.verify(changed_message, footer)
        with pytest.raises(pyseto.VerifyError):
            key.verify(signed_message, footer + b"x")


def test_a_public_key_checks_tokens_and_cannot_sign() -> None:
    token = pyseto.encode(SIGNER, b"event", footer=b"kid")
    assert pyseto.decode(CHECKER, token).payload == b"event"
    assert (CHECKER.to_paserk(), CHECKER.to_paserk_id()) == (PUBLIC_KEY.to_paserk(), PUBLIC_KEY.to_paserk_id())
    with pytest.raises(ValueError, match="cannot be used for signing"):
        CHECKER.sign(b"event")


def test_a_key_under_which_one_signature_fits_everything_is_refused() -> None:
    point = b"\x01" + bytes(31)
    with pytest.raises(BadSignatureError):
        SodiumPublicKey(point).verify(point + bytes(32), b"anything")


@pytest.mark.parametrize("paserk", ["", "k4.public.", "k4.public.AAAA", "k4.secret." + "A" * 43, "k4.public.ы"])
def test_a_text_that_is_not_a_public_key_is_refused(paserk: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - several libraries say it in their own words
        parse_public_key(paserk)
