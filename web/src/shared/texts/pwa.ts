import { typographer as t } from '../../lib/typography.ts'

export const install = {
  title: t('Приложение на рабочем столе'),
  reason: t('Калькулятор и ход заказа — в одно нажатие. Открытые страницы доступны и без сети.'),
  steps: t('Нажмите «Поделиться» внизу экрана, затем «На экран „Домой“».'),
  accept: 'Установить',
  refuse: 'Не сейчас',
} as const
