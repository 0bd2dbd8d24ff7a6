import { useEffect, useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { loadScript, startThirdParty } from '../../platform/thirdParty.ts'
import { shell } from '../../shared/texts/shell.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'
import { findCommunityGroup, listSocialLinks } from './widgets.ts'

declare global {
  interface Window {
    VK?: {
      Widgets: {
        CommunityMessages: (containerId: string, group: number, options: object) => unknown
      }
    }
  }
}

const messengerScriptUrl = 'https://vk.com/js/api/openapi.js?169'
const containerId = 'community-messenger'

/** Loads the community messenger into the page. Returns whether it is loaded; without a group it never is. */
function useMessenger(group: number | null, isNear: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!group || !isNear || isLoaded) return
    return startThirdParty({
      start: loadScript(messengerScriptUrl),
      onReady: () => {
        if (!window.VK) return
        window.VK.Widgets.CommunityMessages(containerId, group, { expanded: '1' })
        setLoaded(true)
      },
      onFailed: () => {},
    })
  }, [group, isNear, isLoaded])
  return isLoaded
}

/** Links to the community are shown at once. The messenger replaces them when it is loaded. */
export function Community() {
  const [isOpen, setOpen] = useState(false)
  const { widgets } = useSettings()
  const hasMessenger = useMessenger(findCommunityGroup(widgets), isOpen)
  const links = listSocialLinks(widgets)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <div className="sh-community">
      <div id={containerId} hidden={!isOpen} />
      {isOpen && !hasMessenger && (
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
        icon={icons.community}
        label={shell.community}
        aria-expanded={isOpen}
        aria-controls={isOpen && !hasMessenger ? 'community-links' : containerId}
        onClick={() => setOpen(!isOpen)}
      />
    </div>
  )
}
