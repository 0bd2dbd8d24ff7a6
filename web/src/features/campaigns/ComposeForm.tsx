// The form of a new campaign.

import { SubmitRow } from '../../shared/form/SubmitRow.tsx'
import { campaign as limits } from '../../shared/limits.ts'
import { type KindName, kindNames, kinds } from '../../shared/notificationKinds.ts'
import { compose as texts } from '../../shared/texts/campaigns.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { FormSummary } from '../../ui/FormSummary.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AudienceField } from './AudienceField.tsx'
import type { Draft, DraftProblems } from './draft.ts'
import { OutcomeNote } from './OutcomeNote.tsx'
import { type CampaignComposer, useOfferedChannels } from './useCompose.ts'

const types = kindNames.map((name) => ({ value: name, label: kinds[name].label }))

export function ComposeForm({ compose }: { compose: CampaignComposer }) {
  const { form, recipients } = compose
  const { values: draft, change, problems, field } = form
  const { priority } = kinds[draft.type]
  return (
    <form className="ui-fields" aria-label={texts.form} {...form.props}>
      {form.isRestored && form.isChanged && (
        <Note tone="info" role="status">
          <p>{texts.restored}</p>
          <Button small variant="text" onClick={() => form.reset()}>
            {texts.dropDraft}
          </Button>
        </Note>
      )}
      {form.attempt > 0 && <FormSummary problems={form.summary} attempt={form.attempt} />}
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
      <TextField small label={texts.heading} {...field('title')} />
      <TextArea
        small
        label={texts.message}
        hint={texts.messageHint}
        counter={limits.messageLength}
        {...field('message')}
      />
      <TextField small label={texts.link} hint={texts.linkHint} {...field('link')} />
      <DeliveryFields draft={draft} problems={problems} buildId={form.fieldId} onChange={change} />
      <OutcomeNote compose={compose} />
      <SubmitRow form={form} label={texts.send} pendingLabel={texts.sending} small>
        <Button
          variant="line"
          small
          pendingLabel={compose.isTesting && texts.testing}
          onClick={compose.sendTest}
        >
          {texts.test}
        </Button>
        {!draft.isLater && recipients >= limits.undoFromRecipients && (
          <span className="xs mute">{texts.undoHint}</span>
        )}
      </SubmitRow>
      <ConfirmDialog
        open={form.confirmation.isOpen}
        title={texts.confirmTitle(recipients)}
        description={texts.confirmText(draft.title)}
        confirm={texts.send}
        onConfirm={form.confirmation.confirm}
        onCancel={form.confirmation.cancel}
      />
    </form>
  )
}

type DeliveryFieldsProps = {
  draft: Draft
  problems: DraftProblems
  buildId: (field: string) => string
  onChange: (changed: Partial<Draft>) => void
}

/** The channels and the sending time of the campaign. */
function DeliveryFields({ draft, problems, buildId, onChange }: DeliveryFieldsProps) {
  const channels = useOfferedChannels()
  const errorId = buildId('channels-error')
  return (
    <>
      <fieldset
        aria-labelledby={buildId('channels-legend')}
        aria-describedby={problems.channels ? errorId : undefined}
      >
        <legend id={buildId('channels-legend')} className="ui-label">
          {texts.channels}
        </legend>
        <div className="row-wrap cp-row">
          {channels.map((channel, index) => (
            <Checkbox
              key={channel}
              id={index === 0 ? buildId('channels') : undefined}
              label={texts.channel[channel]}
              checked={draft.channels.includes(channel)}
              onChange={({ target }) =>
                onChange({
                  channels: channels.filter((candidate) =>
                    candidate === channel ? target.checked : draft.channels.includes(candidate),
                  ),
                })
              }
            />
          ))}
        </div>
        {problems.channels && <FieldError id={errorId}>{problems.channels}</FieldError>}
      </fieldset>
      <div className="row-wrap cp-row">
        <Switch
          label={texts.later}
          checked={draft.isLater}
          onChange={(event) => onChange({ isLater: event.target.checked })}
        />
        {draft.isLater && (
          <TextField
            small
            type="datetime-local"
            id={buildId('sendAt')}
            label={texts.when}
            unit={texts.moscow}
            value={draft.sendAt}
            error={problems.sendAt}
            onChange={(event) => onChange({ sendAt: event.target.value })}
          />
        )}
      </div>
    </>
  )
}
