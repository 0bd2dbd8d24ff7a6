// Orders and how they are led on.

export const orderDesk = {
  advance: 'Перевести на следующий этап',
  advancing: 'Переводим…',
  advanceNote: 'Сообщение покупателю',
  cancel: 'Отменить заказ',
  cancelReason: 'Причина отмены',
  cancelQuestion: 'Отменить заказ?',
  cancelHint: 'Покупатель увидит причину.',
  steps: 'Этапы',
  papers: 'Документы',
  planned: (from: string, to: string) => `план ${from} – ${to}`,
  actual: (at: string) => `пройден ${at}`,
  late: (reason: string) => `задержка: ${reason}`,
}
