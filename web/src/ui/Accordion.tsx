import type { ReactNode } from 'react'
import './Accordion.css'

type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

type AccordionProps = {
  items: readonly AccordionItem[]
  /** The item that is open at first. */
  openId?: string
}

export function Accordion({ items, openId }: AccordionProps) {
  return (
    <div className="ui-acc">
      {items.map(({ id, title, content }) => (
        <details key={id} open={id === openId || undefined}>
          <summary>{title}</summary>
          <div>{content}</div>
        </details>
      ))}
    </div>
  )
}
