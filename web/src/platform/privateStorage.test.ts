import { expect, it } from 'vitest'
import { clearPrivateStorage } from './privateStorage.ts'
import { tabKeys } from './storage.ts'

it('keeps what guards against a loop of reloads, and no draft, after a sign-out', () => {
  for (const key of Object.values(tabKeys)) sessionStorage.setItem(key, 'v1')
  sessionStorage.setItem('draft_contact', '{"phone":"+7"}')
  clearPrivateStorage()
  expect(Object.keys(sessionStorage).sort()).toEqual(
    [tabKeys.reloadedForVersion, tabKeys.reloadedWithoutCode, tabKeys.startScreenSeen].sort(),
  )
})
