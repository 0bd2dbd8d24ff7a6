import { type CSSProperties, useState } from 'react'
import './Avatar.css'

type AvatarProps = {
  name: string
  src?: string | null
  /** In px. The space is always reserved. */
  size?: number
}

/** A portrait, or initials without one. The name is beside it, so it is decorative. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const [hasImageFailed, setImageFailed] = useState(false)
  const initials = name
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
  return (
    <span
      className="ui-avatar"
      style={{ '--size': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      {src && !hasImageFailed ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setImageFailed(true)}
        />
      ) : (
        initials
      )}
    </span>
  )
}
