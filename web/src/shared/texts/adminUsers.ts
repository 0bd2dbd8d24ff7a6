// Texts of the admin panel: accounts.

export const adminUsers = {
  /** The question before an account gets another role. */
  giveRole: {
    admin: {
      title: (name: string) => `Сделать администратором: ${name}?`,
      hint: 'Сможет всё, что можете вы: видеть покупателей и деньги, менять настройки, назначать и блокировать других.',
      confirm: 'Сделать администратором',
    },
    staff: {
      title: (name: string) => `Сделать сотрудником: ${name}?`,
      hint: 'Сотруднику можно поручать заявки и заказы. В эту панель его не пустит.',
      confirm: 'Сделать сотрудником',
    },
    user: {
      title: (name: string) => `Сделать покупателем: ${name}?`,
      hint: 'Останется только кабинет покупателя. В эту панель не пустит.',
      confirm: 'Сделать покупателем',
    },
  },
  blockQuestion: (name: string) => `Заблокировать: ${name}?`,
  blockHint: (reason: string) =>
    `Сайт сразу перестанет пускать, открытые страницы покажут блокировку. В письме будет причина: «${reason}».`,
  unblockQuestion: (name: string) => `Разблокировать: ${name}?`,
  unblockHint: 'Сможет войти снова и получит об этом письмо.',
  block: 'Заблокировать',
  blocking: 'Блокируем…',
  unblock: 'Разблокировать',
  unblocking: 'Разблокируем…',
  reason: 'Причина',
  reasonHint: 'Придёт письмом пользователю и останется в журнале',
  blockSome: (count: number) => `Заблокировать ${count}`,
  blockSomeQuestion: (count: number) => `Заблокировать пользователей (${count})?`,
  blockSomeHint: 'Сайт сразу перестанет их пускать, открытые страницы покажут блокировку.',
  unblockSome: (count: number) => `Разблокировать ${count}`,
  unblockSomeQuestion: (count: number) => `Разблокировать пользователей (${count})?`,
  unblockSomeHint: 'Смогут войти снова и получат об этом письмо.',
  endSome: (count: number) => `Завершить сеансы ${count}`,
  endSomeQuestion: (count: number) => `Завершить все сеансы пользователей (${count})?`,
  endSomeHint: 'На всех устройствах им придётся войти снова.',
  sessions: 'Сеансы',
  noSessions: 'Открытых сеансов нет.',
  sessionsFailed: 'Сеансы не загрузились',
  endSessions: 'Завершить все сеансы',
  endQuestion: (name: string) => `Завершить все сеансы: ${name}?`,
  endHint: 'На всех устройствах придётся войти снова.',
  end: 'Завершить',
  blockedBecause: (reason: string) => `Заблокирован: ${reason}`,
  mail: 'Почта',
  confirmed: 'подтверждена',
  unconfirmed: 'не подтверждена',
}
