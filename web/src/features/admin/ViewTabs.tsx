// Tabs of a section with several lists. The open tab is in the URL.

import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { sectionNames, views } from '../../shared/texts/adminPanel.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import type { SectionKey } from './sectionPaths.ts'

type View = keyof typeof views
type Props = { section: SectionKey; bodies: Partial<Record<View, ReactNode>> }

/** The tab that the URL names, or else the first one. */
const findOpenView = <Key extends string>(
  keys: readonly Key[],
  address: URLSearchParams,
): Key | undefined => keys.find((key) => key === address.get('view')) ?? keys[0]

export function ViewTabs({ section, bodies }: Props) {
  const [address] = useSearchParams()
  const keys = Object.keys(bodies) as View[]
  const open = findOpenView(keys, address)
  const buildAddress = (key: View) => (key === keys[0] ? '?' : `?view=${key}`)
  return (
    <>
      <Tabs
        className="ad-views"
        label={sectionNames[section]}
        tabs={keys.map((key) => ({ to: buildAddress(key), label: views[key] }))}
        current={open && buildAddress(open)}
      />
      <div key={open}>{open && bodies[open]}</div>
    </>
  )
}
