// The form of a record that exists once, such as the settings of the site.

import { problemText, requestIdOf } from '../../app/problem.ts'
import { adminSettings as texts } from '../../app/texts/adminSettings.ts'
import { ErrorNote } from '../../ui/Note'
import { ListSkeleton } from './AdminList.tsx'
import { useItem } from './adminApi.ts'
import { ItemForm } from './ItemForm.tsx'
import type { Field, Item, Section, Source } from './section.ts'

type Props = {
  source: Source
  fields: readonly Field[]
  label: string
  Beside?: Section<Item>['Preview']
}

export function SingleForm({ source, fields, label, Beside }: Props) {
  const { item, error, refetch } = useItem<Item>(source, source.singleId ?? '')
  if (item)
    return (
      <div className={Beside ? undefined : 'ad-single'}>
        <ItemForm
          source={source}
          fields={fields}
          item={item}
          label={label}
          Preview={Beside}
          onCreated={() => undefined}
        />
      </div>
    )
  if (!error) return <ListSkeleton />
  return (
    <ErrorNote title={texts.failed} code={requestIdOf(error)} onRetry={refetch}>
      {problemText(error, '')}
    </ErrorNote>
  )
}
