// Above every table: the search, the filters, the file, and a new record.

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { liveStream } from '../../app/limits.ts'
import { desk as words } from '../../app/texts/adminDesk.ts'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { SearchField } from '../../ui/SearchField'
import { Select } from '../../ui/Select'
import { listIn, useLazyAdminReadQuery } from './adminApi.ts'
import { csvOf, download, everyRow } from './csv.ts'
import { newItem } from './ItemPanel.tsx'
import type { Item, Section } from './section.ts'
import type { Desk } from './useDesk.ts'

type Props<Row extends Item> = { section: Section<Row>; desk: Desk; children?: ReactNode }

export function DeskTools<Row extends Item>({ section, desk, children }: Props<Row>) {
  const { filters = [], search, canCreate } = section
  return (
    <div className="ad-tools">
      {search && <Search asked={desk.typed} onSearch={(typed) => desk.filter('search', typed)} />}
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

/** Asks when the typing pauses; the address may also change under it (back, 'Снять фильтры'). */
function Search({ asked, onSearch }: { asked: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(asked)
  const [known, setKnown] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    setTyped(asked)
  }
  // What else changed in the address during the pause must stay in it.
  const ask = useEffectEvent(() => {
    if (typed !== asked) onSearch(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause anew.
  useEffect(() => {
    const pause = setTimeout(() => ask(), liveStream.typingPause)
    return () => clearTimeout(pause)
  }, [typed])
  return (
    <SearchField label={words.search} hideLabel={false} value={typed} onValueChange={setTyped} />
  )
}

function Export<Row extends Item>({ section, desk }: Props<Row>) {
  const [read] = useLazyAdminReadQuery()
  const [state, setState] = useState<'still' | 'gathering' | 'failed'>('still')
  const { source, columns } = section
  async function gather() {
    setState('gathering')
    try {
      const rows = await everyRow<Row>(desk.criteria, async (params) =>
        listIn<Row>(await read({ url: source.list, params, tags: source.tags }).unwrap(), source),
      )
      download(`${section.title}.csv`, csvOf(columns, rows))
      setState('still')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button
        small
        look="line"
        sending={state === 'gathering' && words.exporting}
        onClick={() => void gather()}
      >
        {words.exportCsv}
      </Button>
      {state === 'failed' && (
        <Note tone="bad" role="alert">
          {words.exportFailed}
        </Note>
      )}
    </>
  )
}
