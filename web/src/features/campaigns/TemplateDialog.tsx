import { useRef } from 'react'
import { isStaleVersion } from '../../api/problem.ts'
import type { TemplateRead } from '../../api/wire/notifications.ts'
import { ActionErrorNote } from '../../shared/ActionErrorNote.tsx'
import { SubmitRow } from '../../shared/form/SubmitRow.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { campaign as limits } from '../../shared/limits.ts'
import { templateTexts as texts } from '../../shared/texts/campaigns.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useChangeTemplateMutation, useResetTemplateMutation } from './campaignsApi.ts'

type Props = { template: TemplateRead; onClose: () => void }

const pickTexts = ({ title, message }: TemplateRead) => ({ title, message })

export function TemplateDialog({ template, onClose }: Props) {
  const [changeTemplate] = useChangeTemplateMutation()
  const [resetTemplate, resetting] = useResetTemplateMutation()
  const version = useRef(template.version)
  const form = useForm({
    initial: pickTexts(template),
    send: async (wording) => {
      const answer = await changeTemplate({
        key: template.key,
        wording: { ...wording, version: version.current },
      })
      if (!answer.error) onClose()
      return answer
    },
  })
  const isStale = isStaleVersion(form.failure)
  const error = form.failure ?? resetting.error

  /** Resolves a conflict with another administrator by overwriting their text. */
  function overwrite() {
    version.current = template.version
    form.submit()
  }

  /** Resolves a conflict with another administrator by loading their text. */
  function loadTemplate() {
    version.current = template.version
    form.reset(pickTexts(template))
  }

  async function reset() {
    const answer = await resetTemplate(template.key)
    if (!answer.error) onClose()
  }

  return (
    <Dialog open notDismissible onClose={onClose} title={texts.dialog} description={template.key}>
      <form className="ui-fields" {...form.props}>
        {isStale && (
          <Note tone="warn" role="alert" title={texts.staleTitle}>
            <p>{texts.staleHint(template.title, template.message)}</p>
            <div className="btns">
              <Button small variant="line" onClick={overwrite}>
                {texts.keepMine}
              </Button>
              <Button small variant="text" onClick={loadTemplate}>
                {texts.takeTheirs}
              </Button>
            </div>
          </Note>
        )}
        {!isStale && <ActionErrorNote error={error} fallback={texts.failed} />}
        <TextField label={texts.heading} {...form.field('title')} />
        <TextArea label={texts.message} counter={limits.messageLength} {...form.field('message')} />
        <p className="s">
          <span className="mute">{texts.variables}: </span>
          {(template.variables ?? []).map((name) => (
            <span key={name} className="code">{`{${name}} `}</span>
          ))}
          {!template.variables?.length && texts.none}
        </p>
        <SubmitRow form={form} label={texts.save} pendingLabel={texts.saving} small>
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
        </SubmitRow>
      </form>
    </Dialog>
  )
}
