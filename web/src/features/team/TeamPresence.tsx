import { useEffect } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { reportPresence } from './teamActivity.ts'

/** Renders nothing; mounted in the shell while a user is signed in. */
export default function TeamPresence() {
  const dispatch = useAppDispatch()
  useEffect(() => reportPresence(dispatch), [dispatch])
  return null
}
