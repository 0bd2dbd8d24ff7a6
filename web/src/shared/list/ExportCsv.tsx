// The button that downloads a list as a CSV file, for every table of the admin panel.

import { useState } from 'react'
import { saveFile } from '../../lib/saveFile.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { adminList as texts } from '../texts/adminList.ts'

type Props = {
  /** The file's name, without the extension. */
  name: string
  buildCsv: () => Promise<string>
}

// Byte order mark: spreadsheets then read the file as UTF-8.
const byteOrderMark = '\uFEFF'

export function ExportCsv({ name, buildCsv }: Props) {
  const [state, setState] = useState<'still' | 'gathering' | 'failed'>('still')
  async function save() {
    setState('gathering')
    try {
      const type = 'text/csv;charset=utf-8'
      saveFile(`${name}.csv`, new Blob([byteOrderMark, await buildCsv()], { type }))
      setState('still')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button
        small
        variant="line"
        pendingLabel={state === 'gathering' && texts.exporting}
        onClick={() => void save()}
      >
        {texts.exportCsv}
      </Button>
      {state === 'failed' && (
        <Note tone="bad" role="alert">
          {texts.exportFailed}
        </Note>
      )}
    </>
  )
}
