// The open work of every employee, and the work that nobody handles. Each figure links to its records.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { ManagerWorkload } from '../../../api/wire/content.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { adminLists } from '../../../shared/limits.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { workload as texts } from '../../../shared/texts/adminWorkload.ts'
import { joinClasses } from '../../../ui/classes.ts'
import { MeasuredBar } from '../../../ui/MeasuredBar.tsx'
import { Swatch } from '../../../ui/Swatch.tsx'
import { type Column, createFigureColumn, Table } from '../../../ui/Table.tsx'
import { useAdminQuery } from '../adminApi.ts'
import { listStates } from '../list/AdminListSkeleton.tsx'
import { buildCountLink, type WorkCount, workCounts } from './workloadLinks.ts'

const tags = ['Order', 'Conversation', 'Contact', 'Request', 'User'] as const

const formatManagerName = ({ assignee_id, name }: ManagerWorkload) =>
  name ?? (assignee_id ? texts.erased : texts.nobody)

export function Workload() {
  const query = useAdminQuery(calls.contentAdmin('workload'), tags, {
    pollingInterval: adminLists.refresh,
  })
  return (
    <QueryView {...listStates} query={query}>
      {({ items }) => (
        <>
          <p className="s ink2 row-wrap ad-row ad-lead">
            {texts.lead}
            <span className="row-wrap">
              <span className="row">
                <Swatch hatch="slant" /> {texts.inTime}
              </span>
              <span className="row">
                <Swatch hatch="solid" /> {texts.late}
              </span>
            </span>
          </p>
          <div className="ad-list">
            <Table
              dense
              label={texts.label}
              columns={createColumns(items)}
              rows={items}
              rowId={({ assignee_id }) => assignee_id ?? 'none'}
            />
          </div>
        </>
      )}
    </QueryView>
  )
}

function createColumns(managers: readonly ManagerWorkload[]): Column<ManagerWorkload>[] {
  const mostOpenOrders = Math.max(1, ...managers.map(({ open_orders }) => open_orders))
  return [
    { id: 'manager', title: texts.manager, cell: formatManagerName },
    {
      id: 'load',
      title: texts.load,
      width: '30%',
      cell: (manager) => <Load manager={manager} most={mostOpenOrders} />,
    },
    ...workCounts.map((count) =>
      createFigureColumn(count, texts.counts[count], (manager: ManagerWorkload) => (
        <Figure manager={manager} count={count} />
      )),
    ),
  ]
}

/** A bar for the open orders of an employee. `most` is the largest number that an employee has. */
function Load({ manager, most }: { manager: ManagerWorkload; most: number }) {
  const { open_orders, late_orders } = manager
  return (
    <div className="ad-load">
      <div style={{ width: `${(open_orders / most) * 100}%` }}>
        <MeasuredBar
          height={28}
          label=""
          parts={[
            { id: 'inTime', label: texts.inTime, value: open_orders - late_orders, hatch: 'slant' },
            { id: 'late', label: texts.late, value: late_orders, hatch: 'solid' },
          ]}
        />
      </div>
    </div>
  )
}

function Figure({ manager, count }: { manager: ManagerWorkload; count: WorkCount }) {
  const value = formatNumber(manager[count])
  const isBad = count !== 'open_orders' && manager[count] > 0
  return (
    <Link
      className={joinClasses('num', isBad && 'failure', manager[count] === 0 && 'mute')}
      to={buildCountLink(count, manager)}
      aria-label={texts.figure(formatManagerName(manager), texts.counts[count], value)}
    >
      {value}
    </Link>
  )
}
