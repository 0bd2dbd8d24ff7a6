// Texts of all subscription forms.

import { typeset } from '../../lib/typography.ts'

export const subscription = typeset({
  send: 'Подписаться',
  sending: 'Отправляем…',
  consentBefore: 'Подписываясь, вы соглашаетесь получать письма и принимаете',
  policy: 'политику конфиденциальности',
  sent: 'Проверьте почту: мы отправили письмо со ссылкой для подтверждения',
  failed: 'Не удалось оформить подписку',
  missing: 'Укажите почту, на которую присылать письма',
  wrong: 'Проверьте адрес: он выглядит как name@example.com',
})
