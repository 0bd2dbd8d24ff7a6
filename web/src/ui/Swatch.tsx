import './Hatch.css'
import { classes } from './classes'

/** Materials of a drawing; what each stands for is the page's word. */
export type Hatch = 'solid' | 'slant' | 'cross' | 'rule' | 'dots' | 'plain' | 'empty'

/** The same hatch as in the bar, beside the name of its part. */
export function Swatch({ hatch, className }: { hatch: Hatch; className?: string }) {
  return (
    <i
      aria-hidden="true"
      className={classes('ui-swatch', 'ui-hatch', `ui-hatch-${hatch}`, className)}
    />
  )
}
