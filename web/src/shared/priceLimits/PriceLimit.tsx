import { useState } from 'react'
import {
  type LimitedKind,
  useChangePriceLimitMutation,
  useDropPriceLimitMutation,
  useGetPriceLimitsQuery,
  useSetPriceLimitMutation,
} from '../../api/priceLimits.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import type { PriceLimitRead } from '../../api/wire/content.ts'
import { useAppSelector } from '../../app/hooks.ts'
import { formatNumber, formatRoubles } from '../../lib/numbers.ts'
import { parseNumber } from '../../lib/typedNumbers.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { ActionError } from '../ActionError.tsx'
import { SubmitRow } from '../form/SubmitRow.tsx'
import { useForm } from '../form/useForm.ts'
import { findErrorToShow } from '../QueryView.tsx'
import { priceLimits as texts } from '../texts/priceLimits.ts'
import { useSingleFlight } from '../useSingleFlight.ts'
import './priceLimit.css'

const maxSumLength = 20

type Props = {
  kind: LimitedKind
  /** The id of the car or of the calculation. */
  id: string
  /** Name of the car or of the calculation, for screen readers. */
  name: string
  /** The current sum. The form of a new limit starts with it. */
  current: number
}

/**
 * The price limit of a favourite car or a saved calculation. Renders nothing for visitors, and nothing
 * before the limits are loaded.
 */
export function PriceLimit({ kind, id, name, current }: Props) {
  const user = useAppSelector(selectUser)
  const query = useGetPriceLimitsQuery(undefined, { skip: !user })
  const [isOpen, setOpen] = useState(false)
  if (!user) return null
  const { currentData, refetch } = query
  if (!currentData)
    return findErrorToShow(query) ? (
      <p className="s ink2 price-limit">
        {texts.loadFailed}{' '}
        <Button variant="text" small onClick={() => void refetch()}>
          {texts.again}
        </Button>
      </p>
    ) : null
  const limit = currentData.limits.find(
    (candidate) => (kind === 'cars' ? candidate.car_id : candidate.calculation_id) === id,
  )
  if (isOpen)
    return (
      <LimitForm
        kind={kind}
        id={id}
        current={current}
        limit={limit}
        onClose={() => setOpen(false)}
      />
    )
  if (!limit)
    return (
      <p className="s price-limit">
        <Button variant="text" small aria-label={texts.setFor(name)} onClick={() => setOpen(true)}>
          {texts.set}
        </Button>
      </p>
    )
  return <StoredLimit kind={kind} limit={limit} name={name} onChange={() => setOpen(true)} />
}

type StoredLimitProps = {
  kind: LimitedKind
  limit: PriceLimitRead
  name: string
  onChange: () => void
}

function StoredLimit({ kind, limit, name, onChange }: StoredLimitProps) {
  const [change, { isLoading, error }] = useChangePriceLimitMutation()
  const turnOn = useSingleFlight(() => change({ id: limit.id, alerts: true }))
  const sum = texts.known(formatRoubles(limit.limit_rub, 'text'))
  const effect = limit.alerts ? texts.waits[kind] : texts.silent
  return (
    <div className="row-wrap s ink2 price-limit">
      <span>{`${sum} ${effect}`}</span>
      <Button variant="text" small aria-label={texts.changeFor(name)} onClick={onChange}>
        {texts.change}
      </Button>
      {!limit.alerts && (
        <Button
          variant="text"
          small
          aria-label={texts.turnOnFor(name)}
          pendingLabel={isLoading && texts.turningOn}
          onClick={turnOn}
        >
          {texts.turnOn}
        </Button>
      )}
      <ActionError className="s" error={error} fallback={texts.turnOnFailed} />
    </div>
  )
}

function isWholeSum(typed: string): boolean {
  const sum = parseNumber(typed)
  return sum !== null && sum > 0 && Number.isInteger(sum)
}

type LimitFormProps = Omit<Props, 'name'> & {
  limit: PriceLimitRead | undefined
  onClose: () => void
}

function LimitForm({ kind, id, current, limit, onClose }: LimitFormProps) {
  const [set] = useSetPriceLimitMutation()
  const [drop, { isLoading: isDropping, error: dropError }] = useDropPriceLimitMutation()
  const form = useForm({
    initial: { limit_rub: formatNumber(limit?.limit_rub ?? Math.round(current), 'text') },
    check: ({ limit_rub }) => (isWholeSum(limit_rub) ? {} : { limit_rub: texts.wrong }),
    send: async ({ limit_rub }) => {
      const answer = await set({ kind, id, limit_rub: parseNumber(limit_rub) ?? 0 })
      return answer.error ? answer : { ...answer, afterwards: onClose }
    },
    focusesField: true,
    unsent: 'nothing',
  })
  const remove = useSingleFlight(async () => {
    if (!limit) return
    const answer = await drop(limit.id)
    if (!answer.error) onClose()
  })
  return (
    <form className="stack-8 price-limit-form" {...form.props}>
      <NumberField
        label={texts.label}
        hint={texts.hints[kind]}
        unit="₽"
        small
        // After pressing the button, the user continues typing.
        autoFocus
        maxLength={maxSumLength}
        {...form.field('limit_rub')}
      />
      <SubmitRow form={form} label={texts.save} pendingLabel={texts.saving} variant="line" small>
        {limit && (
          <Button variant="text" small pendingLabel={isDropping && texts.removing} onClick={remove}>
            {texts.remove}
          </Button>
        )}
        <Button variant="text" small onClick={onClose}>
          {texts.cancel}
        </Button>
      </SubmitRow>
      <ActionError className="s" error={form.failure} fallback={texts.saveFailed} />
      <ActionError className="s" error={dropError} fallback={texts.removeFailed} />
    </form>
  )
}
