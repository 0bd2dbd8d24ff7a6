from contracts.email_address import EmailAddress
from pydantic import BaseModel

from auth.fields import Opaque, Password


class Login(BaseModel):
    email: EmailAddress
    password: Password
    turnstileToken: Opaque | None = None
