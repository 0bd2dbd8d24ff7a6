// A section at work: its tools, its table a page at a time, and the record that is open.

import { adminDesk } from '../../app/limits.ts'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { desk as words } from '../../app/texts/adminDesk.ts'
import { toldApart } from '../../lib/toldApart'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote } from '../../ui/Note'
import { Pagination } from '../../ui/Pagination'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { type Column, Table } from '../../ui/Table'
import { type List, useList } from './adminApi.ts'
import { BulkDeeds } from './BulkDeeds.tsx'
import { DeskTools } from './DeskTools.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import { pickColumn } from './pickColumn.tsx'
import type { DeskColumn, Item, Section } from './section.ts'
import { type Desk, orderOf, sortFor, useDesk } from './useDesk.ts'
import { type Picking, usePicking } from './usePicking.ts'

export function DeskView<Row extends Item>({ section }: { section: Section<Row> }) {
  const desk = useDesk(section)
  const { list, error, refetch } = useList<Row>(section.source, desk.query)
  const picking = usePicking(list?.rows ?? [])
  const nameOf = toldApart(
    list?.rows ?? [],
    section.heading,
    section.columns.map(({ text }) => text),
  )
  const isWide = Boolean(desk.item && section.Beside)
  if (isWide && desk.item)
    return <ItemPanel section={section} id={desk.item} onOpen={desk.open} isWide />
  return (
    <>
      <DeskTools section={section} desk={desk}>
        {section.Above && <section.Above />}
      </DeskTools>
      <div className={desk.item ? 'ad-split is-desk' : undefined}>
        <div className="ad-list">
          {section.bulk && <BulkDeeds deeds={section.bulk} picking={picking} nameOf={nameOf} />}
          {list ? (
            <Rows section={section} desk={desk} list={list} picking={picking} nameOf={nameOf} />
          ) : error ? (
            <ErrorNote title={words.listFailed} code={requestIdOf(error)} onRetry={refetch}>
              {failureText(error, '')}
            </ErrorNote>
          ) : (
            <DeskSkeleton />
          )}
        </div>
        {desk.item && (
          <ItemPanel
            section={section}
            id={desk.item}
            listed={list?.rows.find(({ id }) => id === desk.item)}
            onOpen={desk.open}
          />
        )}
      </div>
    </>
  )
}

type RowsProps<Row extends Item> = {
  section: Section<Row>
  desk: Desk
  list: List<Row>
  picking: Picking<Row>
  nameOf: (row: Row) => string
}

function Rows<Row extends Item>(props: RowsProps<Row>) {
  const { section, desk, picking, nameOf } = props
  const { rows, total } = props.list
  if (rows.length === 0)
    return (
      <Nothing
        desk={desk}
        total={total}
        hint={section.emptyHint ?? (section.canCreate && words.emptyCreate)}
      />
    )
  const [first, ...rest] = section.columns.filter(({ minor }) => !minor || !desk.item)
  if (!first) return null
  const columns: Column<Row>[] = [
    ...(section.bulk ? [pickColumn(rows, picking, nameOf)] : []),
    {
      ...plain(first, section.sorts),
      cell: (row) =>
        section.source.item || section.Facts ? (
          <button
            type="button"
            className="ad-open"
            aria-current={row.id === desk.item || undefined}
            onClick={() => desk.open(row.id)}
          >
            {first.cell?.(row) ?? first.text(row)}
          </button>
        ) : (
          (first.cell?.(row) ?? first.text(row))
        ),
    },
    ...rest.map((column) => plain(column, section.sorts)),
  ]
  return (
    <>
      <Table
        dense
        label={section.title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        isSelected={(row) => row.id === desk.item}
        order={orderOf(section, desk.sort)}
        onOrder={
          // What cannot be seen is not to be reached either.
          picking.chosen.length > 0
            ? undefined
            : (order) => {
                const sort = sortFor(section, order)
                if (sort) desk.toSort(sort)
              }
        }
      />
      <Pagination page={desk.page} pageSize={adminDesk.page} total={total} onPage={desk.toPage} />
    </>
  )
}

function plain<Row>(column: DeskColumn<Row>, sorts: readonly string[] = []): Column<Row> {
  const { id, title, width, num, align, sort } = column
  return {
    id,
    title,
    width,
    num,
    align,
    sortable: sort !== undefined && sorts.some((one) => one.replace(/^-/, '') === sort),
    cell: (row) => column.cell?.(row) ?? column.text(row),
  }
}

type NothingProps = { desk: Desk; total: number; hint?: string | false }

export function Nothing({ desk, total, hint }: NothingProps) {
  if (total > 0)
    return (
      <EmptyState
        title={words.pastEnd}
        action={
          <Button small look="line" onClick={() => desk.toPage(1)}>
            {words.firstPage}
          </Button>
        }
      />
    )
  if (!desk.isFiltered)
    return <EmptyState title={words.empty}>{hint || words.emptyHint}</EmptyState>
  return (
    <EmptyState
      title={words.nothingFound}
      action={
        <Button small look="line" onClick={desk.reset}>
          {words.resetFilters}
        </Button>
      }
    >
      {words.nothingFoundHint}
    </EmptyState>
  )
}

/** The widths of eight lines, of which no two are alike. */
const lines = [62, 48, 71, 55, 44, 66, 51, 58]

export function DeskSkeleton() {
  return (
    <Loading label={words.loading}>
      {lines.map((line) => (
        <div key={line} className="ad-wait">
          <Skeleton width={`${line}%`} />
        </div>
      ))}
    </Loading>
  )
}
