// Replaces a part that failed to render: up to 3 retries, then a reload or the home page. It uses
// the browser's own reload, because the state of the router may be broken.

import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import './ErrorBoundary.css'
import { resetFailedParts } from '../platform/lazyWithRetry.ts'
import { pages } from './paths.ts'
import { boundary } from './texts/shell.ts'
import { type Text, useText } from './texts/text.ts'

const maximumRetries = 3

type Props = {
  children: ReactNode
  title?: Text
  /** A new key resets the boundary, for example the page's URL. */
  resetKey?: string
  onError?: (error: unknown) => void
  /** For an optional part: nothing is shown instead. */
  quiet?: boolean
}
type State = { failed: boolean; retries: number; resetKey?: string }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, retries: 0, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null
    return { failed: false, retries: 0, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
    if (this.props.quiet) resetFailedParts()
  }

  retry = () => {
    resetFailedParts()
    this.setState(({ retries }) => ({ failed: false, retries: retries + 1 }))
  }

  override render() {
    if (!this.state.failed) return this.props.children
    if (this.props.quiet) return null
    const retriesLeft = maximumRetries - this.state.retries
    return <ErrorScreen title={this.props.title} retriesLeft={retriesLeft} onRetry={this.retry} />
  }
}

type ScreenProps = { title?: Text; retriesLeft: number; onRetry: () => void }

/** The error screen: a retry while `retriesLeft` is above 0, then a reload or the home page. */
export function ErrorScreen({ title = boundary.title, retriesLeft, onRetry }: ScreenProps) {
  const t = useText()
  return (
    <section className="page stack-24 boundary" role="alert">
      <h1>{t(title)}</h1>
      <p className="ink2">{t(boundary.reason)}</p>
      <div className="btns">
        {retriesLeft > 0 ? (
          <>
            <Button onClick={onRetry}>{t(boundary.retry)}</Button>
            <span className="s mute">
              {t(boundary.retriesLeft)} <span className="num">{retriesLeft}</span>
            </span>
          </>
        ) : (
          <>
            <Button onClick={() => location.reload()}>{t(boundary.reload)}</Button>
            <a href={pages.home}>{t(boundary.home)}</a>
          </>
        )}
      </div>
    </section>
  )
}
