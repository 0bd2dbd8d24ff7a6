import './Hatch.css'

/** Hatch patterns. The page gives them their meaning. */
export type Hatch =
  | 'solid'
  | 'slant'
  | 'cross'
  | 'rule'
  | 'dots'
  | 'plain'
  | 'empty'
  | 'upright'
  | 'back'
  | 'grid'

/** The hatch of a part of a bar, beside the part's name. */
export function Swatch({ hatch }: { hatch: Hatch }) {
  return <i aria-hidden="true" className={`ui-swatch ui-hatch ui-hatch-${hatch}`} />
}
