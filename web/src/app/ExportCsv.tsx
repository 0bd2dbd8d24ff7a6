// The button that gives a list as a file, for every table of the administrators.

import { useState } from 'react'
import { saveFile } from '../lib/saveFile.ts'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { desk as words } from './texts/adminDesk.ts'

type Props = {
  /** Names the file. */
  name: string
  gather: () => Promise<string>
}

// It tells the spreadsheet that the letters are UTF-8.
const mark = '\uFEFF'

export function ExportCsv({ name, gather }: Props) {
  const [state, setState] = useState<'still' | 'gathering' | 'failed'>('still')
  async function save() {
    setState('gathering')
    try {
      const type = 'text/csv;charset=utf-8'
      saveFile(`${name}.csv`, new Blob([mark, await gather()], { type }))
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
        onClick={() => void save()}
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
