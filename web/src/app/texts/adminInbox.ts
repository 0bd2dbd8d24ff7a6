// Contacts, requests and comments: what people wrote, and what is answered.

export const inbox = {
  take: 'Взять себе',
  late: (by: string) => `Просрочено с ${by}`,
  reply: 'Ответить письмом',
  answered: 'Ответ отправлен',
  onlyLate: 'Просроченные',
  inTime: 'В срок',
  reference: (number: string) => `№ ${number}`,
}

export const moderation = {
  approve: 'Одобрить',
  reject: 'Отклонить',
  approving: 'Одобряем…',
  rejecting: 'Отклоняем…',
  reason: 'Причина отклонения',
  reasonHint: 'Увидит только автор',
  reasonMissing: 'Напишите, почему: автор увидит эту причину',
  list: 'Комментарии',
  select: (author: string) => `Выбрать: ${author}`,
  selectAll: 'Выбрать все',
  approveSome: (count: number) => `Одобрить ${count}`,
  rejectSome: (count: number) => `Отклонить ${count}`,
  author: 'Автор',
  text: 'Текст',
  written: 'Написан',
  history: 'История',
  historyText: (approved: number, rejected: number) =>
    `${approved} одобрено, ${rejected} отклонено`,
  article: 'Статья',
  why: 'Причина',
  waiting: 'Ждут',
  oldest: 'Самый старый',
  keysThrough: 'по списку',
  keysApprove: 'одобрить',
  keysReject: 'отклонить',
  emptyTitle: 'Все комментарии разобраны',
  emptyHint: 'Новый комментарий появится здесь сам.',
  tabs: 'Состояние комментариев',
  blocked: 'автор заблокирован',
  ready: 'Готовые причины',
}
