// Ways to follow the status: emails or Telegram about all or chosen components, the feed, the calendar.

import { useState } from 'react'
import { calls } from '../../api/calls.ts'
import { SubscribeForm } from '../../shared/SubscribeForm.tsx'
import { statusComponents, statusSubscription as texts } from '../../shared/texts/status.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { RadioSegments } from '../../ui/RadioSegments.tsx'
import { type ComponentId, useFollowStatusMutation, useGetTelegramBotQuery } from './statusApi.ts'

const scopes = [
  { value: 'all', label: texts.all },
  { value: 'chosen', label: texts.chosen },
]

export function Subscriptions() {
  const [subscribe, state] = useFollowStatusMutation()
  const [scope, setScope] = useState('all')
  const [chosen, setChosen] = useState<ReadonlySet<ComponentId>>(new Set())
  const components = scope === 'all' ? [] : [...chosen]
  const isMissing = scope === 'chosen' && chosen.size === 0
  const toggle = (id: ComponentId) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <section id="follow" className="section page status-follow" aria-labelledby="follow-title">
      <div>
        <h2 id="follow-title">{texts.title}</h2>
        <p className="ink2">{texts.note}</p>
      </div>
      <SubscribeForm
        id="status"
        name={texts.form}
        label={texts.email}
        subscribe={(email) => subscribe({ email, components })}
        state={state}
        choice={
          <div className="stack-12">
            <RadioSegments
              label={texts.scope}
              options={scopes}
              value={scope}
              onChange={(event) => setScope(event.target.value)}
            />
            {scope === 'chosen' && (
              <fieldset className="status-choice">
                <legend className="s ink2">{isMissing ? texts.chooseNone : texts.choose}</legend>
                {statusComponents.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    label={name}
                    checked={chosen.has(id)}
                    onChange={() => toggle(id)}
                  />
                ))}
              </fieldset>
            )}
          </div>
        }
      >
        <TelegramSubscription components={components} />
        <p className="s status-follow-links">
          <a href={calls.statusFeed}>{texts.feed}</a>
          <a href={calls.statusCalendar}>{texts.calendar}</a>
        </p>
      </SubscribeForm>
    </section>
  )
}

/** A link to the bot, with the chosen components. Renders nothing until it is known that the site has a bot. */
function TelegramSubscription({ components }: { components: ComponentId[] }) {
  const { data: bot } = useGetTelegramBotQuery()
  if (!bot?.status_url) return null
  return (
    <div className="status-telegram">
      <a
        className="ui-btn ui-btn-line ui-btn-small"
        href={[bot.status_url, ...components].join('-')}
        target="_blank"
        rel="noreferrer"
      >
        {texts.telegram}
      </a>
      <p className="xs mute">{texts.telegramHint}</p>
    </div>
  )
}
