from chassis.fields import Consent
from chassis.mail.addresses import EmailAddress
from pydantic import BaseModel, Field


class Subscribe(BaseModel):
    """`website` is a hidden field that only programs fill in."""

    email: EmailAddress
    consent: Consent
    website: str = Field("", max_length=500)
