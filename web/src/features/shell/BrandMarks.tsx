import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import marks from './brandMarks.svg?url'

// Ids of the marks in brandMarks.svg (scripts/brandMarks.mjs draws it).
const brands = [
  { mark: 'bmw', name: 'BMW' },
  { mark: 'mercedes', name: 'Mercedes-Benz' },
  { mark: 'audi', name: 'Audi' },
  { mark: 'porsche', name: 'Porsche' },
  { mark: 'volkswagen', name: 'Volkswagen' },
  { mark: 'volvo', name: 'Volvo' },
  { mark: 'landrover', name: 'Land Rover' },
  { mark: 'lexus', name: 'Lexus' },
]

export function BrandMarks() {
  return (
    <ul className="sh-brands">
      {brands.map(({ mark, name }) => (
        <li key={mark}>
          <Link to={`${pages.cars}?brand=${encodeURIComponent(name)}`}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <use href={`${marks}#${mark}`} />
            </svg>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
