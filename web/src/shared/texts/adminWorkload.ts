// Texts of the admin panel: the open work of every employee.

export const workload = {
  label: 'Нагрузка по сотрудникам',
  lead: 'Что сейчас в работе и у кого. Каждое число открывает свой список.',
  manager: 'Сотрудник',
  nobody: 'Никто не ведёт',
  erased: 'Сотрудник удалён',
  load: 'Заказы',
  inTime: 'этап в срок',
  late: 'этап позже плана',
  counts: {
    open_orders: 'Заказы в работе',
    late_orders: 'Позже плана',
    waiting_conversations: 'Ждут ответа в переписке',
    late_contacts: 'Обращения без ответа в срок',
    late_requests: 'Заявки без ответа в срок',
  },
  figure: (name: string, count: string, value: string) => `${name}, ${count}: ${value}`,
} as const
