// The list of what records lack, in the question before they are published.

import { publishing } from '../../../shared/texts/adminContent.ts'

export function MissingData({ items }: { items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div className="s">
      <p>{publishing.missing}</p>
      <ul className="ad-missing">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
