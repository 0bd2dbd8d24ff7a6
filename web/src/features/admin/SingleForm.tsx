// The one record of a kind: read, and edited like any other.

import { failureText, requestIdOf } from '../../app/problem.ts'
import { settingsDesk as texts } from '../../app/texts/adminSettings.ts'
import { ErrorNote } from '../../ui/Note'
import { useItem } from './adminApi.ts'
import { DeskSkeleton } from './DeskView.tsx'
import { ItemForm } from './ItemForm.tsx'
import type { Field, Item, Section, Source } from './section.ts'

type Props = {
  source: Source
  fields: readonly Field[]
  label: string
  Beside?: Section<Item>['Beside']
}

export function SingleForm({ source, fields, label, Beside }: Props) {
  const { item, error, refetch } = useItem<Item>(source, source.single ?? '')
  if (item)
    return (
      <div className={Beside ? undefined : 'ad-single'}>
        <ItemForm
          source={source}
          fields={fields}
          item={item}
          label={label}
          Beside={Beside}
          onCreated={() => undefined}
        />
      </div>
    )
  if (!error) return <DeskSkeleton />
  return (
    <ErrorNote title={texts.failed} code={requestIdOf(error)} onRetry={refetch}>
      {failureText(error, '')}
    </ErrorNote>
  )
}
