"""Email headers with their own line folding: the folding of Python's standard library breaks some of them."""

from email.header import Header
from email.policy import Policy


class Subject(str):
    """A subject header. Python's default folding loses a space where it breaks a line between Russian words."""

    name = "Subject"

    def fold(self, *, policy: Policy) -> str:
        header = Header(self, None if self.isascii() else "utf-8", header_name=self.name)
        return f"{self.name}: {header.encode(linesep=policy.linesep)}{policy.linesep}"


class UnfoldedHeader(str):
    """A structured header that is never folded: folding would create an encoded word (RFC 2047, section 5)."""

    name: str

    def __new__(cls, name: str, value: str) -> "UnfoldedHeader":
        """Raises ValueError if the value is not printable ASCII."""
        if not (value.isascii() and value.isprintable()):
            raise ValueError(f"the header {name} is not printable ASCII")
        header = super().__new__(cls, value)
        header.name = name
        return header

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"
