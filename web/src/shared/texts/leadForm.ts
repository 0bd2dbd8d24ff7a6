// Texts of the quick request and of the request for a car.

import { typographer as t } from '../../lib/typography.ts'

export const leadForm = {
  name: 'Имя',
  phone: 'Телефон',
  email: 'Почта',
  emailHint: t(
    'Необязательно. Если потом зарегистрируетесь с этим адресом, заявка будет в кабинете.',
  ),
  message: 'Сообщение',
  consent: 'Согласие на обработку персональных данных',
  policy: t('Политика конфиденциальности'),
  send: 'Отправить заявку',
  sending: 'Отправляем…',
  sent: (reference: string) =>
    t(`Заявка принята. Номер ${reference}, перезвоним в рабочее время за 15 минут.`),
  withCalculation: (sum: string) => t(`С расчётом на ${sum}`),
  withSaved: t('С сохранённым расчётом'),
  detach: 'Убрать расчёт',
  failed: t('Не удалось отправить заявку'),
  missing: {
    name: t('Напишите, как к вам обращаться'),
    phone: t('Укажите телефон, чтобы мы могли перезвонить'),
    phoneShort: t('В номере не хватает цифр. Пример: +7 900 000-00-00'),
    email: t('Проверьте адрес: в нём должны быть @ и домен'),
    consent: t('Без согласия мы не вправе принять заявку'),
  },
} as const
