from chassis.web.errors import BadRequest, Conflict, Unavailable


class ProviderUnavailable(Unavailable):
    code = "provider_unavailable"
    message = "Вход через эту соцсеть сейчас недоступен. Попробуйте позже или другим способом"


class InvalidState(BadRequest):
    code = "invalid_state"
    message = "Вход начат в другом окне или слишком давно. Начните заново"


class InvalidSocialCode(BadRequest):
    code = "invalid_code"
    message = "Ошибка авторизации через социальную сеть"


class RedirectNotAllowed(BadRequest):
    code = "invalid_redirect_uri"
    message = "Такой адрес возврата не разрешён"


class LastLoginMethod(Conflict):
    code = "last_login_method"
    message = "Это единственный способ входа: сначала добавьте другой"


class LinkedElsewhere(Conflict):
    code = "identity_taken"
    message = "Этот профиль соцсети уже привязан к другому аккаунту"
