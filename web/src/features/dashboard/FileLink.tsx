import { type MouseEvent, useState } from 'react'
import { describeProblem } from '../../api/problem.ts'
import { saveObjectUrl } from '../../lib/saveFile.ts'
import { dashboard } from '../../shared/texts/dashboard.ts'
import { orderDocuments as texts } from '../../shared/texts/orders.ts'
import { useFetchFileMutation } from './orders/ordersApi.ts'

type Props = {
  url: string
  /** File name of the download. */
  name: string
  label: string
  children: string
}

/**
 * A link to a private file. The page downloads it, so that an expired session is renewed and an
 * error is shown.
 */
export function FileLink({ url, name, label, children }: Props) {
  const [fetchFile, { isLoading }] = useFetchFileMutation()
  const [failure, setFailure] = useState<string | null>(null)
  async function save(event: MouseEvent) {
    event.preventDefault()
    if (isLoading) return
    setFailure(null)
    const answer = await fetchFile(url)
    if (answer.data) saveObjectUrl(name, answer.data)
    else setFailure(describeProblem(answer.error, dashboard.fileFailed))
  }
  return (
    <span>
      <a href={url} download={name} aria-label={label} aria-busy={isLoading} onClick={save}>
        {isLoading ? texts.downloading : children}
      </a>
      {failure && (
        <span role="alert" className="xs failure">
          {failure}
        </span>
      )}
    </span>
  )
}
