// Texts of the admin panel: orders and their steps.

import { formatCount, pluralize } from '../../lib/plural.ts'

const countMessages = (count: number) =>
  `${pluralize(count, ['уйдёт', 'уйдут', 'уйдёт'])} ${formatCount(count, ['сообщение', 'сообщения', 'сообщений'])}`

/** The hint under a question about meetings. Only the buyer of a meeting that has a time gets a message. */
const writeMeetingHint = ({ timed, untimed }: Record<'timed' | 'untimed', string | false>) =>
  [timed, untimed].filter(Boolean).join(' ')

export const adminOrder = {
  advance: 'Перевести на следующий этап',
  advancing: 'Переводим…',
  advanceNote: 'Сообщение покупателю',
  advanceQuestion: (step: string | null) =>
    step ? `Начать этап «${step}»?` : 'Завершить последний этап?',
  advanceHint: (buyer: string | null) => `${buyer ?? 'Покупатель'} узнает сразу и прочтёт это:`,
  messageTitle: 'Сообщение, которое получит покупатель',
  messageToNobody: 'Покупатель удалил учётную запись, сообщать некому.',
  messageLoading: 'Готовим сообщение',
  messageStale:
    'Заказ только что изменил кто-то другой, поэтому перевести этап сейчас нельзя. Закройте вопрос: заказ на экране обновится.',
  messageFailed:
    'Не удалось показать сообщение. Перевести этап можно: покупатель получит его и так.',
  messageChannels: (channels: string) => `Придёт: ${channels}.`,
  messageNoChannels: 'Покупатель отключил такие сообщения и увидит новый этап в заказе.',
  messageEmailNote: (text: string) => `В письме ещё: «${text}»`,
  messageQuiet: (until: string) => `У покупателя тихие часы: письмо уйдёт ${until}.`,
  channels: {
    in_app: 'в кабинет',
    email: 'письмом',
    push: 'уведомлением в браузер',
    telegram: 'в Telegram',
  },
  advanceConfirm: 'Перевести и сообщить',
  until: 'Этап до',
  left: 'Осталось оплатить',
  lateUntil: (day: string) => `просрочен: ${day}`,
  reports: 'Отчёты с дороги',
  newReport: 'Новый отчёт',
  reportPlace: 'Где автомобиль',
  reportText: 'Что произошло',
  reportHint: 'Покупатель прочтёт это сразу. Изменить отчёт потом нельзя',
  reportPictures: 'Фотографии',
  addReport: 'Добавить отчёт',
  advanceSome: (count: number) => `Следующий этап: ${count}`,
  advanceSomeQuestion: (count: number) =>
    `Перевести ${formatCount(count, ['заказ', 'заказа', 'заказов'])} на следующий этап?`,
  advanceSomeHint: (count: number) =>
    count === 1
      ? `Сразу ${countMessages(count)}: название нового этапа, его срок и текст ниже. Отозвать его нельзя.`
      : `Сразу ${countMessages(count)}, по одному на заказ: название нового этапа, его срок и текст ниже. Отозвать их нельзя.`,
  advanceSomeNote: 'Войдёт в каждое сообщение',
  advanceSomeConfirm: 'Перевести и сообщить',
  confirmSome: (count: number) => `Подтвердить ${count}`,
  confirmSomeQuestion: (count: number) =>
    `Подтвердить ${formatCount(count, ['бронирование', 'бронирования', 'бронирований'])}?`,
  confirmSomeHint: (timed: number, untimed: number) =>
    writeMeetingHint({
      timed:
        timed > 0 &&
        `Сразу ${countMessages(timed)} о подтверждении${timed > 1 ? ', по одному на бронирование. Отозвать их нельзя.' : '. Отозвать его нельзя.'}`,
      untimed:
        untimed > 0 &&
        `Без времени: ${untimed}. О таком бронировании покупатель узнает, когда вы назначите время.`,
    }),
  confirmSomeConfirm: (count: number) =>
    `Подтвердить ${count > 1 ? 'бронирования' : 'бронирование'}`,
  cancelSome: (count: number) => `Отменить ${count}`,
  cancelSomeQuestion: (count: number) =>
    `Отменить ${formatCount(count, ['бронирование', 'бронирования', 'бронирований'])}?`,
  cancelSomeHint: (timed: number, untimed: number) =>
    writeMeetingHint({
      timed:
        timed > 0 &&
        `Сразу ${countMessages(timed)} об отмене${timed > 1 ? ', по одному на бронирование' : ''}. Время освободится для других.`,
      untimed: untimed > 0 && `Без времени: ${untimed}. О таком бронировании сообщения не будет.`,
    }),
  cancelSomeConfirm: (count: number) => `Отменить ${count > 1 ? 'бронирования' : 'бронирование'}`,
  cancel: 'Отменить заказ',
  cancelReason: 'Причина отмены',
  cancelQuestion: 'Отменить заказ?',
  cancelHint: 'Покупатель увидит причину.',
  cancelInvoices: 'Неоплаченные счета отменятся, о каждом уйдёт сообщение.',
  cancelReceived: (sum: string) =>
    `Получено ${sum}: деньги останутся за заказом, возврат запишите отдельно.`,
  steps: 'Этапы',
  documents: 'Документы',
  planned: (days: string) => `план ${days}`,
  actual: (at: string) => `пройден ${at}`,
  move: 'Изменить',
  moveOf: (step: string) => `Срок и сообщение: ${step}`,
  from: 'Начало',
  to: 'Конец',
  delayReason: 'Причина переноса',
  delayHint: 'Её увидит покупатель рядом с новым сроком',
  shiftNext: (days: number) =>
    `Сдвинуть следующие этапы на ${formatCount(days, ['день', 'дня', 'дней'])}`,
  nextStepsBefore: (steps: string) => `По плану окажутся раньше этого этапа: ${steps}.`,
  earlierStepsAfter: (steps: string) => `По плану окажутся позже этого этапа: ${steps}.`,
  message: 'Сообщение покупателю об этапе',
  accept: 'Принять',
  refuse: 'Вернуть',
  refuseReason: (title: string) => `Почему возвращаем: ${title}`,
  upload: 'Загрузить',
  uploadOf: (title: string) => `Загрузить: ${title}`,
  replace: 'Заменить',
  replaceOf: (title: string) => `Заменить: ${title}`,
  replaceQuestion: (title: string) => `Заменить документ «${title}»?`,
  replaceHint: (file: string) =>
    `Новый файл: ${file}. Прежний удалится, покупателю уйдёт сообщение.`,
  removeDocumentOf: (title: string) => `Удалить: ${title}`,
  removeDocumentQuestion: (title: string) => `Удалить документ «${title}»?`,
  removeDocumentHint: 'Файл удалится, покупателю уйдёт сообщение. Отменить удаление будет нельзя.',
  leads: 'Кто ведёт',
  conversation: 'Переписка',
  openConversation: 'Открыть переписку',
  dueOn: (date: string) => `до ${date}`,
  dueWas: (date: string) => `срок был ${date}`,
  fromClient:
    'Файлы прислал покупатель, и мы не проверяем их на вирусы. Открывайте PDF во вкладке браузера: там содержимое файла не получит доступа к компьютеру.',
  newDocument: 'Новый документ',
  documentTitle: 'Название документа',
  documentSide: 'Кто готовит',
  documentStep: 'К этапу',
  documentDue: 'Нужен до',
  addDocument: 'Добавить документ',
  payments: 'Платежи',
  paymentsFailed: 'Платежи не загрузились',
  received: 'Деньги пришли',
  receivedSome: (count: number) => `Деньги пришли: ${count}`,
  receivedQuestion: (count: number) =>
    `Деньги пришли: отметить ${formatCount(count, ['платёж', 'платежа', 'платежей'])}?`,
  receivedOneQuestion: (title: string, amount: string) => `Деньги пришли: ${title}, ${amount}?`,
  receivedHint: (count: number) =>
    `Сразу ${countMessages(count)} «деньги пришли» с суммой${count > 1 ? ', по одному на платёж' : ''}.`,
  sent: 'Деньги отправлены',
  sentQuestion: (title: string, amount: string) => `Деньги отправлены: ${title}, ${amount}?`,
  sentHint: 'Покупателю сразу уйдёт сообщение, что банк зачислит их за один–пять рабочих дней.',
  newPayment: 'Новый платёж',
  payBy: 'Оплатить до',
  addPayment: 'Добавить платёж',
  late: (reason: string) => `задержка: ${reason}`,
}

