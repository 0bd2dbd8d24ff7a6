// The text templates of the events, with a search.

import { useState } from 'react'
import type { TemplateRead } from '../../api/wire/notifications.ts'
import { useListParams } from '../../shared/list/useListParams.ts'
import { findKind } from '../../shared/notificationKinds.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { campaigns as shared, templateTexts as texts } from '../../shared/texts/campaigns.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useGetTemplatesQuery } from './campaignsApi.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

function matchesSearch({ title, message, key }: TemplateRead, typed: string): boolean {
  return `${title} ${message} ${key}`.toLowerCase().includes(typed.trim().toLowerCase())
}

export function TemplateList() {
  const query = useGetTemplatesQuery()
  const { read, change } = useListParams()
  const [typed, setTyped] = useState(read('wording'))
  const [editedKey, setEditedKey] = useState<string | null>(null)
  const template = query.data?.items.find(({ key }) => key === editedKey)
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
      <QueryView
        query={query}
        errorTitle={shared.loadFailed}
        errorHint={shared.loadFailedReason}
        skeleton={[1, 2, 3].map((row) => <Skeleton key={row} height="3.5rem" />)}
      >
        {({ items }) => (
          <Templates
            found={items.filter((template) => matchesSearch(template, typed))}
            onEdit={setEditedKey}
          />
        )}
      </QueryView>
      {template && <TemplateDialog template={template} onClose={() => setEditedKey(null)} />}
    </section>
  )
}

type TemplatesProps = { found: TemplateRead[]; onEdit: (key: string) => void }

function Templates({ found, onEdit }: TemplatesProps) {
  if (found.length === 0)
    return <EmptyState title={texts.nothingFound}>{texts.nothingFoundHint}</EmptyState>
  return (
    <ul className="rows cp-templates">
      {found.map((template) => (
        <li key={template.key}>
          <span className="xs mute">{findKind(template.type).label}</span>
          <div>
            <p>
              {template.title} {template.is_changed && <Tag tone="info">{texts.changed}</Tag>}
            </p>
            <p className="ink2">{template.message}</p>
          </div>
          <Button
            variant="text"
            small
            aria-label={texts.editOne(template.title)}
            onClick={() => onEdit(template.key)}
          >
            {texts.edit}
          </Button>
        </li>
      ))}
    </ul>
  )
}
