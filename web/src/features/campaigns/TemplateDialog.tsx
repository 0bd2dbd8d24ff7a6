import { useState } from 'react'
import { campaign as limits } from '../../app/limits.ts'
import { isProblem, problemText } from '../../app/problem.ts'
import { variants as texts } from '../../app/texts/campaigns.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import type { TemplateRead } from '../../app/wire/notifications.ts'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { useChangeTemplateMutation, useResetTemplateMutation } from './campaignsApi.ts'

type Props = { template: TemplateRead; onClose: () => void }

export function TemplateDialog({ template, onClose }: Props) {
  const [title, setTitle] = useState(template.title)
  const [message, setMessage] = useState(template.message)
  const [version, setVersion] = useState(template.version)
  const [change, changing] = useChangeTemplateMutation()
  const [resetTemplate, resetting] = useResetTemplateMutation()
  const error = changing.error ?? resetting.error
  const isStale = isProblem(changing.error) && changing.error.code === 'stale_version'
  const fieldProblems = isProblem(error) ? error.errors : undefined
  const problemOf = (field: string) => fieldProblems?.find((one) => one.field === field)?.message

  const save = useSingleFlight(async (baseVersion: number) => {
    const wording = { title, message, version: baseVersion }
    const answer = await change({ key: template.key, wording })
    if (!answer.error) onClose()
  })

  /** After a conflict with another administrator: continues with their text. */
  function loadTemplate() {
    setTitle(template.title)
    setMessage(template.message)
    setVersion(template.version)
    changing.reset()
  }

  async function reset() {
    const answer = await resetTemplate(template.key)
    if (!answer.error) onClose()
  }

  return (
    <Dialog open notDismissible onClose={onClose} title={texts.dialog} description={template.key}>
      <form
        className="ui-fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(version)
        }}
      >
        {isStale && (
          <Note tone="warn" role="alert" title={texts.staleTitle}>
            <p>{texts.staleHint(template.title, template.message)}</p>
            <div className="btns">
              <Button small variant="line" onClick={() => void save(template.version)}>
                {texts.keepMine}
              </Button>
              <Button small variant="text" onClick={loadTemplate}>
                {texts.takeTheirs}
              </Button>
            </div>
          </Note>
        )}
        {error && !isStale && !problemOf('title') && !problemOf('message') && (
          <Note tone="bad" role="alert">
            {problemText(error, texts.failed)}
          </Note>
        )}
        <TextField
          label={texts.heading}
          value={title}
          error={problemOf('title')}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={texts.message}
          counter={limits.messageLength}
          value={message}
          error={problemOf('message')}
          onChange={(event) => setMessage(event.target.value)}
        />
        <p className="s">
          <span className="mute">{texts.variables}: </span>
          {(template.variables ?? []).map((name) => (
            <span key={name} className="code">{`{${name}} `}</span>
          ))}
          {!template.variables?.length && texts.none}
        </p>
        <div className="btns">
          <Button type="submit" small pendingLabel={changing.isLoading && texts.saving}>
            {texts.save}
          </Button>
          {template.is_changed && (
            <Button
              variant="text"
              small
              pendingLabel={resetting.isLoading && texts.resetting}
              onClick={reset}
            >
              {texts.reset}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
