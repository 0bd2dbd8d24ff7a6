// The toolbar above a list: search, filters, CSV export and "create".

import type { ReactNode } from 'react'
import { exportCsv } from '../../../shared/list/csv.ts'
import { DebouncedSearch } from '../../../shared/list/DebouncedSearch.tsx'
import { ExportCsv } from '../../../shared/list/ExportCsv.tsx'
import { adminList as texts } from '../../../shared/texts/adminList.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { useAdminExportMutation, useReadPage } from '../adminApi.ts'
import { newItemId } from '../record/ItemPanel.tsx'
import type { Item, Section } from '../section.ts'
import { AssigneeFilter } from './AssigneeFilter.tsx'
import { listExportColumns } from './exportColumns.ts'
import { SavedFilters } from './SavedFilters.tsx'
import type { ListState } from './useListState.ts'

type Props<Row extends Item, Listed extends Item> = {
  section: Section<Row, Listed>
  state: ListState
  children?: ReactNode
}

export function ListTools<Row extends Item, Listed extends Item>({
  section,
  state,
  children,
}: Props<Row, Listed>) {
  const { filters = [], search, searchLabel = texts.search, newHeading } = section
  return (
    <div className="ad-tools">
      {search && (
        <DebouncedSearch
          label={searchLabel}
          query={state.searchText}
          onSearch={(text) => state.setFilter('search', text)}
        />
      )}
      {filters.map(({ name, label, options, hasEmployees }) => {
        const value = state.filterValues[name] ?? ''
        return hasEmployees ? (
          <AssigneeFilter
            key={name}
            value={value}
            onChange={(chosen) => state.setFilter(name, chosen)}
          />
        ) : (
          <Select
            key={name}
            small
            label={label}
            options={[{ value: '', label: texts.every }, ...options]}
            value={value}
            onChange={(event) => state.setFilter(name, event.target.value)}
          />
        )
      })}
      <div className="btns ad-tools-end">
        {children}
        {(search || filters.length > 0) && (
          <SavedFilters parameters={state.parameters} onApply={state.applyParameters} />
        )}
        <Export section={section} state={state} />
        {newHeading && (
          <Button small onClick={() => state.openItem(newItemId)}>
            {texts.create}
          </Button>
        )}
      </div>
    </div>
  )
}

function Export<Row extends Item, Listed extends Item>({ section, state }: Props<Row, Listed>) {
  const readPage = useReadPage(section.source)
  const [requestExport] = useAdminExportMutation()
  const { source, title, exportName = title } = section
  const { exportUrl } = source
  const exportInBrowser = () =>
    exportCsv(listExportColumns(section), (page) => readPage({ ...state.criteria, ...page }))
  const exportInService = async (url: string) => ({
    text: await requestExport({ url, params: state.criteria }).unwrap(),
  })
  return (
    <ExportCsv
      name={exportName}
      buildCsv={() => (exportUrl ? exportInService(exportUrl) : exportInBrowser())}
    />
  )
}
