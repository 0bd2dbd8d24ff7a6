from chassis.web.errors import BadRequest, Conflict


class SecondFactorAlreadyOn(Conflict):
    code = "second_factor_on"
    message = "Второй фактор уже включён"


class LastSecondFactor(Conflict):
    code = "second_factor_required"
    message = "Администраторам нужен второй фактор: сначала добавьте другой способ"


class EmailCodeInsufficient(Conflict):
    code = "second_factor_instead"
    message = "Подтвердите кодом из приложения, кодом восстановления или ключом доступа: письма здесь недостаточно"


class InvalidPasskey(BadRequest):
    code = "invalid_passkey"
    message = "Ключ доступа не подошёл. Попробуйте ещё раз"
