"""Headers of emails that every mail program reads: Python's own folding breaks some of them."""

from email.header import Header
from email.policy import Policy


class Subject(str):
    """A subject with its own folding: Python's newer folding loses a space where it breaks a line of Russian words."""

    name = "Subject"

    def fold(self, *, policy: Policy) -> str:
        words = Header(self, None if self.isascii() else "utf-8", header_name=self.name)
        return f"{self.name}: {words.encode(linesep=policy.linesep)}{policy.linesep}"


class UnfoldedHeader(str):
    """A structured header on one line: folded, it would become an encoded word, which RFC 2047 section 5 forbids."""

    def __new__(cls, name: str, value: str) -> "UnfoldedHeader":
        """Raises ValueError for a value that is no printable ASCII."""
        if not (value.isascii() and value.isprintable()):
            raise ValueError(f"the header {name} is not printable ASCII")
        header = super().__new__(cls, value)
        header.name = name
        return header

    name: str

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"
