import { officeMap as texts } from '../../shared/texts/officeMap.ts'

/**
 * A drawn plan of the way to the office, shown if no map service is configured. The plan matches the
 * directions below and is not to scale.
 */
export function AreaPlan() {
  return (
    <figure className="contacts-map-plan">
      <svg viewBox="0 0 720 400" role="img" aria-label={texts.planLabel}>
        <path className="street" d="M-600 306H1320M620 306V-400M80 306V900" />
        <path className="garden" d="M128 190h212v84H128z" />
        <path className="house" d="M372 84h196v190h-64v-40h-40v40h-92z" />
        <path className="yard" d="M420 132h100v60H420z" />
        <path className="way" d="M80 290H354V232" />
        <path className="way is-car" d="M700 322H484V208" />
        <circle className="stop" cx="80" cy="290" r="6" />
        <circle className="halo" cx="372" cy="226" r="16" />
        <circle className="office" cx="372" cy="226" r="8" />
        <text x="100" y="340">
          {texts.planStreet}
        </text>
        <text x="8" y="270">
          {texts.planStop}
        </text>
        <text x="240" y="258">
          {texts.planGarden}
        </text>
        <text x="350" y="212" textAnchor="end">
          {texts.planEntrance}
        </text>
        <text x="498" y="340">
          {texts.planGate}
        </text>
      </svg>
      <figcaption className="xs mute">
        <span role="status">
          {texts.failed}: {texts.notConfigured}
        </span>
      </figcaption>
    </figure>
  )
}
