from pydantic import BaseModel

from auth.fields import Email, Opaque, Password


class Login(BaseModel):
    email: Email
    password: Password
    turnstileToken: Opaque | None = None
