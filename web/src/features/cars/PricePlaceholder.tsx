import type { ReactNode } from 'react'
import { cars as texts } from '../../shared/texts/cars.ts'

/** The place of the price range, with its name: while it is loading, or with the reason why there is no range. */
export function PricePlaceholder({ children }: { children?: ReactNode }) {
  return (
    <div className="cars-price">
      <p className="ui-label">{texts.prices.price.label}</p>
      {children && <p className="s mute">{children}</p>}
    </div>
  )
}
