"""Refusals of kept calculations."""

from chassis.errors import Conflict, NotFound


class CalculationNotFound(NotFound):
    message = "Такого расчёта нет"


class TooManyKept(Conflict):
    code, message = "too_many_calculations", "Сохранено 500 расчётов: удалите ненужные"


class KeyReused(Conflict):
    code, message = "idempotency_key_reused", "Этот ключ уже занят другим расчётом"
