import { type FormEvent, useState } from 'react'
import { isProblem } from '../../app/problem.ts'
import { newBooking as texts } from '../../app/texts/bookings.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { dayAndTime } from '../../lib/dates'
import type { BookingKind } from './bookingOrder.ts'
import { useBookSlotMutation } from './dashboardApi.ts'

type BookingFields = { kind: BookingKind; day: string; slot: string; order: string; note: string }
type Problems = { day?: string; slot?: string; note?: string }

const emptyFields: BookingFields = { kind: 'consultation', day: '', slot: '', order: '', note: '' }

function validateFields(typed: BookingFields): Problems {
  if (!typed.day) return { day: texts.missing.day }
  return typed.slot ? {} : { slot: texts.missing.starts_at }
}

export function useNewBooking() {
  const [typed, setTyped] = useState(emptyFields)
  const [problems, setProblems] = useState<Problems>({})
  const [confirmation, setConfirmation] = useState<string | null>(null)
  /** Changes with every booking: as a React key it resets the form, so nothing counts as unsent. */
  const [sentCount, setSentCount] = useState(0)
  const [book, { isLoading, error, reset }] = useBookSlotMutation()

  function change(changed: Partial<BookingFields>) {
    setTyped((before) => ({ ...before, ...changed }))
    setProblems({})
    if (error) reset()
  }

  const send = useSingleFlight(async () => {
    const found = validateFields(typed)
    setProblems(found)
    setConfirmation(null)
    if (Object.keys(found).length > 0) return
    const answer = await book({
      kind: typed.kind,
      starts_at: typed.slot,
      note: typed.note.trim() || null,
      order_id: typed.order || null,
    })
    if (!answer.data) {
      const fieldErrors = isProblem(answer.error) ? answer.error.errors : undefined
      const errorOf = (name: string) => fieldErrors?.find(({ field }) => field === name)?.message
      setProblems({ slot: errorOf('starts_at'), note: errorOf('note') })
      return
    }
    setConfirmation(texts.booked(dayAndTime(typed.slot)))
    setTyped(emptyFields)
    setSentCount((count) => count + 1)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }
  return { typed, problems, change, submit, isLoading, error, confirmation, sentCount }
}
