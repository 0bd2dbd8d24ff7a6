"""Creates an administrator on the running local stack, as the stack's first start does, for browser journeys.

`python -m tests.standins.first_administrator EMAIL PASSWORD [--overdue]`. With `--overdue` the time to set another
password is over.
"""

import argparse
import os
import subprocess
import sys

import psycopg

from deploy.local import commands, ports


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("email")
    parser.add_argument("password")
    parser.add_argument("--overdue", action="store_true")
    arguments = parser.parse_args()
    settings = commands.build_environment("auth", ports.read_record())
    account = {"ADMIN_EMAIL": arguments.email, "ADMIN_PASSWORD": arguments.password}
    subprocess.run([sys.executable, "-m", "auth.seed"], env={**os.environ, **settings, **account}, check=True)
    if arguments.overdue:
        with psycopg.connect(settings["DATABASE_URL"].replace("+psycopg", "")) as connection:
            connection.execute(
                "UPDATE accounts SET first_password_until = now() - interval '1 minute' WHERE email = %s",
                [arguments.email],
            )


if __name__ == "__main__":
    main()
