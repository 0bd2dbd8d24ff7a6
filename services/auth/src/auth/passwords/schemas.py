from pydantic import BaseModel

from auth.fields import Code, Email, NewPassword, Opaque, Password


class ChangePassword(BaseModel):
    current_password: Password
    new_password: NewPassword


class ForgotPassword(BaseModel):
    email: Email
    turnstileToken: Opaque | None = None


class ResetPassword(BaseModel):
    email: Email
    code: Code
    new_password: NewPassword
