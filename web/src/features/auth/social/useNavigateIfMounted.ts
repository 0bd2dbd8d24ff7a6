import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/** Returns a function for delayed navigation. It does nothing after the component is unmounted. */
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
