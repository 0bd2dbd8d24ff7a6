// The words of every form that asks for an address to write to.

import { typographer as t } from '../../lib/typography'

export const subscription = {
  send: 'Подписаться',
  sending: 'Отправляем…',
  consentBefore: t('Подписываясь, вы соглашаетесь получать письма и принимаете'),
  policy: t('политику конфиденциальности'),
  sent: t('Проверьте почту: мы отправили письмо со ссылкой для подтверждения'),
  failed: t('Не удалось оформить подписку'),
  missing: t('Укажите почту, на которую присылать письма'),
  wrong: t('Проверьте адрес: он выглядит как name@example.com'),
} as const
