import { useEffect, useState } from 'react'

/** The current time in ms, updated every `every` ms; `first` until the page runs in the browser. */
export function useNow<First>(every: number, first: First): number | First {
  const [now, setNow] = useState<number | First>(first)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
