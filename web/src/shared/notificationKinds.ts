// The types of notifications with everything that depends on the type: label, colour, priority,
// toast duration and actions.

import type { Tone } from '../ui/Tag.tsx'
import { toast } from './limits.ts'
import { pages } from './paths.ts'
import { kindLabels, toastActions } from './texts/notifications.ts'
import type { Text } from './texts/text.ts'

/** Highest first. */
export const priorities = ['urgent', 'high', 'normal', 'low'] as const

type Priority = (typeof priorities)[number]

type KindAction = {
  label: Text
  /** Without a URL the action only closes the toast. */
  to?: string
}

type Kind = {
  label: string
  priority: Priority
  tone: Exclude<Tone, 'live' | 'plain'>
  actions: readonly KindAction[]
}

const { view, details, check, ignore, more } = toastActions

export const kinds = {
  booking: {
    label: kindLabels.booking,
    priority: 'normal',
    tone: 'info',
    actions: [{ label: view, to: pages.dashboardBookings }],
  },
  payment: {
    label: kindLabels.payment,
    priority: 'high',
    tone: 'warn',
    actions: [{ label: details, to: pages.dashboardPayments }],
  },
  maintenance: {
    label: kindLabels.maintenance,
    priority: 'high',
    tone: 'warn',
    actions: [{ label: more, to: pages.dashboardBookings }],
  },
  promotion: { label: kindLabels.promotion, priority: 'low', tone: 'none', actions: [] },
  system: { label: kindLabels.system, priority: 'low', tone: 'none', actions: [] },
  security: {
    label: kindLabels.security,
    priority: 'urgent',
    tone: 'bad',
    actions: [{ label: check, to: pages.dashboardSecurity }, { label: ignore }],
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds) as KindName[]

const other: Kind = { label: kindLabels.other, priority: 'low', tone: 'none', actions: [] }

export function findKind(type: string): Kind {
  return Object.hasOwn(kinds, type) ? kinds[type as KindName] : other
}

/** Toast duration in ms; null: until the user closes it. */
export const toastDuration: Record<Priority, number | null> = {
  urgent: null,
  high: toast.highPriorityDuration,
  normal: toast.duration,
  low: toast.duration,
}
