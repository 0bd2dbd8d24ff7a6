// Exports and imports the history of incidents and maintenance as a JSON file.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import { describeProblem } from '../../../api/problem.ts'
import type { BodyOf } from '../../../api/routeTypes.ts'
import { toIsoDay } from '../../../lib/dates.ts'
import { saveFile } from '../../../lib/saveFile.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { adminStatus as texts } from '../../../shared/texts/adminStatus.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { joinClasses } from '../../../ui/classes.ts'
import { FilePick } from '../../../ui/FilePick.tsx'
import { createChange, useAdminChangeMutation, useAdminExportMutation } from '../adminApi.ts'

const tags = ['Incident', 'Maintenance', 'Status'] as const

export function IncidentHistory() {
  const [readHistory, reading] = useAdminExportMutation()
  const [run, sending] = useAdminChangeMutation()
  const [result, setResult] = useState<{ text: string; isError: boolean } | null>(null)
  const fail = (text: string) => setResult({ text, isError: true })

  const exportHistory = useSingleFlight(async () => {
    setResult(null)
    const answer = await readHistory({ url: calls.statusHistory, params: {} })
    if (answer.error) return fail(describeProblem(answer.error, adminList.exportFailed))
    const name = `meridian-status-${toIsoDay(Date.now())}.json`
    saveFile(name, new Blob([answer.data], { type: 'application/json' }))
  })

  const importHistory = useSingleFlight(async (file: File) => {
    setResult(null)
    const history = parseJson(await file.text())
    if (history === null) return fail(texts.importBroken)
    // The service validates the file.
    const body = history as BodyOf<'post', typeof calls.statusHistory>
    const answer = await run(createChange('POST', calls.statusHistory, tags, body))
    if (answer.error) return fail(describeImportProblem(answer.error))
    const { added = 0, known = 0 } = answer.data as { added?: number; known?: number }
    setResult({ text: texts.imported(added, known), isError: false })
  })

  return (
    <>
      <Button
        variant="line"
        small
        disabled={reading.isLoading}
        onClick={() => void exportHistory()}
      >
        {texts.exportHistory}
      </Button>
      <FilePick
        label={texts.importHistory}
        accept="application/json,.json"
        disabled={sending.isLoading}
        onPick={(file) => void importHistory(file)}
      >
        {texts.importHistory}
      </FilePick>
      <span
        role={result?.isError ? 'alert' : 'status'}
        className={joinClasses('s ad-tools-note', result?.isError && 'failure')}
      >
        {result?.text}
      </span>
    </>
  )
}

function parseJson(text: string): object | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' ? read : null
  } catch {
    return null
  }
}

/** The parts of a history file. An error elsewhere means that it is another file. */
const isInHistory = (field: string) => /^(incidents|maintenance)\./.test(field)

/** The first error with its path in the file, such as 'incidents.3.title: ...'. */
function describeImportProblem(error: unknown): string {
  const text = describeProblem(error, texts.importFailed)
  const [first] =
    (error as { errors?: { field: string; message: string }[] } | undefined)?.errors ?? []
  if (!first) return text
  return isInHistory(first.field)
    ? texts.importRowRefused(first.field, first.message)
    : texts.importOtherFile
}
