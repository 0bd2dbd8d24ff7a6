import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

function FailingPage(): never {
  throw new Error('the page cannot be rendered')
}

describe('the error boundary', () => {
  it('retries three times and then offers to reload or go home', async () => {
    // React logs every caught error to the console, which this test expects.
    const { error } = console
    console.error = () => {}
    try {
      renderRoute(
        <ErrorBoundary>
          <FailingPage />
        </ErrorBoundary>,
      )
      for (let left = 3; left > 0; left--) {
        expect(screen.getByText(String(left))).toBeTruthy()
        await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      }
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/')
    } finally {
      console.error = error
    }
  })
})
