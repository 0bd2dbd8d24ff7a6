"""Encryption of push messages, compared with the example in RFC 8291."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from notifications.channels.encryption import CURVE, MAX_MESSAGE_BYTES, decode_base64url, encrypt_message

P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


class TestEncryptMessage:
    def test_encrypted_message_equals_the_example_of_rfc_8291(self) -> None:
        """RFC 8291, section 5 and appendix A."""
        private_key = ec.derive_private_key(
            int.from_bytes(decode_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE
        )
        body = encrypt_message(
            b"When I grow up, I want to be a watermelon",
            p256dh=P256DH,
            auth=AUTH,
            salt=decode_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
            private_key=private_key,
        )
        assert body == decode_base64url(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
            "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )

    def test_same_message_is_encrypted_differently_each_time(self) -> None:
        assert encrypt_message(b"x", p256dh=P256DH, auth=AUTH) != encrypt_message(b"x", p256dh=P256DH, auth=AUTH)

    def test_message_must_fit_into_one_record(self) -> None:
        assert len(encrypt_message(b"x" * MAX_MESSAGE_BYTES, p256dh=P256DH, auth=AUTH)) == 4096
        with pytest.raises(ValueError, match="3993"):
            encrypt_message(b"x" * (MAX_MESSAGE_BYTES + 1), p256dh=P256DH, auth=AUTH)
