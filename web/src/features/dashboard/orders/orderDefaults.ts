// Fills in fields that a response may lack, so that no page has to check for them.

import type { MoneyRead, OrderRead, OrderSummary, SharedOrder } from '../../../api/wire/content.ts'

type PartialSteps<Order extends { steps: readonly object[] }> = Omit<Order, 'steps'> & {
  steps?: Partial<Order['steps'][number]>[]
}

const emptyStep = {
  key: '',
  title: '',
  status: 'pending',
  planned_from: '',
  planned_to: '',
  actual_at: null,
  note: null,
  message: null,
  delay: null,
  documents: [],
} as const

function fillMoney(money: Partial<MoneyRead> | undefined, price: number): MoneyRead {
  return {
    agreed_rub: price,
    paid_rub: 0,
    refunded_rub: 0,
    left_rub: price,
    next_amount_rub: null,
    next_due_at: null,
    ...money,
  }
}

function fillSteps<Step>(steps: readonly Partial<Step>[] | undefined): Step[] {
  return (steps ?? []).map((step) => ({ ...emptyStep, ...step })) as Step[]
}

export function fillOrderSummary(order: PartialSteps<OrderSummary>): OrderSummary {
  return {
    ...order,
    steps: fillSteps<OrderSummary['steps'][number]>(order.steps),
    money: fillMoney(order.money, order.price_rub ?? 0),
  }
}

export function fillOrder(order: PartialSteps<OrderRead>): OrderRead {
  return {
    ...order,
    steps: fillSteps<OrderRead['steps'][number]>(order.steps),
    money: fillMoney(order.money, order.price_rub ?? 0),
    documents: order.documents ?? [],
    history: order.history ?? [],
    reports: (order.reports ?? []).map((report) => ({
      ...report,
      pictures: report.pictures ?? [],
    })),
  }
}

export function fillSharedOrder(order: PartialSteps<SharedOrder>): SharedOrder {
  return { ...order, steps: fillSteps<SharedOrder['steps'][number]>(order.steps) }
}
