import type { ReactNode } from 'react'
import './Tag.css'
import { classes } from './classes.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'live' | 'plain' | 'none'

type TagProps = { tone?: Tone; children: ReactNode; className?: string }

/** A state: a dot of its colour and always a word. `none` has a hollow dot. */
export function Tag({ tone = 'plain', children, className }: TagProps) {
  return <span className={classes('ui-tag tone', `is-${tone}`, className)}>{children}</span>
}

/** A short word in a frame that singles something out: 'Рекомендуем'. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="ui-badge-word">{children}</span>
}
