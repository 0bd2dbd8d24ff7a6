import { useEffect, useState } from 'react'
import { emailValidationDebounce } from '../../app/limits.ts'
import { useCheckEmailQuery } from './authApi.ts'

/** What the server thinks of an address, asked half a second after the last key, once it has an @. */
export function useEmailVerdict(email: string) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(email.trim()), emailValidationDebounce)
    return () => clearTimeout(timer)
  }, [email])
  const skip = !settled.includes('@') || settled !== email.trim()
  return useCheckEmailQuery(settled, { skip }).currentData
}
