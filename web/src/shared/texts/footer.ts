import { typographer as t } from '../../lib/typography.ts'

export const footer = {
  company: 'Компания',
  services: 'Услуги',
  brands: 'Марки',
  social: 'Мы в сетях',
  documents: 'Документы',
  links: {
    about: 'О компании',
    team: 'Команда',
    cars: 'Автомобили',
    blog: 'Блог',
    contacts: 'Контакты',
    selection: 'Подбор автомобиля',
    history: 'Проверка истории',
    delivery: 'Доставка и растаможивание',
    tradeIn: 'Трейд-ин',
    calculator: 'Калькулятор растаможки',
    privacy: 'Политика конфиденциальности',
    terms: 'Пользовательское соглашение',
    sitemap: 'Карта сайта',
    status: 'Статус сервисов',
  },
  stamp: {
    rate: 'Курс евро в расчётах',
    rateUnknown: t('по данным Банка России'),
    rateOf: (rate: string, date: string) => t(`${rate} на ${date}`),
    date: 'Сегодня',
  },
} as const
