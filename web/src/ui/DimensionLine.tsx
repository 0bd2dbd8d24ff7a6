import type { ReactNode } from 'react'
import './DimensionLine.css'
import { classes } from './classes.ts'

type DimensionLineProps = {
  /** The figure, in ink. */
  value?: ReactNode
  /** What it measures, in the lettering's grey. */
  children?: ReactNode
  className?: string
}

/** Ticks at both ends and the figure in the middle: only where something is measured. */
export function DimensionLine({ value, children, className }: DimensionLineProps) {
  return (
    <div className={classes('ui-dl', className)}>
      <i />
      {value !== undefined && <b>{value}</b>}
      {children}
      <i />
    </div>
  )
}
