import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createBrowserRouter, RouterProvider, useParams } from 'react-router'
import { onTestFinished } from 'vitest'
import { makeStore } from '../src/app/store.ts'
import { useFocusKeeper } from '../src/ui/useFocusKeeper.ts'

type Place = { path?: string; at?: string; store?: ReturnType<typeof makeStore> }

/** The focus handling that the shell provides on every page. */
function FocusKeeper({ children }: { children: ReactNode }) {
  useFocusKeeper()
  return children
}

type Params = Record<string, string | undefined>

/** Passes the route parameters to a page as props (src/app/routes). */
function WithParams({ page }: { page: (params: Params) => ReactNode }) {
  return page(useParams())
}

/** Renders a page with the real store and router. Only the network is mocked (tests/setup.ts). */
export function renderRoute(
  page: ReactNode | ((params: Params) => ReactNode),
  { path = '*', at = '/', store = makeStore() }: Place = {},
) {
  window.history.replaceState(null, '', at)
  const router = createBrowserRouter([
    {
      path,
      element: (
        <FocusKeeper>{typeof page === 'function' ? <WithParams page={page} /> : page}</FocusKeeper>
      ),
    },
  ])
  // All test files of a worker share the window.
  onTestFinished(() => {
    router.dispose()
    window.history.replaceState(null, '', '/')
  })
  const screen = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { ...screen, store }
}
