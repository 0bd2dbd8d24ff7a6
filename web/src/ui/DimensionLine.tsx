import type { ReactNode } from 'react'
import './DimensionLine.css'
import { joinClasses } from './classes.ts'

type DimensionLineProps = {
  /** The figure, in the text colour. */
  value?: ReactNode
  /** The measured quantity, in grey. */
  children?: ReactNode
  className?: string
}

/** A dimension line with ticks at both ends. Use it only for measured values. */
export function DimensionLine({ value, children, className }: DimensionLineProps) {
  return (
    <div className={joinClasses('ui-dl', className)}>
      <i />
      {value !== undefined && <b>{value}</b>}
      {children}
      <i />
    </div>
  )
}
