import type { CarOffer } from '../../api/wire/content.ts'
import { car as texts } from '../../shared/texts/cars.ts'
import { Icon } from '../../ui/Icon.tsx'
import { icons } from '../../ui/icons.ts'
import { useFavorite } from './useFavorite.ts'

/** The favourite button of a catalogue card. */
export function FavoriteHeart({ car }: { car: CarOffer }) {
  const { isFavorite, isLoading, press } = useFavorite(car)
  return (
    <button
      type="button"
      className="ui-iconbtn car-mark"
      aria-label={texts.keep(`${car.brand} ${car.model}`)}
      aria-pressed={isFavorite}
      disabled={isLoading}
      onClick={press}
    >
      <Icon path={icons.heart} filled={isFavorite} />
    </button>
  )
}
