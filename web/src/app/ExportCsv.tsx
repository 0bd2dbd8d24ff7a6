// The button that gathers a list into a file, for every table of the administrators.

import { useState } from 'react'
import { saveFile } from '../lib/saveFile.ts'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { csvOf, everyRow, type SheetColumn, type SheetPage } from './csv.ts'
import { desk as words } from './texts/adminDesk.ts'

type Props<Row> = {
  /** Names the file. */
  name: string
  columns: readonly SheetColumn<Row>[]
  read: (page: { limit: number; offset: number }) => Promise<SheetPage<Row>>
}

export function ExportCsv<Row>({ name, columns, read }: Props<Row>) {
  const [state, setState] = useState<'still' | 'gathering' | 'failed'>('still')
  async function gather() {
    setState('gathering')
    try {
      const text = csvOf(columns, await everyRow(read))
      saveFile(`${name}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }))
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
