// Somebody saved the record while it was being edited here: what he changed, and the two ways on.

import { desk } from '../../app/texts/adminDesk.ts'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { useItem } from './adminApi.ts'
import type { Field, Item, Source } from './section.ts'
import { changedIn, type Value, valuesOf } from './values.ts'

type Props<Row extends Item> = {
  source: Source
  fields: readonly Field[]
  base: Row
  onTake: (fresh: Row) => void
  onKeep: (fresh: Row) => void
}

export function StaleNote<Row extends Item>({ source, fields, base, onTake, onKeep }: Props<Row>) {
  const { item: fresh } = useItem<Row>(source, base.id)
  const now = valuesOf(fields, fresh ?? base)
  const changed = changedIn(fields, now, valuesOf(fields, base))
  return (
    <Note tone="warn" role="alert" title={desk.staleTitle}>
      <p>
        {desk.staleHint}{' '}
        {changed.length === 0
          ? `${desk.staleSame}.`
          : changed.map((field) => desk.now(field.label, said(field, now[field.name]))).join('; ')}
      </p>
      {fresh && (
        <div className="btns">
          <Button small look="line" onClick={() => onKeep(fresh)}>
            {desk.keepMine}
          </Button>
          <Button small look="text" onClick={() => onTake(fresh)}>
            {desk.takeTheirs}
          </Button>
        </div>
      )}
    </Note>
  )
}

function said({ options }: Field, value: Value = ''): string {
  if (typeof value === 'boolean') return value ? desk.yes : desk.no
  return options?.find((one) => one.value === value)?.label ?? value
}
