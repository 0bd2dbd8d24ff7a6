// A warning that somebody else has saved the record meanwhile. It lists the changed fields and asks which version to
// keep.

import { adminList } from '../../../shared/texts/adminList.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useItem } from '../adminApi.ts'
import type { Field, Item, Source } from '../section.ts'
import { findChangedFields, toFormValues, type Value } from './formValues.ts'

type Props<Row extends Item, Listed extends Item> = {
  source: Source<Row, Listed>
  fields: readonly Field[]
  base: Row
  onTake: (fresh: Row) => void
  onKeep: (fresh: Row) => void
}

export function StaleNote<Row extends Item, Listed extends Item>({
  source,
  fields,
  base,
  onTake,
  onKeep,
}: Props<Row, Listed>) {
  const { currentData: fresh } = useItem(source, base.id)
  const current = toFormValues(fields, fresh ?? base)
  const changed = findChangedFields(fields, current, toFormValues(fields, base))
  return (
    <Note tone="warn" role="alert" title={adminList.staleTitle}>
      <p>
        {adminList.staleHint}{' '}
        {changed.length === 0
          ? `${adminList.staleSame}.`
          : changed
              .map((field) => adminList.now(field.label, formatValue(field, current[field.name])))
              .join('; ')}
      </p>
      {fresh && (
        <div className="btns">
          <Button small variant="line" onClick={() => onKeep(fresh)}>
            {adminList.keepMine}
          </Button>
          <Button small variant="text" onClick={() => onTake(fresh)}>
            {adminList.takeTheirs}
          </Button>
        </div>
      )}
    </Note>
  )
}

function formatValue({ options }: Field, value: Value = ''): string {
  if (typeof value === 'boolean') return value ? adminList.yes : adminList.no
  return options?.find((option) => option.value === value)?.label ?? value
}
