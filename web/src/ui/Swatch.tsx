import './Hatch.css'

/** Materials of a drawing; what each stands for is the page's word. */
export type Hatch = 'solid' | 'slant' | 'cross' | 'rule' | 'dots' | 'plain' | 'empty'

/** The same hatch as in the bar, beside the name of its part. */
export function Swatch({ hatch }: { hatch: Hatch }) {
  return <i aria-hidden="true" className={`ui-swatch ui-hatch ui-hatch-${hatch}`} />
}
