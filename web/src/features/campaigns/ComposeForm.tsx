// The form of a new campaign.

import { type FormEvent, useId } from 'react'
import { campaign as limits } from '../../app/limits.ts'
import { type KindName, kindNames, kinds } from '../../app/notificationKinds.ts'
import { compose as texts } from '../../app/texts/campaigns.ts'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { FormSummary } from '../../ui/FormSummary'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { AudienceField } from './AudienceField.tsx'
import { ChannelsField } from './ChannelsField.tsx'
import { OutcomeNote } from './OutcomeNote.tsx'
import type { Compose } from './useCompose.ts'

const types = kindNames.map((name) => ({ value: name, label: kinds[name].label }))

export function ComposeForm({ compose }: { compose: Compose }) {
  const { draft, change, problems, attempt, recipients } = compose
  const prefix = useId()
  const idOf = (field: string) => `${prefix}-${field}`
  const listed = Object.entries(problems).map(([field, message]) => ({
    field: idOf(field),
    message,
  }))
  const { priority } = kinds[draft.type]

  function submit(event: FormEvent) {
    event.preventDefault()
    compose.submit()
  }

  return (
    <form
      className="ui-fields"
      aria-label={texts.form}
      noValidate
      data-no-draft={!(draft.title || draft.message || draft.link) || undefined}
      onSubmit={submit}
    >
      {attempt > 0 && <FormSummary problems={listed} attempt={attempt} />}
      <div className="ui-fields-two ui-fields-stack">
        <div className="ui-fields">
          <AudienceField draft={draft} problem={problems.people} onChange={change} />
        </div>
        <Select
          small
          label={texts.type}
          options={types}
          value={draft.type}
          hint={
            priority === 'urgent'
              ? `${texts.priority.urgent}. ${texts.securityAlways}`
              : texts.priority[priority]
          }
          onChange={(event) => change({ type: event.target.value as KindName })}
        />
      </div>
      <TextField
        small
        id={idOf('title')}
        label={texts.heading}
        value={draft.title}
        error={problems.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        small
        id={idOf('message')}
        label={texts.message}
        hint={texts.messageHint}
        counter={limits.messageLength}
        value={draft.message}
        error={problems.message}
        onChange={(event) => change({ message: event.target.value })}
      />
      <TextField
        small
        id={idOf('link')}
        label={texts.link}
        hint={texts.linkHint}
        value={draft.link}
        error={problems.link}
        onChange={(event) => change({ link: event.target.value })}
      />
      <ChannelsField draft={draft} problems={problems} idOf={idOf} onChange={change} />
      <OutcomeNote compose={compose} />
      <div className="btns">
        <Button type="submit" small pendingLabel={compose.isSending && texts.sending}>
          {texts.send}
        </Button>
        <Button
          variant="line"
          small
          pendingLabel={compose.isTesting && texts.testing}
          onClick={compose.sendTest}
        >
          {texts.test}
        </Button>
        {!draft.isLater && recipients >= limits.undoFrom && (
          <span className="xs mute">{texts.undoHint}</span>
        )}
      </div>
      <ConfirmDialog
        open={compose.isConfirming}
        title={texts.confirmTitle(recipients)}
        description={texts.confirmText(draft.title)}
        confirm={texts.send}
        onConfirm={compose.dispatch}
        onCancel={compose.cancelConfirmation}
      />
    </form>
  )
}
