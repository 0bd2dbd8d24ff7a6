import { useState } from 'react'
import { env } from '../../app/env.ts'
import { pages } from '../../app/paths.ts'
import { share as texts } from '../../app/texts/orders.ts'
import { useOnce } from '../../app/useOnce.ts'
import { copied } from '../../lib/clipboard'
import { day } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { DeedFailure } from './Answer.tsx'
import { useShareOrderMutation, useStopSharingOrderMutation } from './dashboardApi.ts'

const usual = '30'

export function ShareDialog({ order, onClose }: { order: string; onClose: () => void }) {
  const [days, setDays] = useState(usual)
  const [share, made] = useShareOrderMutation()
  const [stop, stopped] = useStopSharingOrderMutation()
  const create = useOnce(() => share({ order, days: Number(days) }))
  const close = useOnce(async () => {
    const answer = await stop(order)
    if (!answer.error) made.reset()
  })
  return (
    <Dialog open title={texts.title} description={texts.about} size="narrow" onClose={onClose}>
      <div className="db-share">
        {made.data ? (
          <MadeLink token={made.data.token} until={made.data.expires_at} />
        ) : (
          <Select
            label={texts.days}
            options={texts.terms}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        <DeedFailure error={made.error} otherwise={texts.failed} />
        <DeedFailure error={stopped.error} otherwise={texts.stopFailed} />
        <p role="status" className="s">
          {stopped.isSuccess && !made.data && texts.stopped}
        </p>
        <div className="btns">
          {!made.data && (
            <Button sending={made.isLoading && texts.creating} onClick={create}>
              {texts.create}
            </Button>
          )}
          <Button look="danger" sending={stopped.isLoading && texts.stopping} onClick={close}>
            {texts.stop}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function MadeLink({ token, until }: { token: string; until: string }) {
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const link = env.publicUrl + pages.sharedOrder(token)
  return (
    <>
      <TextField
        label={texts.link}
        hint={texts.until(day(until))}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button look="line" small onClick={async () => setCopied(await copied(link))}>
        {isCopied ? texts.copied : texts.copy}
      </Button>
      <p role="status" className="s">
        {isCopied === false && texts.copyFailed}
      </p>
    </>
  )
}
