// Orders, bookings and payments as the service returns them, for tests.

import type {
  BookingRead,
  DocumentRead,
  OrderRead,
  PaymentRead,
  StepRead,
} from '../src/api/wire/content.ts'

let made = 0
const createId = () => {
  made += 1
  return `0190a0b0-0000-7000-8000-${String(made).padStart(12, '0')}`
}

export function makeDocument(given: Partial<DocumentRead> = {}): DocumentRead {
  return {
    id: createId(),
    step: 'customs',
    title: 'ИНН',
    side: 'client',
    status: 'needed',
    reason: null,
    due_on: null,
    file_name: null,
    content_type: null,
    size: null,
    uploaded_at: null,
    url: null,
    version: 1,
    ...given,
  }
}

type StepData = [StepRead['key'], string, string, string, string | null]

const stepData: StepData[] = [
  ['consultation', 'Консультация', '2026-10-13', '2026-10-13', '2026-10-13T14:00:00Z'],
  ['search', 'Поиск', '2026-10-14', '2026-10-16', '2026-10-15T14:00:00Z'],
  ['check', 'Проверка', '2026-10-17', '2026-10-19', '2026-10-18T14:00:00Z'],
  ['purchase', 'Покупка', '2026-10-20', '2026-10-23', '2026-10-24T14:00:00Z'],
  ['logistics', 'Логистика', '2026-10-25', '2026-11-22', null],
  ['customs', 'Таможня', '2026-11-23', '2026-11-28', null],
  ['handover', 'Передача', '2026-11-29', '2026-11-29', null],
]

const findOpenStatus = (key: StepRead['key']) => (key === 'logistics' ? 'current' : 'pending')

function makeSteps(): StepRead[] {
  return stepData.map(([key, title, planned_from, planned_to, actual_at]) => ({
    key,
    title,
    planned_from,
    planned_to,
    actual_at,
    status: actual_at ? 'done' : findOpenStatus(key),
    note: `Заметка этапа ${title}`,
    message: null,
    documents: [],
    delay:
      key === 'purchase'
        ? {
            at: '2026-10-23T10:00:00Z',
            was_from: planned_from,
            was_to: planned_to,
            reason: 'Банк попросил копию договора.',
          }
        : null,
  }))
}

export function makeOrder(given: Partial<OrderRead> = {}): OrderRead {
  const documents = given.documents ?? [makeDocument({ due_on: '2026-11-23' })]
  const steps = makeSteps().map((step) => ({
    ...step,
    documents: documents.filter((document) => document.step === step.key),
  }))
  const order = {
    id: createId(),
    number: 'МА-2291',
    title: 'BMW 318d Touring, 2022',
    status: 'active',
    body_type: 'estate',
    route: null,
    car_id: null,
    price_rub: 3397361,
    calculation_id: null,
    calculation: {
      edition: 'ru-2026-01',
      eur_rate: '93.3508',
      lines: [
        { title: 'Автомобиль', amount: 2417786 },
        { title: 'Таможенные платежи', amount: 979575 },
      ],
    },
    current_step: 'logistics',
    steps,
    documents,
    money: {
      agreed_rub: 3397361,
      paid_rub: 2617786,
      refunded_rub: 0,
      left_rub: 779575,
      next_amount_rub: 779575,
      next_due_at: '2026-11-24T09:00:00Z',
    },
    reports: [
      {
        id: createId(),
        step: 'logistics',
        at: '2026-11-20T06:15:00Z',
        place: 'Познань',
        text: 'Прошли Познань, замечаний нет',
        pictures: [],
      },
    ],
    history: [
      {
        id: createId(),
        at: '2026-10-13T10:00:00Z',
        actor: 'staff',
        kind: 'created',
        text: 'Заказ оформлен',
        details: {},
      },
    ],
    version: 1,
    created_at: '2026-10-13T10:00:00Z',
    updated_at: '2026-11-20T06:15:00Z',
  } satisfies Partial<OrderRead>
  // A new field that no test reads may be missing here.
  return { ...order, ...given } as OrderRead
}

export function makeBooking(given: Partial<BookingRead> = {}): BookingRead {
  return {
    id: createId(),
    kind: 'consultation',
    title: 'Консультация',
    starts_at: '2046-11-22T12:00:00Z',
    ends_at: '2046-11-22T12:30:00Z',
    duration_minutes: 30,
    status: 'confirmed',
    place: null,
    note: null,
    order_id: null,
    request_id: null,
    created_at: '2026-11-01T10:00:00Z',
    updated_at: '2026-11-01T10:00:00Z',
    ...given,
  }
}

export function makePayment(given: Partial<PaymentRead> = {}): PaymentRead {
  return {
    id: createId(),
    order_id: createId(),
    order_number: 'МА-2291',
    order_title: 'BMW 318d Touring, 2022',
    amount_rub: 200000,
    kind: 'deposit',
    status: 'paid',
    title: 'Задаток',
    due_at: null,
    paid_at: '2026-10-14T09:00:00Z',
    receipt: 'чек № 118',
    receipt_url: null,
    created_at: '2026-10-13T10:00:00Z',
    updated_at: '2026-10-14T09:00:00Z',
    ...given,
  }
}
