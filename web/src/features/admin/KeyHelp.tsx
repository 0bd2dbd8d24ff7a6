// All keyboard shortcuts of the panel, and the switch that turns the letters off.

import { Fragment, useRef, useState } from 'react'
import { keyHelp as texts } from '../../shared/texts/adminPanel.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { hasLetterKeys, setLetterKeys } from './shortcuts.ts'

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasLetterKeys)
  // A dialog focuses its first field. Here the first field is the switch at the end, and a phone would scroll to it.
  const heading = useRef<HTMLSpanElement>(null)
  const dialogTitle = (
    <span ref={heading} tabIndex={-1}>
      {texts.title}
    </span>
  )
  return (
    <Dialog open onClose={onClose} title={dialogTitle} initialFocus={heading}>
      <div className="ad-key-help">
        {texts.groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ names, action }) => (
                <div key={action}>
                  <dt>
                    {names.map((name, index) => (
                      <Fragment key={name}>
                        {index > 0 && ` ${texts.or} `}
                        <kbd>{name}</kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={texts.letters}
        hint={texts.lettersHint}
        checked={isOn}
        onChange={({ target }) => {
          setLetterKeys(target.checked)
          setOn(target.checked)
        }}
      />
    </Dialog>
  )
}
