from chassis.web.errors import BadRequest, Conflict


class AlreadyOn(Conflict):
    code, message = "second_factor_on", "Второй фактор уже включён"


class StillRequired(Conflict):
    code, message = "second_factor_required", "Администраторам нужен второй фактор: сначала добавьте другой способ"


class FactorInstead(Conflict):
    code, message = (
        "second_factor_instead",
        "Подтвердите кодом из приложения, кодом восстановления или ключом доступа: письма здесь недостаточно",
    )


class InvalidPasskey(BadRequest):
    code, message = "invalid_passkey", "Ключ доступа не подошёл. Попробуйте ещё раз"
