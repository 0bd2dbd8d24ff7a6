// The CSV download button of every table of the admin panel.

import { useState } from 'react'
import { toIsoDay } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { formatTotal } from '../../lib/totals.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { adminList as texts } from '../texts/adminList.ts'
import type { CsvFile } from './csv.ts'

type Props = {
  /** The content of the file, such as the title of the section. The file name is this text and the day. */
  name: string
  buildCsv: () => Promise<CsvFile>
}

// Byte order mark: spreadsheets then read the file as UTF-8.
const byteOrderMark = '\uFEFF'

/** 'заявки-2026-11-30.csv', with the day in Moscow. */
export const buildFileName = (name: string, now: Date) =>
  `${name.toLowerCase().replace(/\s+/g, '-')}-${toIsoDay(now)}.csv`

export function ExportCsv({ name, buildCsv }: Props) {
  const [state, setState] = useState<'idle' | 'exporting' | 'failed'>('idle')
  const [cut, setCut] = useState<CsvFile['cut']>()
  async function save() {
    setState('exporting')
    setCut(undefined)
    try {
      const file = await buildCsv()
      const type = 'text/csv;charset=utf-8'
      saveFile(buildFileName(name, new Date()), new Blob([byteOrderMark, file.text], { type }))
      setCut(file.cut)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button
        small
        variant="line"
        pendingLabel={state === 'exporting' && texts.exporting}
        onClick={() => void save()}
      >
        {texts.exportCsv}
      </Button>
      {cut && (
        <Note tone="warn" role="status">
          {texts.exportCut(formatNumber(cut.rows, 'text'), formatTotal(cut.total, 'text'))}
        </Note>
      )}
      {state === 'failed' && (
        <Note tone="bad" role="alert">
          {texts.exportFailed}
        </Note>
      )}
    </>
  )
}
