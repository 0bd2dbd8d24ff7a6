// The audit logs show every field and action of an administrator by its Russian name.

import { globSync, readFileSync } from 'node:fs'
import { render, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { fieldLabels } from '../../shared/texts/adminFields.ts'
import {
  auditActionLabels,
  auditEntityLabels,
  orderStepLabels,
  statusActionLabels,
} from '../../shared/texts/adminLabels.ts'
import { contentAudit, statusAudit } from './auditSections.tsx'
import { AdminList } from './list/AdminList.tsx'
import { ChangeList, hiddenFields, summarizeChanges } from './record/ChangeList.tsx'

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
}
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }
type Contract = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Requests that change no record, or whose changes another request describes. */
const unrecorded = /\/(preview|audience|list-filters|restore|bulk|messages|history|test)\b/
/** Fields of requests that no audit log stores. */
const unrecordedFields = ['data', 'file', 'idempotency_key']

function listProperties(schema: Schema, contract: Contract): string[] {
  const name = schema.$ref?.split('/').at(-1)
  const resolved = name ? contract.components.schemas[name] : schema
  const parts = [resolved?.anyOf, resolved?.allOf, resolved?.oneOf].flatMap((part) => part ?? [])
  return [
    ...Object.keys(resolved?.properties ?? {}),
    ...parts.flatMap((part) => listProperties(part, contract)),
  ]
}

function listChangedFields(file: string): string[] {
  const contract = JSON.parse(readFileSync(file, 'utf8')) as Contract
  return Object.entries(contract.paths)
    .filter(([path]) => path.includes('/admin') && !unrecorded.test(path))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap((operation) => Object.values(operation.requestBody?.content ?? {}))
    .flatMap(({ schema }) => listProperties(schema, contract))
}

const findInSources = (folder: string, pattern: RegExp) =>
  globSync(`../services/${folder}/src/**/*.py`)
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((source) => [...source.matchAll(pattern)].map((match) => String(match[1])))

