"""Output about the accounts that the first start has created."""

from deploy.local.commands import format_account_lines, has_generated_password

ADMIN = {"email": "admin@example.com", "password": "made-up", "created": True}


class TestAccountLines:
    def test_generated_password_is_shown(self) -> None:
        lines = format_account_lines(
            {**ADMIN, "demo": {"email": "buyer@example.com", "password": "too", "created": True}}
        )
        assert "admin@example.com   password: made-up" in lines[0]
        assert "buyer@example.com   password: too" in lines[1]

    def test_given_password_is_not_shown(self) -> None:
        lines = format_account_lines({**ADMIN, "password": None})
        assert lines == ["administrator  admin@example.com   with the password that was given"]

    def test_second_start_shows_no_password(self) -> None:
        assert format_account_lines({})[0].startswith("administrator  as before")


class TestGeneratedPasswords:
    def test_generated_passwords_are_detected(self) -> None:
        assert has_generated_password(ADMIN)
        assert has_generated_password({**ADMIN, "password": None, "demo": {"password": "x"}})
        assert not has_generated_password({**ADMIN, "password": None})
        assert not has_generated_password({})
