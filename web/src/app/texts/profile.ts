import { typographer as t } from '../../lib/typography'

export const settings = {
  title: 'Настройки',
  profile: 'Профиль',
  notifications: 'Уведомления',
  securityTitle: t('Вход и данные'),
  security: t('Пароль, сеансы, второй фактор, выгрузка и удаление данных — в разделе'),
  securityLink: 'Безопасность',
} as const

export const profile = {
  form: 'Профиль',
  fields: { first_name: 'Имя', last_name: 'Фамилия', phone: 'Телефон', email: 'Email' },
  emailHint: t('Адрес входа. Чтобы сменить его, напишите в поддержку.'),
  save: 'Сохранить',
  saving: 'Сохраняем…',
  saved: 'Сохранено',
  failed: t('Не удалось сохранить профиль'),
  missing: {
    first_name: t('Укажите имя'),
    last_name: t('Укажите фамилию'),
    phone: t('В номере не хватает цифр или есть лишние'),
  },
} as const

export const avatar = {
  title: 'Фото',
  hint: t('PNG, JPEG или WebP до 5 МБ. Его видят менеджеры и читатели ваших комментариев.'),
  choose: t('Загрузить фото'),
  replace: t('Заменить фото'),
  remove: t('Удалить фото'),
  removing: 'Удаляем…',
  dialog: t('Кадр для фото'),
  how: t('Сдвиньте снимок мышью, пальцем или стрелками, чтобы лицо оказалось в круге.'),
  frame: t('Кадр: двигайте стрелками'),
  zoom: 'Масштаб',
  save: 'Сохранить',
  sending: 'Отправляем…',
  cancel: 'Отмена',
  wrongType: t('Это не картинка. Подойдут PNG, JPEG и WebP.'),
  tooLarge: t('Файл больше 5 МБ. Уменьшите снимок или выберите другой.'),
  unreadable: t('Снимок не открывается. Выберите другой файл.'),
  failed: t('Не удалось сохранить фото'),
} as const
