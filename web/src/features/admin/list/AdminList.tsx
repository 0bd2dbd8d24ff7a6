// One section of the admin panel: the toolbar, one page of the table, and the open record.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { disambiguate } from '../../../lib/disambiguate.ts'
import { typographer } from '../../../lib/typography.ts'
import { adminLists } from '../../../shared/limits.ts'
import { type RowSelection, useRowSelection } from '../../../shared/list/useRowSelection.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { adminList as texts } from '../../../shared/texts/adminList.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { restoreFocus } from '../../../ui/lostFocus.ts'
import { Pagination } from '../../../ui/Pagination.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'
import { type List, useList } from '../adminApi.ts'
import { ItemPanel } from '../record/ItemPanel.tsx'
import type { AdminColumn, Item, Section } from '../section.ts'
import { listStates } from './AdminListSkeleton.tsx'
import { BulkActions } from './BulkActions.tsx'
import { createSelectionColumn } from './columns.tsx'
import { ListTools } from './ListTools.tsx'
import { findRow, useListKeys } from './useListKeys.ts'
import { type ListState, orderToSort, sortToOrder, useListState } from './useListState.ts'

type Props<Row extends Item, Listed extends Item> = { section: Section<Row, Listed> }

export function AdminList<Row extends Item, Listed extends Item>({ section }: Props<Row, Listed>) {
  const state = useListState(section)
  const query = useList<Listed>(section.source, state.query)
  const list = query.currentData
  const selection = useRowSelection(list?.rows ?? [])
  const rowName = disambiguate(
    list?.rows ?? [],
    section.heading,
    section.columns.map(({ text }) => text),
  )
  const isWide = Boolean(state.item && (section.Preview || section.isPage))
  const table = useRef<HTMLDivElement>(null)
  const keys = useListKeys({
    rows: list?.rows ?? [],
    table,
    openId: state.item,
    onOpen: isOpenable(section) ? (row) => state.openItem(row.id) : undefined,
    onSelect: section.bulk && ((row, isSelected) => selection.toggle(row.id, isSelected)),
    isSelected: selection.isSelected,
    rowName,
  })
  useReturnToRow(table, isWide ? state.item : null)
  if (isWide && state.item)
    return <ItemPanel section={section} id={state.item} onOpen={state.openItem} isWide />
  return (
    <>
      <ListTools section={section} state={state}>
        {section.Toolbar && <section.Toolbar />}
      </ListTools>
      <div className={state.item ? 'ad-split is-list' : undefined}>
        <div className="ad-list" ref={table}>
          {section.bulk && (
            <BulkActions actions={section.bulk} selection={selection} rowName={rowName} />
          )}
          <QueryView {...listStates} query={query}>
            {(found) => (
              <ListRows
                section={section}
                state={state}
                list={found}
                selection={selection}
                rowName={rowName}
                focusRow={keys.focusRow}
              />
            )}
          </QueryView>
          <p className="sr" aria-live="polite">
            {keys.announcement}
          </p>
        </div>
        {state.item && (
          <ItemPanel
            section={section}
            id={state.item}
            listed={list?.rows.find(({ id }) => id === state.item)}
            onOpen={state.openItem}
          />
        )}
      </div>
    </>
  )
}

/** Whether the rows of a section open a record. */
function isOpenable<Row extends Item, Listed extends Item>(section: Section<Row, Listed>) {
  return Boolean(section.source.item || section.Details)
}

/** A wide record replaces the list. When the record is closed, its row gets the focus. */
function useReturnToRow(table: RefObject<HTMLElement | null>, wideId: string | null) {
  const previousId = useRef<string | null>(null)
  useEffect(() => {
    const closedId = wideId === null ? previousId.current : null
    previousId.current = wideId
    const row = closedId === null ? null : findRow(table.current, closedId)
    if (row) requestAnimationFrame(() => restoreFocus(row))
  }, [table, wideId])
}

type ListRowsProps<Row extends Item, Listed extends Item> = {
  section: Section<Row, Listed>
  state: ListState
  list: List<Listed>
  selection: RowSelection<Listed>
  rowName: (row: Listed) => string
  focusRow: string | null
}

function ListRows<Row extends Item, Listed extends Item>(props: ListRowsProps<Row, Listed>) {
  const { section, state, selection, rowName } = props
  const { rows, total } = props.list
  if (rows.length === 0)
    return <AdminEmptyList state={state} total={total} hint={section.emptyHint} />
  const [firstColumn, ...otherColumns] = section.columns.filter(
    ({ isSecondary }) => !isSecondary || !state.item,
  )
  if (!firstColumn) return null
  const columns: Column<Listed>[] = [
    ...(section.bulk ? [createSelectionColumn(rows, selection, rowName)] : []),
    {
      ...toTableColumn(firstColumn, section.sorts),
      cell: (row) =>
        isOpenable(section) ? (
          <button
            type="button"
            className="plain ad-open"
            aria-current={row.id === state.item || undefined}
            onClick={() => state.openItem(row.id)}
          >
            {renderCell(firstColumn, row)}
          </button>
        ) : (
          renderCell(firstColumn, row)
        ),
    },
    ...otherColumns.map((column) => toTableColumn(column, section.sorts)),
  ]
  return (
    <>
      <Table
        dense
        label={section.title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        isSelected={(row) => row.id === state.item}
        focusRow={props.focusRow}
        order={sortToOrder(section, state.sort)}
        onOrder={
          // The selection bar covers the header, so the header must not take the focus.
          selection.selected.length > 0
            ? undefined
            : (order) => {
                const sort = orderToSort(section, order)
                if (sort) state.setSort(sort)
              }
        }
      />
      <Pagination
        page={state.page}
        pageSize={adminLists.page}
        total={total}
        onPage={state.setPage}
      />
    </>
  )
}

/** A value that the record lacks is a dash. */
function renderCell<Row>(column: AdminColumn<Row>, row: Row): ReactNode {
  return column.cell?.(row) ?? (column.text(row) || texts.none)
}

const narrowClasses = { always: 'is-wide-only', besideRecord: 'is-wide-only-beside' } as const

function toTableColumn<Row>(column: AdminColumn<Row>, sorts: readonly string[] = []): Column<Row> {
  const { id, title, width, isOneLine, align, sort, narrowHidden } = column
  return {
    id,
    title,
    width,
    num: isOneLine,
    align,
    className: narrowHidden && narrowClasses[narrowHidden],
    sortable: sort !== undefined && sorts.some((sortKey) => sortKey.replace(/^-/, '') === sort),
    cell: (row) => renderCell(column, row),
  }
}

type AdminEmptyListProps = { state: ListState; total: number; hint: string }

export function AdminEmptyList({ state, total, hint }: AdminEmptyListProps) {
  if (total > 0)
    return (
      <EmptyState
        title={texts.pastEnd}
        action={
          <Button small variant="line" onClick={() => state.setPage(1)}>
            {texts.firstPage}
          </Button>
        }
      />
    )
  if (!state.isFiltered) return <EmptyState title={texts.empty}>{typographer(hint)}</EmptyState>
  return (
    <EmptyState
      title={texts.nothingFound}
      action={
        <Button small variant="line" onClick={state.resetFilters}>
          {texts.resetFilters}
        </Button>
      }
    >
      {texts.nothingFoundHint}
    </EmptyState>
  )
}
