// The form of a record that exists once, such as the site settings.

import { QueryView } from '../../../shared/QueryView.tsx'
import { adminSettings as texts } from '../../../shared/texts/adminSettings.ts'
import { useItem } from '../adminApi.ts'
import { listStates } from '../list/AdminListSkeleton.tsx'
import type { Field, Item, Section, Source } from '../section.ts'
import { ItemForm } from './ItemForm.tsx'

type Props = {
  source: Source<Item>
  fields: readonly Field[]
  label: string
  Beside?: Section<Item>['Preview']
}

export function SingleForm({ source, fields, label, Beside }: Props) {
  const query = useItem(source, '')
  return (
    <QueryView {...listStates} query={query} errorTitle={texts.failed}>
      {(item) => (
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
      )}
    </QueryView>
  )
}
