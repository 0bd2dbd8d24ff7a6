// What a deed changed, field by field; the value before stands beside it where the log keeps it.

import type { ReactNode } from 'react'
import { desk, labels } from '../../app/texts/adminDesk.ts'
import { fieldWords, partWords, stateWords, valueWords } from '../../app/texts/adminFields.ts'
import { dayAndTime } from '../../lib/dates'
import { Table } from '../../ui/Table'

export type Changes = Readonly<Record<string, unknown>>

/** Where a value stands: the record it is of, the field, and of a nested one the parts above it. */
type Place = { entity: string; field: string; part?: string }

const longest = 160
const shownOfLong = 80

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const isParts = (value: unknown): value is Changes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = ({ field, part }: Place) => {
  const last = part?.split('.').at(-1) ?? field
  return (part && partWords[`${field}.${part}`]) ?? fieldWords[last] ?? last
}

/** The parts of a nested value that hold something. */
const partsOf = (value: Changes, place: Place) =>
  Object.entries(value)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([name, inner]): [Place, unknown] => [
      { ...place, part: place.part ? `${place.part}.${name}` : name },
      inner,
    ])

function said(value: unknown, place: Place): string {
  if (isEmpty(value)) return desk.none
  if (typeof value === 'boolean') return value ? desk.yes : desk.no
  if (Array.isArray(value)) return value.map((one) => said(one, place)).join(', ') || desk.none
  if (isParts(value))
    return (
      partsOf(value, place)
        .map(([inner, one]) =>
          isParts(one)
            ? `${nameOf(inner)} (${said(one, inner)})`
            : `${nameOf(inner)}: ${said(one, inner)}`,
        )
        .join(', ') || desk.none
    )
  const text = String(value)
  const { entity, field } = place
  const words = field === 'status' ? stateWords[entity] : valueWords[field]
  return words?.[text] ?? (isMoment(text) ? dayAndTime(text) : text)
}

/** The same on one line, for the list. */
export const inBrief = (changes: Changes, entity = '') =>
  Object.entries(changes)
    .map(([field, value]) => `${nameOf({ entity, field })}: ${said(value, { entity, field })}`)
    .join('; ')

/** A value as people read it: nested ones as lists within lists, a long one folded behind its beginning. */
function Said({ value, place }: { value: unknown; place: Place }) {
  const brief = said(value, place)
  const whole = Array.isArray(value) ? (
    <Several values={value} place={place} />
  ) : isParts(value) && brief !== desk.none ? (
    <Parts value={value} place={place} />
  ) : (
    brief
  )
  return brief.length > longest ? <Folded brief={brief}>{whole}</Folded> : whole
}

function Several({ values, place }: { values: readonly unknown[]; place: Place }) {
  const isPlain = said(values, place).length <= longest && !values.some(isParts)
  if (isPlain) return said(values, place)
  return (
    <ul className="ad-nested">
      {values.map((one) => (
        <li key={said(one, place)}>
          {isParts(one) ? <Parts value={one} place={place} /> : said(one, place)}
        </li>
      ))}
    </ul>
  )
}

function Parts({ value, place }: { value: Changes; place: Place }) {
  return (
    <ul className="ad-nested">
      {partsOf(value, place).map(([inner, one]) => (
        <li key={inner.part}>
          <span className="mute">{nameOf(inner)}:</span>{' '}
          {isParts(one) ? <Parts value={one} place={inner} /> : said(one, inner)}
        </li>
      ))}
    </ul>
  )
}

function Folded({ brief, children }: { brief: string; children: ReactNode }) {
  return (
    <details className="ad-fold">
      <summary>
        <span className="ad-fold-brief">{`${brief.slice(0, shownOfLong).trimEnd()}…`}</span>
        <span className="ad-fold-close">{desk.foldUp}</span>
      </summary>
      {children}
    </details>
  )
}

type Props = { before?: Changes; after: Changes; entity?: string }

export function ChangeList({ before, after, entity = '' }: Props) {
  const isChanged = (field: string) =>
    !before || said(before[field], { entity, field }) !== said(after[field], { entity, field })
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])]
  const rows = fields.filter(isChanged)
  if (rows.length === 0) return null
  const column = (id: string, title: string, changes: Changes) => ({
    id,
    title,
    cell: (field: string) => <Said value={changes[field]} place={{ entity, field }} />,
  })
  return (
    <Table
      dense
      label={labels.changes}
      rows={rows}
      rowId={(field) => field}
      columns={[
        { id: 'field', title: labels.field, cell: (field) => nameOf({ entity, field }) },
        ...(before ? [column('was', labels.was, before)] : []),
        column('became', labels.became, after),
      ]}
    />
  )
}
