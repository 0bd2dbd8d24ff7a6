// Results of a car's inspection: paint readings on drawings and in a list, faults, tyres and battery.

import { useState } from 'react'
import { calls } from '../../api/calls.ts'
import type { CarRead, InspectionRead } from '../../api/wire/content.ts'
import { formatDay } from '../../lib/dates.ts'
import { formatNumber, formatWithUnit } from '../../lib/numbers.ts'
import { typographer } from '../../lib/typography.ts'
import { chooseBody } from '../../shared/cars/carBodies.ts'
import { Lightbox } from '../../shared/Lightbox.tsx'
import { carUnits } from '../../shared/texts/carUnits.ts'
import {
  gradeNames,
  panelNames,
  seasonNames,
  inspection as texts,
  wheelNames,
} from '../../shared/texts/inspection.ts'
import { CarDrawing } from '../../ui/drawing/CarDrawing.tsx'
import type { PanelPlace } from '../../ui/drawing/panelPlaces.ts'
import type { Reading } from '../../ui/drawing/Readings.tsx'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'
import { Tag } from '../../ui/Tag.tsx'
import './inspection.css'

type Paint = InspectionRead['paint'][number]
type Fault = InspectionRead['faults'][number]

const tones = {
  factory: 'ok',
  thick: 'ok',
  repainted: 'warn',
  levelled: 'bad',
  filled: 'bad',
} as const

const placesOfPanels: Record<Paint['panel'], PanelPlace> = {
  hood: 'hood',
  roof: 'roof',
  boot: 'boot',
  left_front_wing: 'frontWing',
  left_front_door: 'frontDoor',
  left_rear_door: 'rearDoor',
  left_rear_wing: 'rearWing',
  right_front_wing: 'frontWing',
  right_front_door: 'frontDoor',
  right_rear_door: 'rearDoor',
  right_rear_wing: 'rearWing',
}

const toReading = ({ panel, microns, grade }: Paint): Reading => ({
  place: placesOfPanels[panel],
  text: String(microns),
  tone: tones[grade],
})

export function Inspection({ car, inspection }: { car: CarRead; inspection: InspectionRead }) {
  const { inspected_on, place, inspector, summary, paint, faults } = inspection
  return (
    <JourneySection
      id="inspection"
      title={texts.title}
      aside={
        <>
          <p>{texts.by(formatDay(inspected_on), [place, inspector].filter(Boolean).join(', '))}</p>
          <p>
            <a href={calls.carInspection(car.slug)}>{texts.download}</a>
          </p>
        </>
      }
    >
      {summary && <p className="lead cars-inspection-summary">{typographer(summary)}</p>}
      {paint.length > 0 && <PaintMap car={car} paint={paint} />}
      <div className="cars-inspection-parts">
        <div>
          <h3>{texts.faults}</h3>
          {faults.length === 0 ? (
            <p className="s ink2">{texts.noFaults}</p>
          ) : (
            <Faults faults={faults} />
          )}
        </div>
        <div className="stack-24">
          <Tyres inspection={inspection} />
          <Battery inspection={inspection} />
        </div>
      </div>
    </JourneySection>
  )
}

/** Drawings of both sides with the paint readings on the panels, and a list of the readings. */
function PaintMap({ car, paint }: { car: CarRead; paint: Paint[] }) {
  const name = `${car.brand} ${car.model}`
  const sides = [
    { title: texts.left, facing: 'left', otherSide: 'right_' },
    { title: texts.right, facing: 'right', otherSide: 'left_' },
  ] as const
  return (
    <>
      <h3>{texts.paint}</h3>
      <p className="s ink2">{texts.paintNote}</p>
      <div className="cars-inspection-sides">
        {sides.map(({ title, facing, otherSide }) => (
          <figure key={facing}>
            <CarDrawing
              body={chooseBody(car.body_type)}
              facing={facing}
              label={texts.side(name, title)}
              readings={paint.filter(({ panel }) => !panel.startsWith(otherSide)).map(toReading)}
            />
            <figcaption className="dim">{title}</figcaption>
          </figure>
        ))}
      </div>
      <ul className="cars-inspection-paint">
        {paint.map(({ panel, microns, grade }) => (
          <li key={panel}>
            <span>{panelNames[panel]}</span>
            <span className="num strong">{formatNumber(microns)}</span>
            <Tag tone={tones[grade]}>{gradeNames[grade]}</Tag>
          </li>
        ))}
      </ul>
    </>
  )
}

function Faults({ faults }: { faults: Fault[] }) {
  const [open, setOpen] = useState<{ fault: Fault; index: number } | null>(null)
  const findPanelName = (fault: Fault) => (fault.panel ? panelNames[fault.panel] : texts.wholeCar)
  return (
    <>
      <ul className="rows">
        {faults.map((fault) => (
          <li key={fault.id}>
            <p className="strong">{findPanelName(fault)}</p>
            <p className="s">{typographer(fault.text)}</p>
            {fault.pictures.length > 0 && (
              <ul className="cars-inspection-pictures">
                {fault.pictures.map((src, index) => (
                  <li key={src}>
                    <button
                      type="button"
                      className="plain"
                      onClick={() => setOpen({ fault, index })}
                    >
                      <img
                        src={src}
                        alt={texts.picture(findPanelName(fault), index + 1)}
                        loading="lazy"
                      />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Lightbox
          title={findPanelName(open.fault)}
          start={open.index}
          pictures={open.fault.pictures.map((src, index) => ({
            src,
            alt: texts.picture(findPanelName(open.fault), index + 1),
            caption: typographer(open.fault.text),
          }))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

const wheels = ['left_front', 'right_front', 'left_rear', 'right_rear'] as const

function Tyres({ inspection: { tyres, tyre_season } }: { inspection: InspectionRead }) {
  const measured = wheels.flatMap((wheel) => {
    const tyre = tyres[wheel]
    return tyre ? [{ wheel, ...tyre }] : []
  })
  if (measured.length === 0) return null
  const season = tyre_season ? `${seasonNames[tyre_season]}, ` : ''
  return (
    <div>
      <h3>{texts.tyres}</h3>
      <p className="s ink2">{`${season}${texts.tread}`}</p>
      <dl className="cars-rows">
        {measured.map(({ wheel, tread_mm, name }) => (
          <div key={wheel}>
            <dt>{name ? `${wheelNames[wheel]}, ${name}` : wheelNames[wheel]}</dt>
            <dd className="num">{formatWithUnit(tread_mm, carUnits.mm)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Battery({ inspection: { battery } }: { inspection: InspectionRead }) {
  if (!battery) return null
  const { health_percent, capacity_kwh } = battery
  return (
    <div>
      <h3>{texts.battery}</h3>
      <p className="cars-inspection-health num">{`${formatNumber(health_percent, 'num', 1)} %`}</p>
      <div className="cars-inspection-bar" aria-hidden="true">
        <span style={{ width: `${health_percent}%` }} />
      </div>
      <p className="s ink2">
        {[texts.health, capacity_kwh && texts.capacity(formatNumber(capacity_kwh, 'text', 1))]
          .filter(Boolean)
          .join(', ')}
      </p>
    </div>
  )
}
