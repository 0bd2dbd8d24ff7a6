import { useEffect, useRef } from 'react'
import './FormSummary.css'
import './Note.css'
import { focusField } from './focusField.ts'
import { uiTexts } from './texts.ts'

export type SummaryProblem = { field: string; message: string }

type FormSummaryProps = {
  /** `field` is the id of the control to which the line links. */
  problems: readonly SummaryProblem[]
  /** Grows with every failed submit; then the summary gets the focus. */
  attempt?: number
}

/** The errors of a form, above it. Each line links to its field. */
export function FormSummary({ problems, attempt = 0 }: FormSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (problems.length === 0) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className="ui-note tone is-bad ui-summary">
      <p className="ui-note-title">{uiTexts.errorsTitle}</p>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(field)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
