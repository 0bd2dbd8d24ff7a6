import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/** Navigates to a page after a delay, unless the component is unmounted meanwhile. */
export function useNavigateIfMounted() {
  const navigate = useNavigate()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return (page: string) => {
    if (isMounted.current) navigate(page, { replace: true })
  }
}
