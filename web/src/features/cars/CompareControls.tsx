// Controls of the comparison: the choice of a car on its card and on its page, and the bar above the
// catalogue.

import type { CarOffer } from '../../api/wire/content.ts'
import { setComparedCars, useComparedCars } from '../../shared/cars/comparedCars.ts'
import { buildCarComparisonPath, maxCompared } from '../../shared/compareLink.ts'
import { compare as texts } from '../../shared/texts/compare.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { icons } from '../../ui/icons.ts'

type Car = Pick<CarOffer, 'slug' | 'brand' | 'model'>

function useCompared({ slug }: Car) {
  const comparedSlugs = useComparedCars()
  const isChosen = comparedSlugs.includes(slug)
  return {
    isChosen,
    isFull: !isChosen && comparedSlugs.length >= maxCompared,
    toggle: () =>
      setComparedCars(
        isChosen
          ? comparedSlugs.filter((comparedSlug) => comparedSlug !== slug)
          : [...comparedSlugs, slug],
      ),
  }
}

/** The control of a catalogue card, beside the favourite button. */
export function CompareMark({ car }: { car: Car }) {
  const { isChosen, isFull, toggle } = useCompared(car)
  return (
    <button
      type="button"
      className={joinClasses('ui-iconbtn cars-compare-mark', isChosen && 'is-chosen')}
      aria-label={texts.chooseCar(`${car.brand} ${car.model}`)}
      aria-pressed={isChosen}
      title={isFull ? texts.full : undefined}
      disabled={isFull}
      onClick={toggle}
    >
      <Icon path={icons.compare} />
    </button>
  )
}

/** The control on the page of a car. */
export function CompareButton({ car }: { car: Car }) {
  const { isChosen, isFull, toggle } = useCompared(car)
  return (
    <Button
      variant="line"
      aria-pressed={isChosen}
      title={isFull ? texts.full : undefined}
      disabled={isFull}
      onClick={toggle}
    >
      <Icon path={icons.compare} />
      {isChosen ? texts.chosen : texts.choose}
    </Button>
  )
}

/** A link to the comparison once two cars are chosen, and a button that clears the choice. Empty without a chosen car. */
export function CompareBar() {
  const comparedSlugs = useComparedCars()
  if (comparedSlugs.length === 0) return null
  return (
    <section className="cars-compare-bar no-print" aria-label={texts.bar}>
      {comparedSlugs.length === 1 ? (
        <p className="s">{texts.one}</p>
      ) : (
        <LinkButton small to={buildCarComparisonPath(comparedSlugs)}>
          {texts.open(comparedSlugs.length)}
        </LinkButton>
      )}
      <Button variant="text" small onClick={() => setComparedCars([])}>
        {texts.clear}
      </Button>
    </section>
  )
}
