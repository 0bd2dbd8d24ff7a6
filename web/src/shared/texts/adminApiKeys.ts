// Texts of the admin panel: keys of the public calculation API.

export const apiKeyLabels = {
  active: 'Действует',
  revoked: 'Отозван',
}

export const adminApiKeys = {
  name: 'Название ключа',
  nameHint: 'Для чего он, например «Сайт дилера»',
  owner: 'Кому выдан',
  account: 'Учётная запись владельца',
  accountHint: 'Если владелец — человек с учётной записью: её удаление отзовёт ключ',
  perMinute: 'Вызовов в минуту',
  perDay: 'Вызовов в сутки',
  lastUsed: 'Последний вызов',
  never: 'Не использовался',
  since: 'Выпущен',
  empty: 'Сюда добавляют ключи для сайтов и программ, которые считают платежи нашим калькулятором.',
  keyTitle: 'Ключ показан один раз',
  keyNote:
    'Передайте его владельцу сейчас. После закрытия записи увидеть ключ нельзя — только выпустить новый.',
  beginning: (prefix: string) => `Начинается с ${prefix}`,
  copy: 'Скопировать ключ',
  revoke: 'Отозвать ключ',
  revoking: 'Отзываем…',
  revokeQuestion: 'Отозвать ключ?',
  revokeHint:
    'Сайт или программа с этим ключом сразу перестанут получать расчёты. Вернуть ключ нельзя.',
  revokedTitle: 'Ключ отозван',
}
