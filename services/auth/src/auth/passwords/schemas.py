from contracts.email_address import EmailAddress
from pydantic import BaseModel

from auth.fields import Code, NewPassword, Opaque, Password


class ChangePassword(BaseModel):
    current_password: Password
    new_password: NewPassword


class ForgotPassword(BaseModel):
    email: EmailAddress
    turnstileToken: Opaque | None = None


class ResetPassword(BaseModel):
    email: EmailAddress
    code: Code
    new_password: NewPassword
