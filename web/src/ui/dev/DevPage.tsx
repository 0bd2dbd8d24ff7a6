import { Fragment, type ReactNode } from 'react'
import { content, drawings } from './content.tsx'
import { controls, fields, overlays } from './controls.tsx'
import './dev.css'

const tokens = 'background surface wash ink ink-2 ink-3 hair line accent ok warn bad info'.split(
  ' ',
)
const types = ['display', 'h1', 'xl', 'h3 strong', '', 's', 'xs ink2', 'dim']

const look: Examples = {
  'Цвет и кегль': [
    <ul key="tokens" className="dev-row">
      {tokens.map((token) => (
        <li key={token} className="code" style={{ borderTop: `48px solid var(--${token})` }}>
          {token}
        </li>
      ))}
    </ul>,
    ...types.map((name) => (
      <p key={name} className={name}>
        Смета до рубля, 4 955 мм
      </p>
    )),
  ],
}

/** Examples by the title of their group. */
export type Examples = Readonly<Record<string, readonly ReactNode[]>>

/** The parts of the design system on one page, in development builds only. */
export function DevPage() {
  const groups = Object.entries({
    ...look,
    ...controls,
    ...fields,
    ...content,
    ...overlays,
    ...drawings,
  })
  return (
    <div className="page">
      <h1 className="display">Лист элементов</h1>
      {groups.map(([title, examples]) => (
        <section key={title} className="dev-section">
          <h2>{title}</h2>
          <div className="dev-examples">
            {examples.map((example, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the examples never change their places.
              <Fragment key={place}>{example}</Fragment>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
