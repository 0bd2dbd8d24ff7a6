// Webhook endpoints of the status page. They are registered, tested and disabled here, with a log of deliveries.

import { calls } from '../../../api/calls.ts'
import type { DeliveryRead, WebhookRead } from '../../../api/wire/status.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { componentOptions, formatComponentNames } from '../../../shared/statusComponents.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import {
  deliveryLabels,
  messageTypeLabels,
  retriedDeliveryLabel,
  adminWebhooks as texts,
  webhookLabels,
} from '../../../shared/texts/adminWebhooks.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { createRecordSource, findLabel, type Section } from '../section.ts'
import { findSecret, keepSecret } from './secretsShownOnce.ts'

const tags = ['Webhook'] as const
const logRefreshMs = 5000
const tones: Readonly<Record<string, Tone>> = { enabled: 'ok', failing: 'warn', disabled: 'bad' }
const deliveryTones: Readonly<Record<string, Tone>> = {
  pending: 'warn',
  delivered: 'ok',
  failed: 'bad',
}

const source = createRecordSource({
  list: calls.adminWebhooks,
  item: calls.adminWebhook,
  tags: [...tags],
  record: ({ item }) => {
    if ('secret' in item) keepSecret(item.id, String(item.secret))
    return item
  },
})

export const webhooksSection: Section<WebhookRead> = {
  title: views.webhooks,
  source,
  sorts: ['-created_at', 'created_at'],
  columns: [
    { id: 'url', title: texts.url, text: (row) => row.url },
    {
      id: 'components',
      title: texts.components,
      text: (row) => formatComponentNames(row.components) || texts.allComponents,
    },
    createStateColumn(webhookLabels, tones),
    createMomentColumn('at', texts.since, (row) => row.created_at, { sort: 'created_at' }),
  ],
  fields: [
    { name: 'url', label: texts.url, required: true, hint: texts.urlHint, maxLength: 500 },
    { name: 'description', label: texts.note, kind: 'area', emptyValue: '' },
    {
      name: 'components',
      label: texts.componentsChoice,
      kind: 'choices',
      options: componentOptions,
    },
  ],
  newHeading: adminList.newRecord.webhook,
  canRemove: true,
  heading: (row) => row.url,
  emptyHint: texts.empty,
  Details: WebhookState,
  Actions: WebhookActions,
}

/** Shows the secret of a new endpoint, and why an endpoint is disabled or failing. */
function WebhookState({ row }: { row: WebhookRead }) {
  const secret = findSecret(row.id)
  return (
    <>
      {secret && (
        <Note title={texts.secretTitle}>
          <p className="s">{texts.secretNote}</p>
          <div className="row-wrap ad-row">
            <code className="ad-secret">{secret}</code>
            <CopyButton text={secret} label={texts.copySecret} />
          </div>
        </Note>
      )}
      {row.disabled_at && (
        <Note title={texts.disabledTitle}>
          <p className="s">{`${formatDayAndTime(row.disabled_at)}. ${row.disabled_reason}.`}</p>
        </Note>
      )}
      {!row.disabled_at && row.failures > 0 && (
        <Note>
          <p className="s">{texts.failing(row.failures)}</p>
        </Note>
      )}
    </>
  )
}

function WebhookActions({ row }: { row: WebhookRead }) {
  const isDisabled = row.disabled_at !== null
  return (
    <>
      <div className="row-wrap ad-row">
        {!isDisabled && (
          <ActionButton
            change={createChange('POST', calls.testWebhook(row.id), tags)}
            pendingLabel={texts.testing}
            doneText={texts.tested}
          >
            {texts.test}
          </ActionButton>
        )}
        <ActionButton
          change={createChange('PATCH', calls.adminWebhook(row.id), tags, { enabled: isDisabled })}
        >
          {isDisabled ? texts.enable : texts.disable}
        </ActionButton>
      </div>
      <DeliveryLog endpoint={row.id} />
    </>
  )
}

function DeliveryLog({ endpoint }: { endpoint: string }) {
  const query = useAdminQuery(calls.adminWebhookDeliveries(endpoint), tags, {
    pollingInterval: logRefreshMs,
  })
  return (
    <QueryBlock title={texts.log} query={query} errorTitle={texts.logFailed}>
      {({ items = [] }) =>
        items.length === 0 ? (
          <p className="s ink2">{texts.logEmpty}</p>
        ) : (
          <ul className="ad-lines">
            {items.map((delivery) => (
              <li key={delivery.id}>
                <Tag tone={deliveryTones[delivery.state] ?? 'plain'}>
                  {findDeliveryLabel(delivery)}
                </Tag>{' '}
                {findLabel(messageTypeLabels, delivery.type)}{' '}
                <span className="mute num">{describeDelivery(delivery)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryBlock>
  )
}

const findDeliveryLabel = ({ state, attempts }: DeliveryRead): string =>
  state === 'pending' && attempts > 0 ? retriedDeliveryLabel : findLabel(deliveryLabels, state)

/**
 * One line about a delivery, for example '28 ноября 2026, 19:02 МСК, попыток: 2, ответ 500, 120 мс, повтор 28 ноября
 * 2026, 19:07 МСК'.
 */
function describeDelivery(delivery: DeliveryRead): string {
  const { created_at, attempts, status_code, error, duration_ms, next_at } = delivery
  return [
    formatDayAndTime(created_at),
    attempts > 0 && texts.attempts(attempts),
    status_code !== null && texts.answer(status_code),
    error && error.charAt(0).toLowerCase() + error.slice(1),
    duration_ms !== null && texts.took(duration_ms),
    next_at && attempts > 0 && texts.next(formatDayAndTime(next_at)),
  ]
    .filter(Boolean)
    .join(', ')
}
