from pydantic import BaseModel, Field


class EmailToCheck(BaseModel):
    email: str = Field(max_length=1000)


class EmailCheck(BaseModel):
    """What a person should know of the address he typed; never whether an account has it."""

    isValid: bool
    message: str
    warning: str | None = None
    correctedEmail: str | None = None
