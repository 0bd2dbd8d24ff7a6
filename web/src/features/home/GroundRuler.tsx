import { hero } from '../../app/texts/home.ts'
import { DimensionLine } from '../../ui/DimensionLine'

// The page's width is the longitude from Stuttgart to Moscow.
const stuttgart = 9.18
const moscow = 37.62
const degrees = Array.from({ length: 28 }, (_, place) => place + 10)
const left = (degree: number) =>
  `${(((degree - stuttgart) / (moscow - stuttgart)) * 100).toFixed(2)}%`

/** The ruler under the first screen: the car's ground line, and the start of the route line. */
export function GroundRuler({ isShort }: { isShort?: boolean }) {
  return (
    <div className="home-ground" role="img" aria-label={hero.way}>
      {degrees.map((degree) =>
        degree % 5 === 0 ? (
          <i key={degree} className="home-tick is-named" style={{ left: left(degree) }}>
            <span>{degree}°</span>
          </i>
        ) : (
          <i key={degree} className="home-tick" style={{ left: left(degree) }} />
        ),
      )}
      <span className="home-end">{hero.from}</span>
      <DimensionLine className="home-measure" value={isShort ? hero.measureShort : hero.measure} />
      <span className="home-end">{hero.to}</span>
    </div>
  )
}
