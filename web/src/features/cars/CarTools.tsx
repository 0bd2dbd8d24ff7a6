import { Suspense } from 'react'
import type { Facet, Facets } from '../../api/wire/content.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { DebouncedSearch } from '../../shared/list/DebouncedSearch.tsx'
import { bodyNames, fuelNames, sorts, cars as texts } from '../../shared/texts/cars.ts'
import { Chip, Chips } from '../../ui/Chip.tsx'
import { Select } from '../../ui/Select.tsx'
import type { CarFilters } from './carFilters.ts'
import { PricePlaceholder } from './PricePlaceholder.tsx'

// The slider is a separate library, and its price limits are loaded later anyway.
const PriceRange = lazyWithRetry(() => import('./PriceRange.tsx'))

export type CarToolsProps = {
  filters: CarFilters
  facets: Facets | undefined
  /** The catalogue could not be loaded, so neither could the bounds of the filters. */
  isFailed?: boolean
  change: (changed: Partial<CarFilters>, options?: { replace?: boolean }) => void
}

const listFacetOptions = (
  facets: Facet[] | undefined,
  chosen: string,
  formatName = (value: string) => value,
) => {
  const known = facets ?? []
  const all =
    chosen && !known.some(({ value }) => value === chosen)
      ? [...known, { value: chosen, count: 0 }]
      : known
  return all.map(({ value, count }) => ({
    value,
    label: count > 0 ? `${formatName(value)}, ${count}` : formatName(value),
  }))
}

export function CarTools({ filters, facets, isFailed, change }: CarToolsProps) {
  const bodies = listFacetOptions(facets?.body_types, filters.body_type)
  return (
    <search className="cars-tools" aria-label={texts.filters}>
      <div className="row-wrap cars-tools-row">
        <DebouncedSearch
          hideLabel
          label={texts.search}
          placeholder={texts.search}
          maxLength={100}
          query={filters.q}
          onSearch={(q) => change({ q }, { replace: true })}
        />
        <Chips label={texts.body}>
          <Chip pressed={filters.body_type === ''} onClick={() => change({ body_type: '' })}>
            {texts.any}
          </Chip>
          {bodies.map(({ value }) => (
            <Chip
              key={value}
              pressed={filters.body_type === value}
              count={facets?.body_types.find((body) => body.value === value)?.count}
              onClick={() => change({ body_type: filters.body_type === value ? '' : value })}
            >
              {bodyNames[value] ?? value}
            </Chip>
          ))}
        </Chips>
      </div>
      <div className="cars-tools-row is-ranges">
        {/* First, because a buyer has a budget, and on a phone the row scrolls. */}
        <Suspense fallback={<PricePlaceholder />}>
          {facets ? (
            <PriceRange filters={filters} facets={facets} change={change} />
          ) : (
            <PricePlaceholder>{isFailed && texts.pricesFailed}</PricePlaceholder>
          )}
        </Suspense>
        <Select
          small
          label={texts.brand}
          placeholder={texts.any}
          options={listFacetOptions(facets?.brands, filters.brand)}
          value={filters.brand}
          onChange={(event) => change({ brand: event.target.value })}
        />
        <Select
          small
          label={texts.fuel}
          placeholder={texts.any}
          options={listFacetOptions(facets?.fuels, filters.fuel, (fuel) => fuelNames[fuel] ?? fuel)}
          value={filters.fuel}
          onChange={(event) => change({ fuel: event.target.value })}
        />
        <Select
          small
          label={texts.year}
          placeholder={texts.anyYear}
          options={listYears(facets, filters.year_min)}
          value={filters.year_min}
          onChange={(event) => change({ year_min: event.target.value })}
        />
        <Select
          small
          label={texts.sort}
          options={sorts}
          value={filters.sort}
          onChange={(event) => change({ sort: event.target.value })}
        />
      </div>
    </search>
  )
}

function listYears(facets: Facets | undefined, chosen: string) {
  const { year_min: first, year_max: last } = facets ?? { year_min: null, year_max: null }
  const years = first && last ? Array.from({ length: last - first + 1 }, (_, n) => last - n) : []
  if (chosen && !years.includes(Number(chosen))) years.push(Number(chosen))
  return years.map((year) => ({ value: String(year), label: String(year) }))
}