/** Taking back a state of a payment that was set by mistake. */
export const paymentMistake = {
  takeBack: 'Снять отметку об оплате',
  takeBackRefund: 'Снять отметку о возврате',
  outcome: 'Что будет со счётом',
  outcomes: { pending: 'Снова к оплате', cancelled: 'Отменится, платить не нужно' },
  refundOutcome: 'Что будет с возвратом',
  refundOutcomes: { pending: 'Ещё отправим', cancelled: 'Отменится', paid: 'Деньги у нас' },
  paymentUndone: (sum: string) => `${sum} уйдут из оплаченного.`,
  refundUndone: (sum: string) => `${sum} уйдут из возвращённого.`,
  receiptGone: 'Чек исчезнет из кабинета.',
  reservationWaits: 'Бронь снова будет ждать оплаты, срок — как у новой.',
  reservationEnds: 'Бронь снимется.',
  buyerIsTold: 'Покупатель узнает сразу: отметку поставили по ошибке.',
  nobodyIsTold: 'Покупатель удалил учётную запись, сообщать некому.',
  confirm: 'Снять отметку',
}

export const unbookedMoney = {
  title: 'Деньги не зачтены',
  /** The status that the payment provider reported. */
  reported: (status: string) => (status === 'refunded' ? 'возврат' : 'поступило'),
  reason: {
    closed:
      'Счёт уже закрыт, поэтому деньги к нему не отнесены. Свяжитесь с покупателем: вернуть их или выставить новый счёт.',
    amount:
      'Сумма не совпала со счётом. Сверьте её с банком и решите с покупателем, что делать с разницей.',
    refund:
      'По заказу эти деньги уже возвращают другим платежом. Сверьте с банком, не ушли ли они дважды.',
  },
  settle: 'Вопрос решён',
  note: 'Что сделали с деньгами',
  noteHint: 'Запись останется в журнале, отметка исчезнет из списка',
  filter: 'Поступления',
  some: 'Есть незачтённые',
  none: 'Всё зачтено',
}
