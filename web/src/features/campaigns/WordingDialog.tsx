import { useState } from 'react'
import { campaign as limits } from '../../app/limits.ts'
import { failureText, isProblem } from '../../app/problem.ts'
import { wordings as texts } from '../../app/texts/campaigns.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { TemplateRead } from '../../app/wire/notifications.ts'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { useChangeTemplateMutation, useResetTemplateMutation } from './campaignsApi.ts'

type Props = { template: TemplateRead; onClose: () => void }

export function WordingDialog({ template, onClose }: Props) {
  const [title, setTitle] = useState(template.title)
  const [message, setMessage] = useState(template.message)
  const [version, setVersion] = useState(template.version)
  const [change, changing] = useChangeTemplateMutation()
  const [toBuiltIn, resetting] = useResetTemplateMutation()
  const error = changing.error ?? resetting.error
  const isStale = isProblem(changing.error) && changing.error.code === 'stale_version'
  const told = isProblem(error) ? error.errors : undefined
  const problem = (field: string) => told?.find((one) => one.field === field)?.message

  const save = useOnce(async (seen: number) => {
    const wording = { title, message, version: seen }
    const answer = await change({ key: template.key, wording })
    if (!answer.error) onClose()
  })

  /** Another administrator was faster: his text is what is edited on. */
  function take() {
    setTitle(template.title)
    setMessage(template.message)
    setVersion(template.version)
    changing.reset()
  }

  async function reset() {
    const answer = await toBuiltIn(template.key)
    if (!answer.error) onClose()
  }

  return (
    <Dialog open firm onClose={onClose} title={texts.dialog} description={template.key}>
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
              <Button small look="line" onClick={() => void save(template.version)}>
                {texts.keepMine}
              </Button>
              <Button small look="text" onClick={take}>
                {texts.takeTheirs}
              </Button>
            </div>
          </Note>
        )}
        {error && !isStale && !problem('title') && !problem('message') && (
          <Note tone="bad" role="alert">
            {failureText(error, texts.failed)}
          </Note>
        )}
        <TextField
          label={texts.heading}
          value={title}
          error={problem('title')}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={texts.message}
          counter={limits.messageLength}
          value={message}
          error={problem('message')}
          onChange={(event) => setMessage(event.target.value)}
        />
        <p className="s">
          <span className="mute">{texts.variables}: </span>
          {template.variables.map((name) => (
            <span key={name} className="code">{`{${name}} `}</span>
          ))}
          {template.variables.length === 0 && texts.none}
        </p>
        <div className="btns">
          <Button type="submit" small sending={changing.isLoading && texts.saving}>
            {texts.save}
          </Button>
          {template.is_changed && (
            <Button
              look="text"
              small
              sending={resetting.isLoading && texts.resetting}
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
