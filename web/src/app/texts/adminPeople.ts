// The accounts.

export const people = {
  block: 'Заблокировать',
  blocking: 'Блокируем…',
  unblock: 'Разблокировать',
  unblocking: 'Разблокируем…',
  reason: 'Причина',
  reasonMissing: 'Напишите причину: её увидят коллеги',
  sessions: 'Сеансы',
  noSessions: 'Открытых сеансов нет.',
  sessionsFailed: 'Сеансы не загрузились',
  endSessions: 'Завершить все сеансы',
  endQuestion: 'Завершить все сеансы пользователя?',
  endHint: 'На всех устройствах ему придётся войти снова.',
  end: 'Завершить',
  blockedBecause: (reason: string) => `Заблокирован: ${reason}`,
  confirmed: 'Почта подтверждена',
  unconfirmed: 'Почта не подтверждена',
}
