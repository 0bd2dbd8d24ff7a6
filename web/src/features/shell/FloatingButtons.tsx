// The buttons over the lower right corner. The chat is another company's service: the link to write
// to us stands from the start, so that nothing here waits for it.

import { useEffect, useState } from 'react'
import { scrollToTopThreshold } from '../../app/limits.ts'
import { prefersStillness } from '../../app/motion.ts'
import { useSettings } from '../../app/settings.ts'
import { shell } from '../../app/texts/shell.ts'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { socialLinks } from './social.ts'
import { supportAddress } from './widgets.ts'

export function FloatingButtons() {
  const isFar = useScrolledPast(scrollToTopThreshold)
  const settings = useSettings()
  return (
    <aside aria-label={shell.contactUs} className="sh-float">
      {isFar && (
        <IconButton
          icon="up"
          label={shell.toTop}
          onClick={() => scrollTo({ top: 0, behavior: prefersStillness() ? 'instant' : 'smooth' })}
        />
      )}
      <Community />
      <a
        className="ui-iconbtn"
        href={supportAddress(settings)}
        aria-label={shell.support}
        title={shell.support}
      >
        <Icon name="chat" />
      </a>
    </aside>
  )
}

/** Opens the list of messengers; the links themselves are ours, no script is loaded for them. */
function Community() {
  const [isOpen, setOpen] = useState(false)
  const links = socialLinks(useSettings().widgets)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <div className="sh-community">
      {isOpen && (
        <ul id="community-links">
          {links.map(({ name, href }) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <IconButton
        icon="community"
        label={shell.community}
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'community-links' : undefined}
        onClick={() => setOpen(!isOpen)}
      />
    </div>
  )
}

function useScrolledPast(threshold: number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(scrollY > threshold)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [threshold])
  return isPast
}
