// The text templates of the events, with a search.

import { useState } from 'react'
import { kindOf } from '../../app/notificationKinds.ts'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { campaigns as shared, variants as texts } from '../../app/texts/campaigns.ts'
import { useListParams } from '../../app/useListParams.ts'
import type { TemplateRead } from '../../app/wire/notifications.ts'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote } from '../../ui/Note'
import { SearchField } from '../../ui/SearchField'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import { useGetTemplatesQuery } from './campaignsApi.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

function matchesSearch({ title, message, key }: TemplateRead, typed: string): boolean {
  return `${title} ${message} ${key}`.toLowerCase().includes(typed.trim().toLowerCase())
}

export function TemplateList() {
  const { data, error, refetch } = useGetTemplatesQuery()
  const { read, change } = useListParams()
  const [typed, setTyped] = useState(read('wording'))
  const [editedKey, setEditedKey] = useState<string | null>(null)
  const template = data?.items.find(({ key }) => key === editedKey)
  const matchingTemplates = data?.items.filter((one) => matchesSearch(one, typed)) ?? []
  return (
    <section aria-labelledby="cp-templates">
      <div className="cp-head">
        <h2 id="cp-templates">{texts.title}</h2>
        <SearchField
          label={texts.search}
          value={typed}
          onValueChange={(wording) => {
            // All templates are loaded, so they are filtered on every change.
            setTyped(wording)
            change({ wording })
          }}
        />
      </div>
      <p className="s ink2 cp-lead">{texts.lead}</p>
      {data && matchingTemplates.length === 0 ? (
        <EmptyState title={texts.nothingFound}>{texts.nothingFoundHint}</EmptyState>
      ) : data ? (
        <ul className="cp-templates">
          {matchingTemplates.map((one) => (
            <li key={one.key}>
              <span className="xs mute">{kindOf(one.type).label}</span>
              <div>
                <p>
                  {one.title} {one.is_changed && <Tag tone="info">{texts.changed}</Tag>}
                </p>
                <p className="ink2">{one.message}</p>
              </div>
              <Button
                variant="text"
                small
                aria-label={texts.editOne(one.title)}
                onClick={() => setEditedKey(one.key)}
              >
                {texts.edit}
              </Button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorNote title={shared.loadFailed} code={requestIdOf(error)} onRetry={refetch}>
          {problemText(error, shared.loadFailedReason)}
        </ErrorNote>
      ) : (
        <Loading>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height="3.5rem" />
          ))}
        </Loading>
      )}
      {template && <TemplateDialog template={template} onClose={() => setEditedKey(null)} />}
    </section>
  )
}
