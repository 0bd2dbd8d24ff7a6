from chassis.fields import Consent
from chassis.mail.addresses import EmailAddress
from pydantic import BaseModel, Field

from status.components.names import ServiceId


class Subscribe(BaseModel):
    """A subscription to emails about `components`, or about all of them if the list is empty.

    `website` is a hidden field, which only programs fill in.
    """

    email: EmailAddress
    consent: Consent
    components: list[ServiceId] = Field(default_factory=list, max_length=6)
    website: str = Field("", max_length=500)
