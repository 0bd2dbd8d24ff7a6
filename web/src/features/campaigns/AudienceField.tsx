import { compose as texts } from '../../shared/texts/campaigns.ts'
import { Select } from '../../ui/Select.tsx'
import { useGetSegmentsQuery } from './campaignsApi.ts'
import type { Draft } from './draft.ts'
import { RecipientPicker } from './RecipientPicker.tsx'
import { useAudiencePreview } from './useCompose.ts'

type Props = { draft: Draft; problem?: string; onChange: (changed: Partial<Draft>) => void }

const fixedAudiences = [
  { value: 'all', label: texts.everyone },
  ...Object.entries(texts.roles).map(([role, label]) => ({ value: `role:${role}`, label })),
]

export function AudienceField({ draft, problem, onChange }: Props) {
  const { data: segments } = useGetSegmentsQuery()
  const segmentOptions = segments?.items.map(({ key, title }) => ({
    value: `segment:${key}`,
    label: title,
  }))
  return (
    <>
      <Select
        small
        label={texts.audience}
        options={[
          ...fixedAudiences,
          ...(segmentOptions ?? []),
          { value: 'people', label: texts.chosen },
        ]}
        value={draft.audience}
        hint={<AudienceSize draft={draft} />}
        onChange={(event) => onChange({ audience: event.target.value })}
      />
      {draft.audience === 'people' && (
        <RecipientPicker
          chosen={draft.people}
          problem={problem}
          onChange={(people) => onChange({ people })}
        />
      )}
    </>
  )
}

/** How many users the campaign reaches, in total and by channel. */
function AudienceSize({ draft }: { draft: Draft }) {
  const { currentData, isFetching, error } = useAudiencePreview(draft)
  if (draft.audience === 'people' && draft.people.length === 0) return null
  if (error) return texts.countFailed
  if (!currentData) return isFetching ? texts.countLoading : null
  const { recipients, channels = {}, sample = [] } = currentData
  if (recipients === 0) return texts.nobody
  const channelCounts = draft.channels
    .filter((channel) => channel !== 'in_app')
    .map((channel) => texts.countChannel(texts.reached[channel], channels[channel] ?? 0))
  return (
    <span title={sample.length > 0 ? texts.sample(sample) : undefined}>
      {[texts.count(recipients), ...channelCounts].join(', ')}
    </span>
  )
}
