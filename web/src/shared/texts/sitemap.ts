import { typographer as t, typeset } from '../../lib/typography.ts'
import { anchors, pages } from '../paths.ts'
import { categories } from './blog.ts'

export const sitemap = typeset({
  title: 'Карта сайта',
  description:
    'Все разделы сайта: компания, услуги, автомобили, блог, контакты, личный кабинет и документы.',
  quick: 'Быстрые ссылки',
})

type SitemapLink = { label: string; to: string }

export const quickLinks: SitemapLink[] = [
  { label: t('Рассчитать стоимость'), to: anchors.calculator },
  { label: t('Получить консультацию'), to: anchors.quickRequest },
  { label: t('Узнать о компании'), to: pages.about },
]

export const sitemapSections: { id: string; title: string; to: string; links: SitemapLink[] }[] = [
  {
    id: 'home',
    title: 'Главная',
    to: pages.home,
    links: [
      { label: t('Почему мы'), to: `${pages.home}#why-us` },
      { label: t('Автомобили в продаже'), to: `${pages.home}#top-models` },
      { label: t('Как мы работаем'), to: `${pages.home}#how-we-work` },
      { label: 'Отзывы', to: `${pages.home}#reviews` },
      { label: t('Быстрая заявка'), to: anchors.quickRequest },
    ],
  },
  {
    id: 'about',
    title: t('О компании'),
    to: pages.about,
    links: [
      { label: 'Миссия', to: `${pages.about}#mission` },
      { label: 'Ценности', to: `${pages.about}#values` },
      { label: 'Команда', to: anchors.team },
      { label: 'История', to: `${pages.about}#history` },
    ],
  },
  {
    id: 'services',
    title: 'Услуги',
    to: pages.services,
    links: [
      { label: t('Подбор автомобиля'), to: anchors.selection },
      { label: t('Проверка истории'), to: anchors.history },
      { label: t('Доставка и растаможивание'), to: anchors.delivery },
      { label: 'Трейд-ин', to: anchors.tradeIn },
      { label: t('Калькулятор растаможки'), to: anchors.calculator },
    ],
  },
  {
    id: 'cars',
    title: 'Автомобили',
    to: pages.cars,
    links: [
      { label: 'Универсалы', to: `${pages.cars}?body_type=estate` },
      { label: 'Седаны', to: `${pages.cars}?body_type=sedan` },
      { label: 'Внедорожники', to: `${pages.cars}?body_type=suv` },
      { label: t('Весь каталог'), to: pages.cars },
    ],
  },
  {
    id: 'blog',
    title: 'Блог',
    to: pages.blog,
    links: categories
      .filter(({ slug }) => slug !== 'all')
      .map(({ slug, name }) => ({ label: name, to: pages.blogCategory(slug) })),
  },
  {
    id: 'contacts',
    title: 'Контакты',
    to: pages.contacts,
    links: [
      { label: t('Форма обратной связи'), to: anchors.contactForm },
      { label: t('Офис на карте'), to: `${pages.contacts}#location` },
      { label: t('Частые вопросы'), to: `${pages.contacts}#faq` },
    ],
  },
  {
    id: 'dashboard',
    title: t('Личный кабинет'),
    to: pages.dashboard,
    links: [
      { label: 'Заказы', to: anchors.orders },
      { label: 'Избранное', to: anchors.favorites },
      { label: 'Бронирования', to: pages.dashboardBookings },
      { label: 'Платежи', to: pages.dashboardPayments },
      { label: 'Безопасность', to: pages.dashboardSecurity },
      { label: t('Центр уведомлений'), to: pages.notifications },
    ],
  },
  {
    id: 'legal',
    title: t('Документы и состояние'),
    to: pages.privacy,
    links: [
      { label: t('Политика конфиденциальности'), to: pages.privacy },
      { label: t('Пользовательское соглашение'), to: pages.terms },
      { label: t('Статус сервисов'), to: pages.status },
      { label: t('Калькулятор для сайтов и программ'), to: pages.developers },
    ],
  },
]
