// Texts of the admin panel: contact messages, requests, comments, and the answers to them.

export const inbox = {
  take: 'Взять себе',
  assign: 'Назначить',
  assignQuestion: (count: number) => `Кому назначить выбранное (${count})?`,
  some: {
    assign: (count: number) => `Назначить ${count}`,
    closed: (count: number) => `Закрыть ${count}`,
    spam: (count: number) => `В спам ${count}`,
  },
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
  list: 'Комментарии',
  approveSome: (count: number) => `Одобрить ${count}`,
  rejectSome: (count: number) => `Отклонить ${count}`,
  rejectSomeQuestion: (count: number) => `Отклонить выбранное (${count})?`,
  author: 'Автор',
  byAt: (author: string, post: string) => `${author} · ${post}`,
  text: 'Текст',
  written: 'Написан',
  history: 'История',
  historyText: (approved: number, rejected: number) =>
    `${approved} одобрено, ${rejected} отклонено`,
  article: 'Статья',
  why: 'Причина',
  keysThrough: 'по списку',
  keysApprove: 'одобрить',
  keysReject: 'отклонить',
  keysUndo: 'отменить решение',
  undo: 'Отменить решение',
  decided: {
    approve: (count: number) => (count === 1 ? 'Комментарий одобрен.' : `Одобрено: ${count}.`),
    reject: (count: number) => (count === 1 ? 'Комментарий отклонён.' : `Отклонено: ${count}.`),
  },
  emptyTitle: 'Все комментарии разобраны',
  emptyHint: 'Новый комментарий появится здесь сам.',
  tabs: 'Состояние комментариев',
  blocked: 'автор заблокирован',
  ready: 'Готовые причины',
}
