import { useEffect } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { keepPresent } from './teamActivity.ts'

/** Draws nothing; stands in the frame of the site while somebody is signed in. */
export default function TeamPresence() {
  const dispatch = useAppDispatch()
  useEffect(() => keepPresent(dispatch), [dispatch])
  return null
}
