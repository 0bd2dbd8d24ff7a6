from chassis.fields import Consent
from chassis.mail.addresses import EmailAddress
from pydantic import BaseModel, Field

from status.components.names import ServiceId


class Subscribe(BaseModel):
    """`components` are those that emails are wanted about; none are all. `website` is a hidden field that only programs
    fill in.
    """

    email: EmailAddress
    consent: Consent
    components: list[ServiceId] = Field(default_factory=list, max_length=6)
    website: str = Field("", max_length=500)
