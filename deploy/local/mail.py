"""The mail sink: whatever the services send lands as a file in the Maildir var/mail."""

from deploy.local import paths
from deploy.local.parts import Part
from deploy.local.probes import smtp_ready
from deploy.local.programs import caller_environment


def part(port: int) -> Part:
    options = f"-m aiosmtpd -n -l 127.0.0.1:{port} -c aiosmtpd.handlers.Mailbox".split()
    return Part(
        name="mail",
        command=(str(paths.PYTHON), *options, str(paths.MAIL)),
        environment=caller_environment(),
        address=f"smtp://127.0.0.1:{port}",
        ready=smtp_ready(port),
        infrastructure=True,
    )
