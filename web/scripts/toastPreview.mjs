// The toasts that the web makes by itself, and the buttons of the others, as a part of the page of all messages:
// `node scripts/toastPreview.mjs FOLDER` (make mail-preview).

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds, toastDuration } from '../src/shared/notificationKinds.ts'
import { stream, toasts } from '../src/shared/texts/notifications.ts'
import { selectLanguage } from '../src/shared/texts/text.ts'

const toRussian = (text) => selectLanguage(text, true)
const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function renderSection(name, facts, title, message = '') {
  const rows = Object.entries(facts).map(
    ([key, value]) => `<dt>${escapeHtml(key)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const text = `<h3>${escapeHtml(title)}</h3><p>${escapeHtml(message)}</p>`
  return `<section><code>${name}</code><dl>${rows.join('')}</dl>${text}</section>`
}

const describeDuration = (life) => (life === null ? 'пока не закроют' : `${life / 1000} с`)
const failures = ['unauthorized', 'expired', 'invalid', 'unreachable'].map((failure) =>
  renderSection(
    `toast.stream.${failure}`,
    {
      Когда: 'уведомления не приходят',
      Вид: stream.kind,
      Виден: describeDuration(null),
      Кнопка: failure === 'unreachable' ? stream.retry : stream.signIn,
    },
    toRussian(stream[failure]),
  ),
)
const away = renderSection(
  'toast.away',
  {
    Когда: 'после долгого отсутствия',
    Вид: toasts.away,
    Виден: describeDuration(null),
    Кнопка: toasts.awayShow,
  },
  toasts.awayTitle(7),
  toasts.awayText('Документ не принят: Паспорт'),
)
const buttons = Object.entries(kinds).map(([type, { label, priority, actions }]) =>
  renderSection(
    `toast.${type}`,
    {
      Вид: label,
      Виден: describeDuration(toastDuration[priority]),
      Кнопки: actions.map((action) => toRussian(action.label)).join(', ') || 'нет',
    },
    'Уведомления этого типа',
    'Заголовок и текст — те же, что выше у самих уведомлений.',
  ),
)
writeFileSync(
  join(process.argv[2], 'web.part.html'),
  ['<h2>web: всплывающие уведомления</h2>', away, ...failures, ...buttons].join('\n'),
)
