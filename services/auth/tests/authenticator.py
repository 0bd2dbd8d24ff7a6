"""A software authenticator for passkeys, complete enough to be verified like a real one."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

USER_PRESENT_FLAG = 0x01
USER_VERIFIED_FLAG = 0x04
ATTESTED_DATA_FLAG = 0x40


class Authenticator:
    """One key pair for one site."""

    def __init__(self, origin: str = "http://localhost:8080", domain: str = "localhost") -> None:
        self.origin = origin
        self.domain = domain
        self.id = secrets.token_bytes(32)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def _build_client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _build_authenticator_data(self, flags: int, tail: bytes = b"") -> bytes:
        self.count += 1
        return hashlib.sha256(self.domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + tail

    def _build_answer(self, response: dict[str, bytes]) -> dict[str, Any]:
        parts = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {
            "id": bytes_to_base64url(self.id),
            "rawId": bytes_to_base64url(self.id),
            "type": "public-key",
            "response": parts,
        }

    def create(self, options: dict[str, Any], *, verified: bool = True) -> dict[str, Any]:
        """Return the browser's response after creating a passkey."""
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        tail = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._build_authenticator_data(
            USER_PRESENT_FLAG | ATTESTED_DATA_FLAG | (USER_VERIFIED_FLAG if verified else 0), tail
        )
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._build_client_data("webauthn.create", options["challenge"])
        return self._build_answer({"clientDataJSON": client_data, "attestationObject": attestation})

    def get(self, options: dict[str, Any], *, verified: bool = True) -> dict[str, Any]:
        """Return the browser's response to a sign-in challenge."""
        client_data = self._build_client_data("webauthn.get", options["challenge"])
        data = self._build_authenticator_data(USER_PRESENT_FLAG | (USER_VERIFIED_FLAG if verified else 0))
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._build_answer({"clientDataJSON": client_data, "authenticatorData": data, "signature": signature})
