"""A software authenticator for passkeys. The WebAuthn library verifies it in the same way as a real device."""

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

    def _build_authenticator_data(self, flags: int, attested_data: bytes = b"") -> bytes:
        """Build the authenticator data: hash of the domain, flags, signature counter, attested credential data."""
        self.count += 1
        domain_hash = hashlib.sha256(self.domain.encode()).digest()
        return domain_hash + bytes([flags]) + self.count.to_bytes(4, "big") + attested_data

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
        # A COSE key (RFC 9053): key type EC2, algorithm ES256, curve P-256, and the two coordinates.
        public_key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        model_id = bytes(16)
        attested_data = model_id + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public_key)
        flags = USER_PRESENT_FLAG | ATTESTED_DATA_FLAG
        if verified:
            flags |= USER_VERIFIED_FLAG
        authenticator_data = self._build_authenticator_data(flags, attested_data)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": authenticator_data})
        client_data = self._build_client_data("webauthn.create", options["challenge"])
        return self._build_answer({"clientDataJSON": client_data, "attestationObject": attestation})

    def get(self, options: dict[str, Any], *, verified: bool = True) -> dict[str, Any]:
        """Return the browser's response to a sign-in challenge."""
        client_data = self._build_client_data("webauthn.get", options["challenge"])
        flags = USER_PRESENT_FLAG
        if verified:
            flags |= USER_VERIFIED_FLAG
        authenticator_data = self._build_authenticator_data(flags)
        signature = self._key.sign(authenticator_data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._build_answer(
            {"clientDataJSON": client_data, "authenticatorData": authenticator_data, "signature": signature}
        )
