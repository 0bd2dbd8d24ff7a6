"""Fills the conversation of an order of the running local stack, for browser journeys.

`python -m tests.standins.long_conversation ORDER_ID DAYS`. Each day has a hundred messages, from 9:00 in Moscow on.
The last day is yesterday. Both sides have read all messages.
"""

import argparse
from uuid import UUID

import psycopg

from deploy.local import commands, ports

MESSAGES_A_DAY = 100
ADD_MESSAGES = """
WITH conversation AS (
    UPDATE conversations SET last_number = last_number + %(count)s WHERE order_id = %(order)s
    RETURNING order_id, last_number - %(count)s AS entries_before
)
INSERT INTO order_messages (id, order_id, number, at, side, author_id, text)
SELECT
    gen_random_uuid(),
    conversation.order_id,
    conversation.entries_before + written.number,
    (date_trunc('day', now() AT TIME ZONE 'Europe/Moscow')
        - interval '1 day' * ceil((%(count)s - written.number + 1) / %(a_day)s::numeric)
        + interval '9 hours' + interval '4 minutes' * ((written.number - 1) %% %(a_day)s)) AT TIME ZONE 'Europe/Moscow',
    CASE WHEN written.number %% 3 = 0 THEN 'company' ELSE 'buyer' END,
    CASE WHEN written.number %% 3 = 0 THEN NULL ELSE orders.user_id END,
    -- The rows have different heights.
    format('Сообщение %%s.', written.number) || repeat(' Машина идёт по маршруту и будет в срок.', written.number %% 11)
FROM generate_series(1, %(count)s) AS written (number), conversation
JOIN orders ON orders.id = conversation.order_id
"""
# The order is older than its messages.
MOVE_HISTORY_BACK = """
UPDATE order_messages SET at = at - interval '1 day' * (%(days)s + 1) WHERE order_id = %(order)s AND side IS NULL
"""
MARK_READ = """
UPDATE conversation_sides SET read_number = last_number FROM conversations
WHERE conversations.order_id = conversation_sides.order_id AND conversations.order_id = %(order)s
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("order", type=UUID)
    parser.add_argument("days", type=int)
    arguments = parser.parse_args()
    values = {
        "order": arguments.order,
        "days": arguments.days,
        "count": arguments.days * MESSAGES_A_DAY,
        "a_day": MESSAGES_A_DAY,
    }
    database = commands.build_environment("content", ports.read_record())["DATABASE_URL"]
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        for statement in (ADD_MESSAGES, MOVE_HISTORY_BACK, MARK_READ):
            connection.execute(statement, values)


if __name__ == "__main__":
    main()
