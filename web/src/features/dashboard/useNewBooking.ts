import { type FormEvent, useState } from 'react'
import { isProblem } from '../../app/problem.ts'
import { newBooking as texts } from '../../app/texts/bookings.ts'
import { useOnce } from '../../app/useOnce.ts'
import { dayAndTime } from '../../lib/dates'
import type { Kind } from './bookingOrder.ts'
import { useBookSlotMutation } from './dashboardApi.ts'

type Typed = { kind: Kind; day: string; slot: string; order: string; note: string }
type Problems = { day?: string; slot?: string; note?: string }

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
  const [book, { isLoading, error, reset }] = useBookSlotMutation()

  function change(changed: Partial<Typed>) {
    setTyped((before) => ({ ...before, ...changed }))
    setProblems({})
    if (error) reset()
  }

  const send = useOnce(async () => {
    const found = problemsOf(typed)
    setProblems(found)
    setBooked(null)
    if (Object.keys(found).length > 0) return
    const answer = await book({
      kind: typed.kind,
      starts_at: typed.slot,
      note: typed.note.trim() || null,
      order_id: typed.order || null,
    })
    if (!answer.data) {
      const refused = isProblem(answer.error) ? answer.error.errors : undefined
      const said = (name: string) => refused?.find(({ field }) => field === name)?.message
      setProblems({ slot: said('starts_at'), note: said('note') })
      return
    }
    setBooked(texts.booked(dayAndTime(typed.slot)))
    setTyped(blank)
    setSent((count) => count + 1)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }
  return { typed, problems, change, submit, isLoading, error, booked, sent }
}
