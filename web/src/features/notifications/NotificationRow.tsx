// One notification in a list: its text, time and kind, and whether it is read.

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { NotificationRead } from '../../api/wire/notifications.ts'
import { formatShortDateTime, formatTime } from '../../lib/dates.ts'
import { typographer } from '../../lib/typography.ts'
import { findKind } from '../../shared/notificationKinds.ts'
import { toSameSitePath } from '../../shared/sameSitePath.ts'
import { bell, lists } from '../../shared/texts/notifications.ts'
import { joinClasses } from '../../ui/classes.ts'

type Props = {
  notification: NotificationRead
  /** In the bell: no kind, and the message on one line. */
  brief?: boolean
  /** Called when the title is pressed. */
  onOpen: () => void
  /** A checkbox before the row. */
  checkbox?: ReactNode
  /** Buttons after the row. */
  tools?: ReactNode
}

export function NotificationRow({ notification, brief, onOpen, checkbox, tools }: Props) {
  const { type, title, message, is_read, created_at } = notification
  return (
    <li
      className={joinClasses(
        'nt-row',
        !is_read && 'is-unread',
        brief && 'is-brief',
        Boolean(checkbox) && 'has-choice',
      )}
    >
      {checkbox}
      <i className="nt-pip" aria-hidden="true" />
      <div className="nt-text">
        <h3>
          <Title notification={notification} onOpen={onOpen}>
            {!is_read && <span className="sr">{bell.unread} </span>}
            {typographer(title)}
          </Title>
        </h3>
        <p>{typographer(message)}</p>
      </div>
      {!brief && <span className="nt-kind">{findKind(type).label}</span>}
      <time dateTime={created_at} className="num">
        {brief ? formatBriefTime(created_at) : formatFullTime(created_at)}
      </time>
      {tools && <div className="nt-tools">{tools}</div>}
    </li>
  )
}

type TitleProps = { notification: NotificationRead; onOpen: () => void; children: ReactNode }

/** A link if the notification has one, a button while it is unread, otherwise plain text. */
function Title({ notification, onOpen, children }: TitleProps) {
  const link: unknown = notification.data?.link
  const to = typeof link === 'string' ? toSameSitePath(link) : null
  if (to)
    return (
      <Link to={to} className="plain nt-title" onClick={onOpen}>
        {children}
      </Link>
    )
  if (notification.is_read) return <span className="nt-title">{children}</span>
  return (
    <button type="button" className="plain nt-title" onClick={onOpen}>
      {children}
    </button>
  )
}

/** Whether a text is a valid date. The lists show a fixed text for an invalid date. */
function isDate(moment: string): boolean {
  return Boolean(moment) && !Number.isNaN(new Date(moment).getTime())
}

/** '14:02' today, '18 нояб., 16:30' before today. */
export function formatBriefTime(moment: string): string {
  return isDate(moment) ? formatShortDateTime(moment) : lists.noDate
}

/** 'сегодня, 14:02', '18 нояб., 16:30' */
export function formatFullTime(moment: string): string {
  if (!isDate(moment)) return lists.noDate
  const brief = formatShortDateTime(moment)
  return brief === formatTime(moment) ? lists.today(brief) : brief
}
