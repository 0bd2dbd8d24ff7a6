import { calls } from '../../api/calls.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { formatDayAndTime } from '../../lib/dates.ts'
import { formatWithUnit } from '../../lib/numbers.ts'
import { typographer } from '../../lib/typography.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { CarCards } from '../../shared/cars/CarCards.tsx'
import { chooseBody, hasEngineBehind } from '../../shared/cars/carBodies.ts'
import { carDimensions } from '../../shared/cars/carDrawings.ts'
import { describeState } from '../../shared/cars/describeState.ts'
import { useOwnReservations } from '../../shared/cars/useOwnReservations.ts'
import { LeadForm } from '../../shared/form/LeadForm.tsx'
import { pages } from '../../shared/paths.ts'
import { PriceLimit } from '../../shared/priceLimits/PriceLimit.tsx'
import {
  carRequest,
  cars as catalogueTexts,
  electricChecks,
  electricTitles,
  nineChecks,
  car as texts,
} from '../../shared/texts/cars.ts'
import { carUnits } from '../../shared/texts/carUnits.ts'
import { reservation } from '../../shared/texts/reservation.ts'
import { shell } from '../../shared/texts/shell.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { AnchorButton, Button } from '../../ui/Button.tsx'
import { CarDrawing } from '../../ui/drawing/CarDrawing.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { icons } from '../../ui/icons.ts'
import { JourneyLine, JourneySection, Station } from '../../ui/journey/JourneySection.tsx'
import { Note } from '../../ui/Note.tsx'
import { ShareButton } from '../../ui/ShareButton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { CarGallery } from './CarGallery.tsx'
import { CarOutlook, CarPrice, CarPriceParts } from './CarPrice.tsx'
import { CarSpecs } from './CarSpecs.tsx'
import { CompareButton } from './CompareControls.tsx'
import { Inspection } from './Inspection.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { ReserveButton } from './ReserveButton.tsx'
import { useFavorite } from './useFavorite.ts'

/** The content of a car's page: pictures, price, specifications, inspection and the request form. */
export function CarDetails({ car }: { car: CarRead }) {
  const name = `${car.brand} ${car.model}`
  const specs = [
    String(car.year),
    formatWithUnit(car.mileage_km, carUnits.km, 'text'),
    typographer(car.engine),
    car.power_hp > 0 && formatWithUnit(car.power_hp, carUnits.hp, 'text'),
    car.city ?? car.country,
  ]
  return (
    <JourneyLine>
      <section className="page cars-top">
        <Breadcrumbs
          crumbs={[
            { label: shell.home, to: pages.home },
            { label: catalogueTexts.title, to: pages.cars },
            { label: name },
          ]}
        />
        <div className="cars-first">
          <div className="cars-name">
            <h1>{name}</h1>
            <p className="ink2">{specs.filter(Boolean).join(', ')}</p>
          </div>
          <div className="cars-pictures">
            <CarPictures car={car} name={name} />
          </div>
          <section className="cars-buy" aria-label={texts.price}>
            <Availability car={car} />
            <CarPrice car={car} />
            <div className="cars-actions">
              <AnchorButton href="#request" wide>
                {car.inspection ? texts.orderEstimate : texts.order}
              </AnchorButton>
              {car.inspection && (
                <AnchorButton variant="line" href={calls.carInspection(car.slug)}>
                  {texts.downloadReport}
                </AnchorButton>
              )}
              <ReserveButton car={car} />
              <FavoriteButton car={car} />
              <CompareButton car={car} />
              <ShareButton title={name} />
            </div>
            <FavoriteLimit car={car} name={name} />
          </section>
        </div>
      </section>
      <CarPriceParts car={car} />
      <div className="page">
        <CarSpecs car={car} />
      </div>
      <PriceHistory car={car} />
      <CarOutlook car={car} />
      {car.inspection && <Inspection car={car} inspection={car.inspection} />}
      <JourneySection
        id="checks"
        title={texts.checks}
        aside={
          <p>
            {texts.checksLead} {car.inspection ? texts.reportReady : texts.reportToCome}
          </p>
        }
      >
        <ol className="cars-checks">
          {listChecks(car).map(({ title, text }, index) => (
            <li key={title}>
              <span className="cars-check-no num" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p className="s ink2">{text}</p>
            </li>
          ))}
        </ol>
      </JourneySection>
      <section
        id="request"
        className="section page halves cars-request"
        aria-labelledby="request-title"
      >
        <Station name="38° Москва" live />
        <div>
          <h2 id="request-title">{car.inspection ? carRequest.estimateTitle : carRequest.title}</h2>
          <p className="ink2">{car.inspection ? carRequest.estimateLead : carRequest.lead}</p>
        </div>
        <LeadForm
          id="car-request"
          label={carRequest.form}
          messageHint={carRequest.messageHint}
          messageRows={3}
          about={{ kind: 'order', car_id: car.id }}
        />
      </section>
      {car.related.length > 0 && (
        <JourneySection id="related" title={texts.related}>
          <div className="cars-related">
            <CarCards cars={car.related.slice(0, 3)} />
          </div>
        </JourneySection>
      )}
    </JourneyLine>
  )
}

function Availability({ car }: { car: CarRead }) {
  const [ownReservation] = useOwnReservations([car])
  if (car.status === 'sold') return <Note tone="warn">{texts.sold}</Note>
  if (car.reserved_until) {
    const until = formatDayAndTime(car.reserved_until)
    if (ownReservation) return <Tag tone="ok">{reservation.heldForYouUntil(until)}</Tag>
    return <Tag tone="warn">{reservation.heldUntil(until)}</Tag>
  }
  return <Tag tone="ok">{describeState(car)}</Tag>
}

/** The nine inspection points. An electric car has other points for the engine and the gearbox. */
const listChecks = ({ fuel }: CarRead) =>
  fuel === 'electric'
    ? nineChecks.map(({ title, text }) => ({
        title: electricTitles[title] ?? title,
        text: electricChecks[title] ?? text,
      }))
    : nineChecks

/** The photos and the video if there are any, and always the drawing with the inspection points. */
function CarPictures({ car, name }: { car: CarRead; name: string }) {
  const photographs = [...new Set([car.image_url, ...car.images])].filter((src) => src !== null)
  return (
    <>
      {(photographs.length > 0 || car.video_url) && (
        <CarGallery
          name={name}
          photographs={photographs}
          texts={car.image_alts}
          video={car.video_url}
        />
      )}
      <CarDrawing
        body={chooseBody(car.body_type)}
        label={texts.drawing(name)}
        dimensions={carDimensions}
        values={car.length_mm ? { length: car.length_mm } : undefined}
        unit={carUnits.mm}
        callouts="checks"
        hasEngineBehind={hasEngineBehind(car)}
        className="cars-drawing"
        draw
      />
    </>
  )
}

/** The user's price limit for a favourite car that is on sale. */
function FavoriteLimit({ car, name }: { car: CarRead; name: string }) {
  const { isFavorite } = useFavorite(car)
  if (!isFavorite || car.price_rub === null || car.status !== 'published') return null
  return <PriceLimit kind="cars" id={car.id} name={name} current={car.price_rub} />
}

function FavoriteButton({ car }: { car: CarRead }) {
  const { isFavorite, isLoading, error, press } = useFavorite(car)
  return (
    <>
      <Button variant="line" aria-pressed={isFavorite} disabled={isLoading} onClick={press}>
        <Icon path={icons.heart} filled={isFavorite} />
        {isFavorite ? texts.unfavorite : texts.favorite}
      </Button>
      <ActionError error={error} fallback={texts.favoriteFailed} className="s" />
    </>
  )
}
