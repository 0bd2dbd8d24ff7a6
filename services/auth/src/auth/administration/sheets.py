"""Lists of administrators as CSV that a spreadsheet opens as it is meant."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from auth.accounts.tables import Account
from auth.administration.tables import AuditEntry

# Spreadsheets take these for the beginning of a formula.
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
MOST_ROWS = 50_000


def sheet(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """CSV with a byte-order mark, so that Cyrillic is read right; no cell is a formula."""
    output = io.StringIO()
    writer = csv.writer(output)
    writer.writerow(header)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return output.getvalue().encode("utf-8-sig")


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(DANGEROUS) else text


USER_COLUMNS: dict[str, Callable[[Account], object]] = {
    "id": lambda a: a.id,
    "email": lambda a: a.email,
    "Имя": lambda a: a.first_name,
    "Фамилия": lambda a: a.last_name,
    "Телефон": lambda a: a.phone,
    "Роль": lambda a: a.role,
    "Статус": lambda a: a.account_status,
    "Причина": lambda a: a.blocked_reason,
    "Создан": lambda a: a.created_at.isoformat(),
    "Последний вход": lambda a: a.last_login_at.isoformat() if a.last_login_at else "",
}
AUDIT_HEADER = ("Время", "Действие", "Кто", "Кто, имя", "О ком", "О ком, имя", "Подробности", "Адрес")


def of_users(accounts: Iterable[Account]) -> bytes:
    columns = list(USER_COLUMNS.values())
    return sheet(list(USER_COLUMNS), ([column(account) for column in columns] for account in accounts))


def of_audit(entries: Iterable[tuple[AuditEntry, Account | None, Account | None]]) -> bytes:
    return sheet(AUDIT_HEADER, (_audit_row(*entry) for entry in entries))


def _audit_row(entry: AuditEntry, actor: Account | None, subject: Account | None) -> list[object]:
    at, who, whom = entry.at.isoformat(), _name(actor), _name(subject)
    return [at, entry.action, entry.actor_id, who, entry.subject_id, whom, entry.details, entry.ip]


def _name(account: Account | None) -> str:
    return f"{account.first_name} {account.last_name}" if account else ""
