from pydantic import BaseModel, model_validator

from auth.accounts.schemas import Done
from auth.fields import Code, Password


class Confirm(BaseModel):
    """Exactly one of the two."""

    password: Password | None = None
    code: Code | None = None

    @model_validator(mode="after")
    def one_of_them(self) -> "Confirm":
        if (self.password is None) == (self.code is None):
            raise ValueError("Нужен пароль или код из письма")
        return self


class Confirmation(Done):
    """To be sent as the header X-Confirmation."""

    confirmation: str
    expires_in: int
