import type { ReactNode } from 'react'
import './Skeleton.css'
import { uiTexts } from './texts.ts'

type SkeletonProps = { width?: string | number; height?: string | number; className?: string }

/** A placeholder bar with the size of the content. */
export function Skeleton({ width = '100%', height = '1em', className = '' }: SkeletonProps) {
  return <i aria-hidden="true" className={`ui-sk ${className}`} style={{ width, height }} />
}

/** The container of a skeleton. It announces once that the part is loading. */
export function Loading({
  label = uiTexts.loading,
  children,
}: {
  label?: string
  children: ReactNode
}) {
  return (
    <div aria-busy="true" className="ui-wait">
      <span role="status" className="sr">
        {label}
      </span>
      {children}
    </div>
  )
}
