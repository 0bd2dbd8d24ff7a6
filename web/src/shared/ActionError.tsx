import { useEffect, useRef } from 'react'
import { describeProblem, getRequestId } from '../api/problem.ts'
import { joinClasses } from '../ui/classes.ts'

type Props = {
  /** The error of a request, or our own text. */
  error: unknown
  /** The text for an error without a message of the server. */
  fallback?: string
  className?: string
  /** Scrolls to the error if it is out of sight: the button that was pressed may be far below it. */
  isScrolledTo?: boolean
}

/** The error of a request beside its form or button; nothing without an error. */
export function ActionError({ error, fallback = '', className, isScrolledTo = false }: Props) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (error && isScrolledTo) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [error, isScrolledTo])
  if (!error) return null
  return (
    <p
      ref={box}
      role="alert"
      className={joinClasses('failure', className)}
      data-request-id={getRequestId(error)}
    >
      {typeof error === 'string' ? error : describeProblem(error, fallback)}
    </p>
  )
}
