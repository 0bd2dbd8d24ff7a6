// What a record still lacks for its public page. Each part leads to its field.

import { publishing } from '../../../shared/texts/adminContent.ts'
import { focusField } from '../../../ui/focusField.ts'
import { Note } from '../../../ui/Note.tsx'
import type { MissingPart, ReadinessCheck } from '../section.ts'
import type { Values } from './formValues.ts'

type Props<Row> = {
  check: ReadinessCheck<Row>
  values: Values
  row: Row | null
  fieldId: (name: string) => string
}

export function Readiness<Row>({ check, values, row, fieldId }: Props<Row>) {
  const missing = check.find(values, row)
  const required = missing.filter(({ isRequired }) => isRequired)
  const wanted = missing.filter(({ isRequired }) => !isRequired)
  if (missing.length === 0)
    return check.isDraft(values) ? <Note tone="ok">{publishing.ready}</Note> : null
  return (
    <section className="ad-readiness" aria-label={publishing.readiness}>
      {required.length > 0 && (
        <Note tone="bad" title={publishing.impossibleWithout}>
          <PartList parts={required} fieldId={fieldId} />
        </Note>
      )}
      {wanted.length > 0 && (
        <Note tone="warn" title={check.title}>
          <PartList parts={wanted} fieldId={fieldId} />
        </Note>
      )}
      {check.isDraft(values) && <p className="s mute">{publishing.draftHint}</p>}
    </section>
  )
}

type PartListProps = { parts: readonly MissingPart[]; fieldId: (name: string) => string }

function PartList({ parts, fieldId }: PartListProps) {
  return (
    <ul className="ad-missing">
      {parts.map(({ text, field, anchor = field && fieldId(field) }) => (
        <li key={text}>
          {anchor === undefined ? (
            text
          ) : (
            <a
              href={`#${anchor}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(anchor)
              }}
            >
              {text}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
