import { deferredPart } from '../../platform/deferredPart.ts'
import { hero } from '../../shared/texts/home.ts'
import { DimensionLine } from '../../ui/DimensionLine.tsx'
import './Hero.css'
import './MiniCalculator.css'

// A meridian at every fifth degree. They rise from the ground towards a common point above the picture. The numbers are
// the x coordinates of the first meridian in the view box, and the distances to the next one.
const meridians = [0, 1, 2, 3, 4, 5].map((index) => ({
  xAtGround: 101.8 + 230.66 * index,
  xAtTop: 398.6 + 119.94 * index,
}))

const heroCar = deferredPart({
  id: 'hero-car',
  load: () => import('./HeroCar.tsx'),
  fallback: <div className="home-car-place" />,
  start: 'afterHydration',
})
const miniCalculator = deferredPart({
  id: 'mini-calculator',
  load: () => import('./MiniCalculator.tsx'),
  fallback: <div className="home-mini" />,
  start: 'afterHydration',
})

export function Hero() {
  return (
    <section id="hero" className="home-hero" aria-labelledby="hero-title">
      <div className="page">
        <svg
          className="home-fan"
          viewBox="0 0 1440 760"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {meridians.map(({ xAtGround, xAtTop }) => (
            <path key={xAtGround} d={`M${xAtGround} 760L${xAtTop} 0`} />
          ))}
        </svg>
        <div className="grid home-first">
          <div className="home-say">
            <h1 id="hero-title" className="display">
              {hero.lines.map((line) => (
                <span key={line}>{line} </span>
              ))}
            </h1>
            <p className="lead">{hero.lead}</p>
          </div>
          <div className="home-drawn">
            {heroCar}
            <div className="only-m">
              <GroundRuler isShort />
            </div>
          </div>
          {miniCalculator}
        </div>
        <div className="only-d">
          <GroundRuler />
        </div>
      </div>
    </section>
  )
}

// The width of the page stands for the longitudes from Stuttgart to Moscow.
const stuttgartLongitude = 9.18
const moscowLongitude = 37.62
const degrees = Array.from({ length: 28 }, (_, index) => index + 10)
const computeLeft = (degree: number) =>
  `${(((degree - stuttgartLongitude) / (moscowLongitude - stuttgartLongitude)) * 100).toFixed(2)}%`

/** The ruler of longitudes at the end of the first screen. The car stands on it, and the journey line starts here. */
function GroundRuler({ isShort }: { isShort?: boolean }) {
  return (
    <div className="row home-ground" role="img" aria-label={hero.way}>
      {degrees.map((degree) =>
        degree % 5 === 0 ? (
          <i key={degree} className="home-tick is-named" style={{ left: computeLeft(degree) }}>
            <span>{degree}°</span>
          </i>
        ) : (
          <i key={degree} className="home-tick" style={{ left: computeLeft(degree) }} />
        ),
      )}
      <span className="home-end">{hero.from}</span>
      <DimensionLine className="home-measure" value={isShort ? hero.measureShort : hero.measure} />
      <span className="home-end">{hero.to}</span>
    </div>
  )
}
