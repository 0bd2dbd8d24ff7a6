import type { ReactNode } from 'react'
import './Tag.css'
import { joinClasses } from './classes.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'live' | 'plain' | 'none'

type TagProps = { tone?: Tone; children: ReactNode; className?: string }

/** A state: a coloured dot and always a text. `none` has a hollow dot. */
export function Tag({ tone = 'plain', children, className }: TagProps) {
  return <span className={joinClasses('ui-tag tone', `is-${tone}`, className)}>{children}</span>
}

/** A framed word that highlights something: 'Рекомендуем'. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="ui-badge-word">{children}</span>
}
