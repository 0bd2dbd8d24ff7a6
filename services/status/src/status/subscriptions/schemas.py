from typing import Annotated, Literal

from pydantic import BaseModel, EmailStr, Field


class Subscribe(BaseModel):
    """`website` is a hidden field that only programs fill in."""

    email: Annotated[EmailStr, Field(max_length=254)]
    consent: Literal[True]
    website: str = Field("", max_length=500)


class SubscribeAnswer(BaseModel):
    success: bool = True
    message: str = "Проверьте почту: мы отправили письмо со ссылкой для подтверждения"


class LinkAnswer(BaseModel):
    success: bool = True
    message: str
