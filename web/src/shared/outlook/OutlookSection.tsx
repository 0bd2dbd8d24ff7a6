// The next changes of the sum, loaded when the section comes into view.

import { Suspense, useRef } from 'react'
import type { OutlookRequest } from '../../api/wire/calculator.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useInView } from '../../ui/useInView.ts'
import { outlook as texts } from '../texts/outlook.ts'
import './outlook.css'

const Outlook = lazyWithRetry(() => import('./Outlook.tsx'))

/** The distance before the section at which it is requested, in px. */
const loadMargin = 400

type Props = { request: OutlookRequest; heading: 'h2' | 'h3'; className?: string }

export function OutlookSection({ request, heading: Heading, className = '' }: Props) {
  const box = useRef<HTMLElement>(null)
  const isNear = useInView(box, -loadMargin)
  const skeleton = (
    <Loading>
      <Skeleton height={180} />
    </Loading>
  )
  return (
    <section ref={box} className={`outlook ${className}`} aria-labelledby="outlook-title">
      <Heading id="outlook-title" className="h3">
        {texts.title}
      </Heading>
      {isNear ? (
        <Suspense fallback={skeleton}>
          <Outlook
            request={request}
            skeleton={skeleton}
            subheading={Heading === 'h2' ? 'h3' : 'h4'}
          />
        </Suspense>
      ) : (
        <Skeleton height={180} />
      )}
    </section>
  )
}
