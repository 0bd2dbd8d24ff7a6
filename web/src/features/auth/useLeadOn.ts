import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/** Leads on to a page after a pause, but nobody who has left for another one meanwhile. */
export function useLeadOn() {
  const navigate = useNavigate()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (page: string) => {
    if (isHere.current) navigate(page, { replace: true })
  }
}
