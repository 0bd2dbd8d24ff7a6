import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/** Navigates to a page after a delay, unless the user has left the component meanwhile. */
export function useNavigateIfMounted() {
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