describe('the audit log has a Russian name', () => {
  it('for every field that an administrator may change', () => {
    const changed = globSync('../docs/openapi/*.json').flatMap(listChangedFields)
    expect(changed).toContain('scheduledStart')
    const unnamed = changed.filter(
      (field) => !([...unrecordedFields, ...hiddenFields].includes(field) || field in fieldLabels),
    )
    expect([...new Set(unnamed)]).toEqual([])
  })

  it('for every field that a service adds to the changes', () => {
    const merged = findInSources('content', /changes \|= \{(.*)\}/g).join(', ')
    const added = [
      ...findInSources('content', /changes\["(\w+)"\] =/g),
      ...[...merged.matchAll(/"(\w+)":/g)].map((match) => String(match[1])),
    ]
    expect(added).toEqual(expect.arrayContaining(['answered_at', 'unsubscribed_at']))
    const unnamed = added.filter((field) => !(hiddenFields.includes(field) || field in fieldLabels))
    expect([...new Set(unnamed)]).toEqual([])
  })

  it('for every kind of record and every action', () => {
    const entities = findInSources('content', /entity: ClassVar\[str\] = "(\w+)"/g)
    expect(entities.filter((entity) => !(entity in auditEntityLabels))).toEqual([])
    const actions = findInSources('content', /record_action\(\s*db, \w+, "(\w+)"/g)
    expect(actions).toContain('assign')
    expect(actions.filter((action) => !(action in auditActionLabels))).toEqual([])
    const ofStatus = findInSources('status', /record_audit\(\s*db, "([\w.]+)"/g)
    expect(ofStatus).toContain('webhook.created')
    expect(ofStatus.filter((action) => !(action in statusActionLabels))).toEqual([])
  })
})

it('the steps of an order are called as buyers read them', () => {
  const source = readFileSync('../services/content/src/content/orders/state_machine.py', 'utf8')
  const titles = [...source.matchAll(/Stage\("(\w+)", "([^"]+)"/g)].map(([, key, title]) => [
    key,
    title,
  ])
  expect(titles).toHaveLength(7)
  expect(orderStepLabels).toEqual(Object.fromEntries(titles))
})

describe('the changes of an entry', () => {
  const id = '01a210be-8e95-705e-8da1-663c80dc0a14'

  it('name the new assignee', async () => {
    expect(summarizeChanges({ assignee_id: id }, 'contact')).toBe('Кто ведёт: назначен')
    expect(summarizeChanges({ assignee_id: null }, 'contact')).toBe('Кто ведёт: —')
    network.use(
      http.get('*/api/auth/admin/users', ({ request }) => {
        const isStaff = request.url.includes('role=staff')
        const users = isStaff
          ? [{ id, first_name: 'Мария', last_name: 'Орлова', email: 'm@x' }]
          : []
        return HttpResponse.json({ success: true, users, total: users.length })
      }),
    )
    renderRoute(<ChangeList after={{ assignee_id: id }} entity="contact" />)
    expect(await screen.findByText('Мария Орлова')).toBeTruthy()
  })

  it('describe a campaign in Russian', () => {
    const changes = { type: 'system', channels: ['in_app', 'email'] }
    expect(summarizeChanges({ ...changes, audience: { user_ids: [id, id] } }, 'campaign')).toBe(
      'Тип: Система; Каналы: На сайте, Почта; Получатели: Отдельные люди: 2',
    )
    expect(summarizeChanges({ audience: { segment: 'buyers' } }, 'campaign')).toBe(
      'Получатели: Группа: Есть заказ',
    )
  })

  it('name the state of one comment', () => {
    expect(summarizeChanges({ kind: 'refund', status: 'paid' }, 'payment')).toBe(
      'Вид: Возврат; Состояние: Возвращён',
    )
    expect(summarizeChanges({ status: 'pending' }, 'comment')).toBe('Состояние: На модерации')
    expect(summarizeChanges({ status: 'rejected' }, 'comment')).toBe('Состояние: Отклонён')
  })

  it('name the moved step of an order', () => {
    const steps = { logistics: { planned_to: '2026-12-04', delay_reason: 'Шторм' } }
    render(<ChangeList after={{ steps }} entity="order" />)
    const row = within(screen.getByRole('row', { name: /^Этапы/ }))
    expect(row.getByText(/^Логистика/)).toBeTruthy()
    expect(row.getByText(/Причина переноса/)).toBeTruthy()
  })
})

describe('an entry of the content log', () => {
  const entry = {
    id: 'a1',
    at: '2026-11-29T09:00:00Z',
    actor_id: 'u1',
    actor_name: 'Мария Орлова',
    address: null,
    action: 'update',
    entity: 'payment',
    entity_id: 'p1',
    title: 'Задаток, 50 000 ₽',
    changes: { status: 'cancelled' },
  }
  const openEntry = (shown: object) => {
    network.use(
      http.get('*/api/content/admin/audit', () =>
        HttpResponse.json({ success: true, items: [shown], total: 1 }),
      ),
    )
    renderRoute(<AdminList section={contentAudit} />, { path: '/', at: '/?item=a1' })
  }

  it('names its record and links to it', async () => {
    openEntry(entry)
    const link = await screen.findByRole('link', { name: 'Платёж «Задаток, 50 000 ₽»' })
    expect(link.getAttribute('href')).toBe('/admin/orders?view=payments&item=p1')
  })

  it('names a deleted record without a link', async () => {
    openEntry({ ...entry, action: 'delete', entity: 'post', title: 'Зимние шины', changes: {} })
    const heading = await screen.findByRole('heading', { name: 'Удаление: Статья «Зимние шины»' })
    expect(heading).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Зимние шины/ })).toBeNull()
  })
})

it('the actions on the status page are shown with their changes', async () => {
  const action = {
    id: 'a1',
    at: '2026-11-29T09:00:00Z',
    actor_id: 'u1',
    actor_name: 'Мария Орлова',
    address: null,
    action: 'incident.opened',
    entity: 'incident',
    entity_id: 'i1',
    title: 'Не грузится',
    changes: {
      title: 'Не грузится',
      severity: 'major',
      affectedServices: ['api'],
      undo_seconds: 30,
    },
  }
  network.use(
    http.get('*/api/status/admin/audit', () =>
      HttpResponse.json({ success: true, items: [action], total: 1 }),
    ),
  )
  renderRoute(<AdminList section={statusAudit} />)
  expect(await screen.findByText('Новый инцидент')).toBeTruthy()
  expect(
    screen.getByText('Название: Не грузится; Тяжесть: Серьёзный; Затронутые службы: API-сервер'),
  ).toBeTruthy()
})
