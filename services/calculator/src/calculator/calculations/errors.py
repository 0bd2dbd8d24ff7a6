"""Errors of saved calculations.

NotFound
└── CalculationNotFound       no such calculation, or another user's
Conflict
├── TooManyCalculations       the user has saved as many as allowed
└── IdempotencyKeyReused      the key was used for another calculation
"""

from chassis.web.errors import Conflict, NotFound


class CalculationNotFound(NotFound):
    message = "Такого расчёта нет"


class TooManyCalculations(Conflict):
    code, message = "too_many_calculations", "Сохранено 500 расчётов: удалите ненужные"


class IdempotencyKeyReused(Conflict):
    code, message = "idempotency_key_reused", "Этот ключ уже занят другим расчётом"
