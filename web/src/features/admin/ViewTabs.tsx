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
  searchParams: URLSearchParams,
): Key | undefined => keys.find((key) => key === searchParams.get('view')) ?? keys[0]

export function ViewTabs({ section, bodies }: Props) {
  const [searchParams] = useSearchParams()
  const keys = Object.keys(bodies) as View[]
  const openView = findOpenView(keys, searchParams)
  const buildViewUrl = (key: View) => (key === keys[0] ? '?' : `?view=${key}`)
  return (
    <>
      <Tabs
        className="ad-views"
        label={sectionNames[section]}
        tabs={keys.map((key) => ({ to: buildViewUrl(key), label: views[key] }))}
        current={openView && buildViewUrl(openView)}
      />
      <div key={openView}>{openView && bodies[openView]}</div>
    </>
  )
}
