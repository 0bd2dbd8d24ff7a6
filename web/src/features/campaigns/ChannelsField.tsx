import { compose as texts } from '../../app/texts/campaigns.ts'
import { Checkbox } from '../../ui/Checkbox'
import { FieldError } from '../../ui/FieldError'
import { Switch } from '../../ui/Switch'
import { TextField } from '../../ui/TextField'
import { channels, type Draft, type DraftProblems } from './draft.ts'

type Props = {
  draft: Draft
  problems: DraftProblems
  idOf: (field: string) => string
  onChange: (changed: Partial<Draft>) => void
}

/** The channels of the campaign, and its time. */
export function ChannelsField({ draft, problems, idOf, onChange }: Props) {
  const errorId = idOf('channels-error')
  return (
    <>
      <fieldset aria-describedby={problems.channels ? errorId : undefined}>
        <legend className="ui-label">{texts.channels}</legend>
        <div className="cp-row">
          {channels.map((channel, index) => (
            <Checkbox
              key={channel}
              id={index === 0 ? idOf('channels') : undefined}
              label={texts.channel[channel]}
              checked={draft.channels.includes(channel)}
              onChange={({ target }) =>
                onChange({
                  channels: channels.filter((one) =>
                    one === channel ? target.checked : draft.channels.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
        {problems.channels && <FieldError id={errorId}>{problems.channels}</FieldError>}
      </fieldset>
      <div className="cp-row">
        <Switch
          label={texts.later}
          checked={draft.isLater}
          onChange={(event) => onChange({ isLater: event.target.checked })}
        />
        {draft.isLater && (
          <TextField
            small
            type="datetime-local"
            id={idOf('when')}
            label={texts.when}
            unit={texts.moscow}
            value={draft.when}
            error={problems.when}
            onChange={(event) => onChange({ when: event.target.value })}
          />
        )}
      </div>
    </>
  )
}
