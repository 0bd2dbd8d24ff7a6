import { useSettings } from '../../app/settings.ts'
import { footer } from '../../app/texts/footer.ts'
import marks from './brandMarks.svg?url'
import { socialLinks } from './social.ts'

export function SocialLinks() {
  const links = socialLinks(useSettings().widgets)
  return (
    <ul className="sh-social" aria-label={footer.social}>
      {links.map(({ name, href, mark }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noopener">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <use href={`${marks}#${mark}`} />
            </svg>
            <span className="sr">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
