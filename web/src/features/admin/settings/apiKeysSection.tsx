// API keys of the public calculator. They are issued, limited and revoked here.

import { calls } from '../../../api/calls.ts'
import type { ApiKeyRead } from '../../../api/wire/calculator.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { apiKeyLabels, adminApiKeys as texts } from '../../../shared/texts/adminApiKeys.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { Tone } from '../../../ui/Tag.tsx'
import { createChange } from '../adminApi.ts'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { createRecordSource, type Section } from '../section.ts'
import { findSecret, keepSecret } from './secretsShownOnce.ts'

const tags = ['ApiKey'] as const
const tones: Readonly<Record<string, Tone>> = { active: 'ok', revoked: 'none' }

const source = createRecordSource({
  list: calls.adminApiKeys,
  item: calls.adminApiKey,
  tags: [...tags],
  record: ({ item }) => {
    if ('key' in item) keepSecret(item.id, String(item.key))
    return item
  },
})

export const apiKeysSection: Section<ApiKeyRead> = {
  title: views.apiKeys,
  source,
  sorts: ['-created_at', 'created_at'],
  columns: [
    { id: 'name', title: texts.name, text: (row) => row.name },
    { id: 'owner', title: texts.owner, text: (row) => row.owner },
    {
      id: 'per_minute',
      title: texts.perMinute,
      text: (row) => formatNumber(row.per_minute),
      csvColumn: { title: texts.perMinute, value: (row) => row.per_minute },
      isOneLine: true,
      align: 'right',
      isSecondary: true,
    },
    {
      id: 'used',
      title: texts.lastUsed,
      text: (row) => (row.last_used_at ? formatDayAndTime(row.last_used_at) : texts.never),
    },
    createStateColumn(apiKeyLabels, tones),
    createMomentColumn('at', texts.since, (row) => row.created_at, {
      sort: 'created_at',
      isSecondary: true,
    }),
  ],
  fields: [
    { name: 'name', label: texts.name, hint: texts.nameHint, required: true, maxLength: 80 },
    { name: 'owner', label: texts.owner, required: true, maxLength: 120 },
    {
      name: 'owner_id',
      label: texts.account,
      hint: texts.accountHint,
      kind: 'customer',
      formMode: 'create',
    },
    { name: 'per_minute', label: texts.perMinute, kind: 'number', required: true },
    { name: 'per_day', label: texts.perDay, kind: 'number', required: true },
  ],
  newHeading: adminList.newRecord.apiKey,
  heading: (row) => row.name,
  emptyHint: texts.empty,
  Details: ApiKeyState,
  Actions: ApiKeyActions,
}

/** Shows a new key in full and an older key by its prefix, and when a key was revoked. */
function ApiKeyState({ row }: { row: ApiKeyRead }) {
  const key = findSecret(row.id)
  return (
    <>
      {key ? (
        <Note title={texts.keyTitle}>
          <p className="s">{texts.keyNote}</p>
          <div className="row-wrap ad-row">
            <code className="ad-secret">{key}</code>
            <CopyButton text={key} label={texts.copy} />
          </div>
        </Note>
      ) : (
        <p className="s ink2">{texts.beginning(row.prefix)}</p>
      )}
      {row.revoked_at && (
        <Note title={texts.revokedTitle}>
          <p className="s">{formatDayAndTime(row.revoked_at)}</p>
        </Note>
      )}
    </>
  )
}

function ApiKeyActions({ row }: { row: ApiKeyRead }) {
  if (row.revoked_at) return null
  return (
    <ActionButton
      change={createChange('POST', calls.revokeApiKey(row.id), tags)}
      pendingLabel={texts.revoking}
      confirmation={{
        title: texts.revokeQuestion,
        hint: texts.revokeHint,
        confirm: texts.revoke,
      }}
    >
      {texts.revoke}
    </ActionButton>
  )
}
