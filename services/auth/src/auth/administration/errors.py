from chassis.web.errors import Conflict


class LastAdministrator(Conflict):
    code, message = "last_admin", "Нельзя лишить прав последнего администратора"


class OwnAccount(Conflict):
    code, message = "own_account", "Свою роль и статус меняет другой администратор"
