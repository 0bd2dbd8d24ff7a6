import { useEffect, useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { formatTime } from '../../lib/dates.ts'
import { clearLog, type LogLine, maxLogLines, readLogLines } from '../../platform/clientLog.ts'
import { debug } from '../../shared/texts/debug.ts'
import { Button } from '../../ui/Button.tsx'
import { useSendLogMutation } from './debugApi.ts'
import { maskSecret } from './secrets.ts'

const texts = debug.log
const refreshIntervalMs = 1000
const lineLimit = 100
const batchSize = 50

const formatLine = ({ level, context, message, data }: LogLine) =>
  maskSecret(
    [level, context, message, data ? JSON.stringify(data) : ''].filter(Boolean).join(' · '),
  )

/** The lines of the log. The log is outside React, so it is read once a second. */
function useLogLines(): readonly LogLine[] {
  const [lines, setLines] = useState<readonly LogLine[]>([])
  useEffect(() => {
    const update = () => setLines([...readLogLines()])
    update()
    const timer = setInterval(update, refreshIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return lines
}

export function LogSection() {
  const lines = useLogLines()
  const [send, { isLoading }] = useSendLogMutation()
  const [outcome, setOutcome] = useState<string | null>(null)
  const isEmpty = lines.length === 0

  async function copy() {
    const all = lines.map((line) => `${line.at} ${formatLine(line)}`).join('\n')
    setOutcome((await copyText(all)) ? texts.copied : texts.copyFailed)
  }

  async function sendAll() {
    setOutcome(null)
    for (let from = 0; from < lines.length; from += batchSize) {
      const part = lines.slice(from, from + batchSize).map((line) => ({
        level: line.level,
        context: line.context,
        message: maskSecret(line.message),
        data: { at: line.at },
      }))
      const answer = await send(part)
      if (answer.error) {
        setOutcome(texts.sendFailed)
        return
      }
    }
    setOutcome(texts.sent)
  }

  return (
    <>
      <p className="s mute num">{texts.count(lines.length, maxLogLines)}</p>
      {isEmpty ? (
        <p className="s ink2">{texts.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only a focused list.
        <ol className="dbg-log code" aria-label={texts.lines} tabIndex={0}>
          {lines
            .slice(-lineLimit)
            .reverse()
            .map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal lines may share a millisecond.
              <li key={`${line.at}-${index}`}>
                <span className="mute">{formatTime(line.at)}</span> {formatLine(line)}
              </li>
            ))}
        </ol>
      )}
      <div className="btns">
        <Button variant="line" small disabled={isEmpty} onClick={copy}>
          {texts.copy}
        </Button>
        <Button
          variant="line"
          small
          disabled={isEmpty}
          pendingLabel={isLoading && texts.sending}
          onClick={sendAll}
        >
          {texts.send}
        </Button>
        <Button variant="text" small disabled={isEmpty} onClick={clearLog}>
          {texts.clear}
        </Button>
        <span role="status" className="s ink2">
          {outcome}
        </span>
      </div>
    </>
  )
}
