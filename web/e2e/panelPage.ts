import type { BrowserContext, Page } from '@playwright/test'
import { locateToasts } from './bell.ts'

/**
 * A new page of the panel, which closes its toasts. Other journeys cause notifications of the same administrator, whose
 * toasts may cover the element to click: an urgent one until it is closed, the others as long as the mouse is over them.
 */
export async function openPanelPage(administrator: BrowserContext): Promise<Page> {
  const page = await administrator.newPage()
  const closeToast = locateToasts(page).getByRole('button', { name: 'Закрыть' }).first()
  await page.addLocatorHandler(closeToast, (button) => button.click(), { noWaitAfter: true })
  return page
}
