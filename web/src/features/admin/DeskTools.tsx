// Above every table: the search, the filters, the file, and a new record.

import type { ReactNode } from 'react'
import { gathered } from '../../app/csv.ts'
import { ExportCsv } from '../../app/ExportCsv.tsx'
import { PausedSearch } from '../../app/PausedSearch.tsx'
import { desk as words } from '../../app/texts/adminDesk.ts'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { listIn, useAdminSheetMutation, useLazyAdminReadQuery } from './adminApi.ts'
import { newItem } from './ItemPanel.tsx'
import type { Item, Section } from './section.ts'
import type { Desk } from './useDesk.ts'

type Props<Row extends Item> = { section: Section<Row>; desk: Desk; children?: ReactNode }

export function DeskTools<Row extends Item>({ section, desk, children }: Props<Row>) {
  const { filters = [], search, canCreate } = section
  return (
    <div className="ad-tools">
      {search && (
        <PausedSearch
          label={words.search}
          asked={desk.typed}
          onSearch={(typed) => desk.filter('search', typed)}
        />
      )}
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          small
          label={label}
          options={[{ value: '', label: words.every }, ...options]}
          value={desk.chosen[name] ?? ''}
          onChange={(event) => desk.filter(name, event.target.value)}
        />
      ))}
      <div className="btns ad-tools-end">
        {children}
        <Export section={section} desk={desk} />
        {canCreate && (
          <Button small onClick={() => desk.open(newItem)}>
            {words.create}
          </Button>
        )}
      </div>
    </div>
  )
}

function Export<Row extends Item>({ section, desk }: Props<Row>) {
  const [read] = useLazyAdminReadQuery()
  const [make] = useAdminSheetMutation()
  const { source, columns, title } = section
  const { list, tags, sheet } = source
  const inBrowser = () =>
    gathered(columns, async (page) => {
      const params = { ...desk.criteria, ...page }
      return listIn<Row>(await read({ url: list, params, tags }).unwrap(), source)
    })
  const inService = (url: string) => make({ url, params: desk.criteria }).unwrap()
  return <ExportCsv name={title} gather={() => (sheet ? inService(sheet) : inBrowser())} />
}
