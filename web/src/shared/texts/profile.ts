import { typeset } from '../../lib/typography.ts'

export const settings = typeset({
  title: 'Настройки',
  profile: 'Профиль',
  notifications: 'Уведомления',
  securityTitle: 'Вход и данные',
  security: 'Пароль, сеансы, второй фактор, выгрузка и удаление данных — в разделе',
  securityLink: 'Безопасность',
})

export const profile = typeset({
  form: 'Профиль',
  fields: { first_name: 'Имя', last_name: 'Фамилия', phone: 'Телефон', email: 'Email' },
  emailHint: 'Адрес входа. Чтобы сменить его, напишите в поддержку.',
  save: 'Сохранить',
  saving: 'Сохраняем…',
  saved: 'Сохранено',
  failed: 'Не удалось сохранить профиль',
  missing: {
    first_name: 'Укажите имя',
    last_name: 'Укажите фамилию',
    phone: 'В номере не хватает цифр или есть лишние',
  },
})

export const avatar = typeset({
  hint: 'PNG, JPEG или WebP до 5 МБ. Его видят менеджеры и читатели ваших комментариев.',
  choose: 'Загрузить фото',
  replace: 'Заменить фото',
  remove: 'Удалить фото',
  removing: 'Удаляем…',
  dialog: 'Кадр для фото',
  how: 'Сдвиньте снимок мышью, пальцем или стрелками, чтобы лицо оказалось в круге. Ползунок приближает.',
  frame: 'Кадр: двигайте стрелками',
  zoom: 'Масштаб',
  save: 'Сохранить',
  sending: 'Отправляем…',
  cancel: 'Отмена',
  wrongType: 'Это не картинка. Подойдут PNG, JPEG и WebP.',
  tooLarge: 'Файл больше 5 МБ. Уменьшите снимок или выберите другой.',
  unreadable: 'Снимок не открывается. Выберите другой файл.',
  failed: 'Не удалось сохранить фото',
})
