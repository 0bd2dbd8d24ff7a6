// The buttons in the lower right corner. On a phone only the button to the top floats; the others
// are at the end of the page. The chat is a third-party service, so the link to contact us is there
// from the start.

import { useEffect, useState } from 'react'
import { type SiteSettings, useSettings } from '../../api/settings.ts'
import { prefersReducedMotion } from '../../platform/motion.ts'
import { loadScript, startThirdParty } from '../../platform/thirdParty.ts'
import { chatDelay, scrollToTopThreshold } from '../../shared/limits.ts'
import { shell } from '../../shared/texts/shell.ts'
import { joinClasses } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'
import { Community } from './Community.tsx'
import { useScrolledPast } from './useScrolledPast.ts'
import { findChatScript, findSupportAddress } from './widgets.ts'

export default function FloatingButtons() {
  const isFar = useScrolledPast(scrollToTopThreshold)
  const isHidden = useSwipedDown()
  const settings = useSettings()
  const chat = useChat(settings.widgets)
  return (
    <aside
      id="floating-buttons"
      aria-label={shell.contactUs}
      className={joinClasses('sh-float', isHidden && 'is-hidden')}
    >
      {isFar && (
        <IconButton
          icon={icons.up}
          label={shell.toTop}
          className="sh-to-top"
          onClick={() =>
            scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
          }
        />
      )}
      <Community />
      {!chat.isLoaded && (
        <a
          className="ui-iconbtn"
          href={findSupportAddress(settings)}
          aria-label={shell.support}
          title={shell.support}
        >
          <Icon
            path={findSupportAddress(settings).startsWith('mailto:') ? icons.mail : icons.chat}
          />
        </a>
      )}
    </aside>
  )
}

/** The live chat. It loads some seconds after the page. Until then, or if it fails, the contact link is shown. */
function useChat(widgets: SiteSettings['widgets']): { isLoaded: boolean } {
  const [isLoaded, setLoaded] = useState(false)
  const scriptUrl = findChatScript(widgets)
  useEffect(() => {
    if (!scriptUrl) return
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = startThirdParty({
        start: loadScript(scriptUrl),
        onReady: () => setLoaded(true),
        onFailed: () => setLoaded(false),
      })
    }, chatDelay)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [scriptUrl])
  return { isLoaded }
}

/** Whether the last touch scrolled down. At the top of the page it is false. */
function useSwipedDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let last = scrollY
    const onTouchStart = () => {
      last = scrollY
    }
    const onTouchMove = () => {
      if (scrollY !== last) setDown(scrollY > last)
      last = scrollY
    }
    const onScroll = () => {
      if (scrollY <= 0) setDown(false)
    }
    addEventListener('touchstart', onTouchStart, { passive: true })
    addEventListener('touchmove', onTouchMove, { passive: true })
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('touchstart', onTouchStart)
      removeEventListener('touchmove', onTouchMove)
      removeEventListener('scroll', onScroll)
    }
  }, [])
  return isDown
}
