import { useEffect, useState } from 'react'
import { emailValidationDebounce } from '../../app/limits.ts'
import { useCheckEmailQuery } from './authApi.ts'

/** The server's verdict on an address, requested half a second after the last key, once it has an @. */
export function useEmailCheck(email: string) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(email.trim()), emailValidationDebounce)
    return () => clearTimeout(timer)
  }, [email])
  const skip = !settled.includes('@') || settled !== email.trim()
  return useCheckEmailQuery(settled, { skip }).currentData
}
