import { type FormEvent, useRef, useState } from 'react'
import { newBooking as texts } from '../../app/texts/bookings.ts'
import { dayAndTime } from '../../lib/dates'
import type { Kind } from './bookingOrder.ts'
import { useBookSlotMutation } from './dashboardApi.ts'

type Typed = { kind: Kind; day: string; slot: string; order: string; note: string }
type Problems = { day?: string; slot?: string }

const blank: Typed = { kind: 'consultation', day: '', slot: '', order: '', note: '' }

function problemsOf(typed: Typed): Problems {
  if (!typed.day) return { day: texts.missing.day }
  return typed.slot ? {} : { slot: texts.missing.starts_at }
}

export function useNewBooking() {
  const [typed, setTyped] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const [booked, setBooked] = useState<string | null>(null)
  /** Grows with every booking: the form is then drawn anew and holds nothing unsent. */
  const [sent, setSent] = useState(0)
  const isSending = useRef(false)
  const [book, { isLoading, error, reset }] = useBookSlotMutation()

  function change(changed: Partial<Typed>) {
    setTyped((before) => ({ ...before, ...changed }))
    setProblems({})
    if (error) reset()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending.current) return
    const found = problemsOf(typed)
    setProblems(found)
    setBooked(null)
    if (Object.keys(found).length > 0) return
    isSending.current = true
    const answer = await book({
      kind: typed.kind,
      starts_at: typed.slot,
      note: typed.note.trim() || null,
      order_id: typed.order || null,
    })
    isSending.current = false
    if (!answer.data) return
    setBooked(texts.booked(dayAndTime(typed.slot)))
    setTyped(blank)
    setSent((count) => count + 1)
  }
  return { typed, problems, change, submit, isLoading, error, booked, sent }
}
