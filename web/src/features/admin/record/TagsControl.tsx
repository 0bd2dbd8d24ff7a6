// The tags of an article by their names. Others are typed as the service stores them.

import { calls } from '../../../api/calls.ts'
import { adminArticle as texts } from '../../../shared/texts/adminContent.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import type { Option } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useAdminQuery } from '../adminApi.ts'
import { ChoicesControl } from './ChoicesControl.tsx'
import type { TextControl } from './textControl.ts'

type Props = { control: TextControl; onChange: (value: string) => void }

const splitTags = (value: string) => value.split(/,\s*/).filter(Boolean)

export function TagsControl({ control, onChange }: Props) {
  const { data } = useAdminQuery(calls.tags, ['Post'])
  const known: Option[] = (data?.tags ?? []).map(({ slug, name }) => ({ value: slug, label: name }))
  const others = splitTags(control.value).filter((tag) => !known.some(({ value }) => value === tag))
  return (
    <div className="stack-8">
      <ChoicesControl
        control={control}
        options={[...known, ...others.map((tag) => ({ value: tag, label: tag }))]}
        onChange={onChange}
      />
      <Disclosure className="s" summary={texts.otherTags} open={Boolean(control.error)}>
        <TextField
          {...control}
          id={`${control.id}-typed`}
          label={texts.typedTags}
          hint={texts.typedTagsHint}
          autoComplete="off"
        />
      </Disclosure>
    </div>
  )
}
