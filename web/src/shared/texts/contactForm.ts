import { typographer as t } from '../../lib/typography.ts'

export const contactForm = {
  name: 'Форма обратной связи',
  fields: { name: 'Имя', phone: 'Телефон', email: 'Email', subject: 'Тема', message: 'Сообщение' },
  subjectNone: t('Не выбрана'),
  subjects: [
    { value: 'selection', label: 'Подбор автомобиля' },
    { value: 'consultation', label: 'Консультация по услугам' },
    { value: 'calculation', label: 'Расчёт стоимости' },
    { value: 'order', label: 'Вопрос по заказу' },
    { value: 'partnership', label: 'Сотрудничество' },
    { value: 'other', label: 'Другое' },
  ],
  aboutDocument: (title: string) => t(`Пришлите, пожалуйста, документ «${title}».`),
  aboutOrder: (number: string) => t(`Заказ ${number}. `),
  messageHint: t('Например: хочу заказать осмотр машины, которую нашёл сам'),
  consent: 'Согласие на обработку персональных данных',
  policyBefore: t('Как мы с ними обращаемся, написано в'),
  policy: t('политике конфиденциальности'),
  website: t('Сайт (оставьте пустым)'),
  send: 'Отправить сообщение',
  sending: 'Отправляем…',
  sent: 'Сообщение отправлено!',
  reference: (reference: string, until: string) =>
    t(`Номер обращения ${reference}. Ответим до ${until}.`),
  failed: 'Не удалось отправить сообщение',
  problems: {
    name: t('Напишите, как к вам обращаться'),
    phone: t('Укажите телефон, чтобы мы могли перезвонить'),
    phoneShort: t('В номере не хватает цифр. Пример: +7 900 000-00-00'),
    email: t('Укажите почту: на неё придёт номер обращения'),
    emailWrong: t('Проверьте адрес: он выглядит как name@example.com'),
    message: t('Напишите хотя бы несколько слов'),
    messageLong: t('Слишком длинно: уложитесь в 5000 знаков'),
    consent: t('Без согласия мы не вправе принять обращение'),
  },
} as const
