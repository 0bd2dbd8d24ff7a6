import { capitalize } from '../../lib/capitalize.ts'
import { formatNumber, formatRoubles } from '../../lib/numbers.ts'
import { bodyNames, carTags, fuelNames } from '../../shared/texts/cars.ts'
import { savedSearches as texts } from '../../shared/texts/savedSearches.ts'
import type { CarFilters } from './carFilters.ts'

const maxNameLength = 80
const million = 1_000_000

const formatMoneyBound = (text: string) => {
  const sum = Number(text)
  return sum >= million
    ? texts.millions(formatNumber(sum / million, 'text'))
    : formatRoubles(sum, 'text')
}

/** Names the bounds of one price: 'с таможней от 900 000 ₽ до 7,5 млн ₽'. Empty without bounds. */
function namePrices(min: string, max: string, name: (bounds: string) => string): string {
  const bounds = [
    min && texts.from(formatMoneyBound(min)),
    max && texts.upTo(formatMoneyBound(max)),
  ].filter(Boolean)
  return bounds.length > 0 ? name(bounds.join(' ')) : ''
}

/** Builds the name of a search from its filters: 'BMW, седан, от 2020 года, с таможней до 5 млн ₽'. */
export function buildSearchName(filters: CarFilters): string {
  const parts = [
    filters.q && texts.quoted(filters.q),
    filters.brand,
    filters.body_type && (bodyNames[filters.body_type] ?? filters.body_type).toLowerCase(),
    filters.fuel && (fuelNames[filters.fuel] ?? filters.fuel).toLowerCase(),
    filters.tag && (carTags[filters.tag] ?? filters.tag).toLowerCase(),
    filters.year_min && texts.since(filters.year_min),
    namePrices(filters.price_min, filters.price_max, texts.withCustoms),
    namePrices(filters.turnkey_min, filters.turnkey_max, texts.turnkey),
  ].filter(Boolean)
  const name = parts.join(', ') || texts.any
  // A name begins with a capital letter, whichever filter comes first.
  return capitalize(name).slice(0, maxNameLength)
}
