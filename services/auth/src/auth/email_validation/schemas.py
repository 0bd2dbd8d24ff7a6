from pydantic import BaseModel, Field


class EmailToCheck(BaseModel):
    email: str = Field(max_length=1000)


class EmailCheck(BaseModel):
    """The result for the address that the user typed; never whether an account uses it."""

    isValid: bool
    message: str
    warning: str | None = None
    correctedEmail: str | None = None
