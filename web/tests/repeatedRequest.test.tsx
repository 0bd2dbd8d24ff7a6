// All parts that load data: during the retry of a failed request, the old error is not shown.

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import Team from '../src/features/about/Team.tsx'
import { ModerationQueue } from '../src/features/admin/inbox/ModerationQueue.tsx'
import { AdminList } from '../src/features/admin/list/AdminList.tsx'
import { Overview } from '../src/features/admin/overview/Overview.tsx'
import { teamSection } from '../src/features/admin/people/teamSection.tsx'
import { ItemPanel } from '../src/features/admin/record/ItemPanel.tsx'
import { SettingsSection } from '../src/features/admin/settings/SettingsSection.tsx'
import ArticleDialog from '../src/features/blog/ArticleDialog.tsx'
import Comments from '../src/features/blog/Comments.tsx'
import { PostList } from '../src/features/blog/PostList.tsx'
import { CalculationPage } from '../src/features/calculator/CalculationPage.tsx'
import { TemplateList } from '../src/features/campaigns/TemplateList.tsx'
import { CarPage } from '../src/features/cars/CarPage.tsx'
import Catalogue from '../src/features/cars/Catalogue.tsx'
import { PaymentsPage } from '../src/features/dashboard/payments/PaymentsPage.tsx'
import LatestPosts from '../src/features/home/LatestPosts.tsx'
import MiniCalculator from '../src/features/home/MiniCalculator.tsx'
import TopModels from '../src/features/home/TopModels.tsx'
import { PreferencesForm } from '../src/features/notifications/PreferencesForm.tsx'
import { renderRoute } from './renderRoute.tsx'
import { network } from './setup.ts'

const filters = { category: 'all', search: '', tag: '' } as const

/** The linter requires a key for each element of an array. */
const parts: [name: string, part: ReactNode, errors?: number][] = [
  ['a list of the panel', <AdminList key="" section={teamSection} />],
  ['a record of the panel', <ItemPanel key="" section={teamSection} id="m1" onOpen={() => {}} />],
  ['the moderation queue', <ModerationQueue key="" />],
  // One error for the figures, one for the counts of the months.
  ['the overview of the panel', <Overview key="" />, 2],
  ['the settings of the site', <SettingsSection key="" />],
  ['the texts of notifications', <TemplateList key="" />],
  ['the articles', <PostList key="" filters={filters} onReset={() => {}} />],
  ['an article', <ArticleDialog key="" slug="one" />],
  ['the comments', <Comments key="" postId="one" />],
  ['the catalogue', <Catalogue key="" />],
  ['a car', <CarPage key="" slug="one" />],
  ['a saved calculation', <CalculationPage key="" id="one" />],
  ['the cars of the home page', <TopModels key="" />],
  ['the articles of the home page', <LatestPosts key="" />],
  ['the calculator of the home page', <MiniCalculator key="" />],
  // One error for the payments, one for their orders.
  ['the payments', <PaymentsPage key="" />, 2],
  ['the preferences', <PreferencesForm key="" />],
]

/** Every request fails until hold() is called; then it waits for release(). */
function mockFailingNetwork() {
  let held: Promise<void> | undefined
  let release = () => {}
  network.use(
    http.all('*', async () => {
      await held
      return HttpResponse.json({ message: 'Сервис недоступен', code: 'down' }, { status: 503 })
    }),
  )
  const hold = () => {
    held = new Promise((resolve) => {
      release = resolve
    })
  }
  return { hold, release: () => release() }
}

it.each(parts)(
  '%s shows no old error while its request is repeated',
  async (_name, part, errors = 1) => {
    const failing = mockFailingNetwork()
    renderRoute(part)
    await waitFor(() => expect(screen.queryAllByText(/Сервис недоступен/)).toHaveLength(errors))
    const [retryButton] = screen.getAllByRole('button', { name: 'Повторить' })
    failing.hold()
    await userEvent.click(retryButton as HTMLElement)
    await waitFor(() => expect(screen.queryAllByText(/Сервис недоступен/)).toHaveLength(errors - 1))
    failing.release()
    await waitFor(() => expect(screen.queryAllByText(/Сервис недоступен/)).toHaveLength(errors))
  },
)

it('the team shows no old error while its request is repeated', async () => {
  document.documentElement.dataset.layout = 'mobile'
  const failing = mockFailingNetwork()
  renderRoute(<Team />)
  const retryButton = await screen.findByRole('button', { name: 'Попробовать снова' })
  failing.hold()
  await userEvent.click(retryButton)
  await waitFor(() => expect(screen.queryByText('Сервис недоступен')).toBeNull())
  failing.release()
  expect(await screen.findByText('Сервис недоступен')).toBeTruthy()
  delete document.documentElement.dataset.layout
})
