// The draft of a campaign: its typed values, their validation, and the request built from them.

import type { Audience, MessageSend, StatsAnswer } from '../../api/wire/notifications.ts'
import { readMoscowTime } from '../../lib/moscowTime.ts'
import { campaign as limits } from '../../shared/limits.ts'
import type { KindName } from '../../shared/notificationKinds.ts'
import { toSameSitePath } from '../../shared/sameSitePath.ts'
import { compose as texts } from '../../shared/texts/campaigns.ts'

const allChannels = ['in_app', 'email', 'push', 'telegram'] as const
type Channel = (typeof allChannels)[number]

/** The channels that a campaign can use. The statistics list Telegram only if the site has a bot. */
export function listOfferedChannels(stats: StatsAnswer | undefined): Channel[] {
  return allChannels.filter((channel) => channel !== 'telegram' || stats?.channels?.telegram)
}

export type Recipient = { id: string; name: string }

export type Draft = {
  /** 'all', 'people', 'role:<role>' or 'segment:<key>'. */
  audience: string
  people: readonly Recipient[]
  type: KindName
  title: string
  message: string
  link: string
  channels: readonly Channel[]
  isLater: boolean
  /** The typed sending time, in Moscow time: '2026-11-21T10:00'. */
  sendAt: string
}

export const emptyDraft: Draft = {
  audience: 'all',
  people: [],
  type: 'system',
  title: '',
  message: '',
  link: '',
  channels: ['in_app'],
  isLater: false,
  sendAt: '',
}

type DraftField = 'title' | 'message' | 'channels' | 'people' | 'sendAt' | 'link'
export type DraftProblems = Partial<Record<DraftField, string>>

export function parseMoscowTime(sendAt: string): Date | null {
  const moment = new Date(readMoscowTime(sendAt))
  return sendAt && !Number.isNaN(moment.getTime()) ? moment : null
}

function validateText(text: string, maxLength: number, missing: string): string | undefined {
  if (!text.trim()) return missing
  return [...text.trim()].length > maxLength ? texts.missing.long(maxLength) : undefined
}

export function validateDraft(draft: Draft, now: Date): DraftProblems {
  const { missing } = texts
  const moment = parseMoscowTime(draft.sendAt)
  const link = draft.link.trim()
  const problems: Record<DraftField, string | undefined> = {
    people: draft.audience === 'people' && draft.people.length === 0 ? missing.people : undefined,
    title: validateText(draft.title, limits.titleLength, missing.title),
    message: validateText(draft.message, limits.messageLength, missing.message),
    link: link && toSameSitePath(link) === null ? missing.link : undefined,
    channels: draft.channels.length === 0 ? missing.channels : undefined,
    sendAt: draft.isLater && (!moment || moment <= now) ? missing.when : undefined,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

/** The audience of the request; null while no user is selected. */
export function toAudience({ audience, people }: Draft): Audience | null {
  const [kind, name] = audience.split(':')
  if (kind === 'role') return { role: name as 'user' | 'staff' | 'admin' }
  if (kind === 'segment') return { segment: name }
  if (kind === 'people')
    return people.length > 0 ? { user_ids: people.map((person) => person.id) } : null
  return { all: true }
}

export function toMessageSend(draft: Draft): MessageSend {
  const link = draft.link.trim()
  return {
    type: draft.type,
    title: draft.title.trim(),
    message: draft.message.trim(),
    channels: [...draft.channels],
    data: link ? { link } : undefined,
  }
}

/**
 * The sending time: the selected time, or for a large audience 30 seconds from now, so that sending can
 * be undone. Null means now.
 */
export function computeSendingTime(draft: Draft, recipients: number, now: Date): Date | null {
  if (draft.isLater) return parseMoscowTime(draft.sendAt)
  if (recipients < limits.undoFromRecipients) return null
  return new Date(now.getTime() + limits.undoTime)
}
