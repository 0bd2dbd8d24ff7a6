"""Lets the time of a reservation of the running local stack pass, for browser journeys.

`python -m tests.standins.overdue_reservation RESERVATION_ID`. A job of the content service ends the reservation within
15 seconds.
"""

import argparse
from uuid import UUID

import psycopg

from deploy.local import commands, ports

LET_TIME_PASS = "UPDATE reservations SET expires_at = now() WHERE id = %(reservation)s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reservation", type=UUID)
    arguments = parser.parse_args()
    database = commands.build_environment("content", ports.read_record())["DATABASE_URL"]
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        connection.execute(LET_TIME_PASS, {"reservation": arguments.reservation})


if __name__ == "__main__":
    main()
