import { useState } from 'react'
import { formatDay } from '../../lib/dates.ts'
import { env } from '../../platform/env.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { pages } from '../../shared/paths.ts'
import { share as texts } from '../../shared/texts/orders.ts'
import { useSingleFlight } from '../../shared/useSingleFlight.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useShareOrderMutation, useStopSharingOrderMutation } from './ordersApi.ts'

const defaultDays = '30'

export default function ShareDialog({ order, onClose }: { order: string; onClose: () => void }) {
  const [days, setDays] = useState(defaultDays)
  const [share, made] = useShareOrderMutation()
  const [stop, stopped] = useStopSharingOrderMutation()
  const create = useSingleFlight(() => share({ order, days: Number(days) }))
  const close = useSingleFlight(async () => {
    const answer = await stop(order)
    if (!answer.error) made.reset()
  })
  return (
    <Dialog open title={texts.title} description={texts.about} size="narrow" onClose={onClose}>
      <div className="stack-16">
        {made.data ? (
          <SharedLink token={made.data.token} until={made.data.expires_at} />
        ) : (
          <Select
            label={texts.days}
            options={texts.terms}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        <ActionError className="s" error={made.error} fallback={texts.failed} />
        <ActionError className="s" error={stopped.error} fallback={texts.stopFailed} />
        <p role="status" className="s">
          {stopped.isSuccess && !made.data && texts.stopped}
        </p>
        <div className="btns">
          {!made.data && (
            <Button pendingLabel={made.isLoading && texts.creating} onClick={create}>
              {texts.create}
            </Button>
          )}
          <Button
            variant="danger"
            pendingLabel={stopped.isLoading && texts.stopping}
            onClick={close}
          >
            {texts.stop}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function SharedLink({ token, until }: { token: string; until: string }) {
  const link = env.publicUrl + pages.sharedOrder(token)
  return (
    <>
      <TextField
        label={texts.link}
        hint={texts.until(formatDay(until))}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={link} label={texts.copy} failed={texts.copyFailed} />
    </>
  )
}
