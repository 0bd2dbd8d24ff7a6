"""Accounts and audit log as CSV for Russian spreadsheet programs, which separate cells by semicolons."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from chassis.formats import format_moscow_time, format_phone

from auth.accounts.tables import Account
from auth.administration.tables import AuditEntry

# Spreadsheet programs read a cell that begins with such a character as a formula. Numbers and phone numbers are safe.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[+-]?[\d\s.,]+")
# A phone number such as `+7 495 000-00-10`: no spreadsheet program evaluates it as a formula.
PHONE_NUMBER = re.compile(r"\+\d{1,3}(?: \d{1,4})+(?:-\d\d){2}")
MAX_ROWS = 50_000


def build_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return CSV with a byte-order mark, which makes Excel read it as UTF-8. No cell is a formula."""
    output = io.StringIO()
    writer = csv.writer(output, delimiter=";")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_format_cell(value) for value in row])
    return output.getvalue().encode("utf-8-sig")


def _format_cell(value: object) -> str:
    if isinstance(value, datetime):
        return format_moscow_time(value, "dd.MM.y HH:mm")
    text = "" if value is None else str(value)
    is_safe = NUMBER.fullmatch(text) or PHONE_NUMBER.fullmatch(text)
    is_formula = text.startswith(FORMULA_STARTS) and not is_safe
    return f"'{text}" if is_formula else text


def _format_phone_of(account: Account) -> str | None:
    return format_phone(account.phone) if account.phone else None


ROLES = {"user": "Покупатель", "staff": "Сотрудник", "admin": "Администратор"}
STATUSES = {"active": "Действует", "blocked": "Заблокирован"}
USER_COLUMNS: dict[str, Callable[[Account], object]] = {
    "Номер": lambda account: account.id,
    "Email": lambda account: account.email,
    "Имя": lambda account: account.first_name,
    "Фамилия": lambda account: account.last_name,
    "Телефон": _format_phone_of,
    "Роль": lambda account: ROLES.get(account.role, account.role),
    "Состояние": lambda account: STATUSES.get(account.account_status, account.account_status),
    "Причина": lambda account: account.blocked_reason,
    "Зарегистрирован (МСК)": lambda account: account.created_at,
    "Последний вход (МСК)": lambda account: account.last_login_at,
}
ACTIONS = {
    "user.blocked": "Блокировка",
    "user.unblocked": "Разблокировка",
    "user.role_changed": "Смена роли",
    "user.sessions_ended": "Сеансы завершены",
    "user.erased": "Удаление данных",
    "users.exported": "Выгрузка учётных записей",
    "audit.exported": "Выгрузка журнала",
}
AUDIT_HEADER = ("Время (МСК)", "Действие", "Кто", "Кто, имя", "О ком", "О ком, имя", "Подробности", "Адрес")


def build_users_csv(accounts: Iterable[Account]) -> bytes:
    rows = []
    for account in accounts:
        rows.append([read_column(account) for read_column in USER_COLUMNS.values()])
    return build_csv(list(USER_COLUMNS), rows)


def build_audit_csv(entries: Iterable[tuple[AuditEntry, Account | None]]) -> bytes:
    return build_csv(AUDIT_HEADER, (_build_audit_row(*entry) for entry in entries))


def _build_audit_row(entry: AuditEntry, subject: Account | None) -> list[object]:
    return [
        entry.at,
        ACTIONS.get(entry.action, entry.action),
        entry.actor_id,
        entry.actor_name,
        entry.entity_id,
        subject.full_name if subject else "",
        "; ".join(f"{name}: {value}" for name, value in entry.changes.items()),
        entry.address,
    ]
