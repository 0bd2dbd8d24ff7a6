"""The mail sink: whatever the services send lands as a file in the Maildir var/mail."""

from deploy.local import paths
from deploy.local.parts import Part
from deploy.local.probes import smtp_ready
from deploy.local.programs import caller_environment


def part(port: int) -> Part:
    listen = f"127.0.0.1:{port}"
    return Part(
        name="mail",
        command=(
            str(paths.PYTHON),
            "-m",
            "aiosmtpd",
            "-n",
            "-l",
            listen,
            "-c",
            "aiosmtpd.handlers.Mailbox",
            str(paths.MAIL),
        ),
        environment=caller_environment(),
        address=f"smtp://{listen}",
        ready=smtp_ready(port),
        infrastructure=True,
    )
