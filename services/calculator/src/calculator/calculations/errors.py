"""Errors of saved calculations.

NotFound
└── CalculationNotFound       the calculation does not exist or belongs to another user
Conflict
├── TooManyCalculations       the user has saved as many as allowed
└── IdempotencyKeyReused      the idempotency key was used for another calculation
"""

from chassis.web.errors import Conflict, NotFound


class CalculationNotFound(NotFound):
    message = "Такого расчёта нет"


class TooManyCalculations(Conflict):
    code = "too_many_calculations"
    message = "Сохранено 500 расчётов: удалите ненужные"


class IdempotencyKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "Этот ключ уже занят другим расчётом"
