import { type ReactNode, useId } from 'react'
import './Accordion.css'

type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

type AccordionProps = {
  items: readonly AccordionItem[]
  /** The item that stands open at first. */
  openId?: string
  /** Opening one closes the others. */
  single?: boolean
}

export function Accordion({ items, openId, single }: AccordionProps) {
  const name = useId()
  return (
    <div className="ui-acc">
      {items.map(({ id, title, content }) => (
        <details key={id} name={single ? name : undefined} open={id === openId || undefined}>
          <summary>{title}</summary>
          <div>{content}</div>
        </details>
      ))}
    </div>
  )
}
