import { expect, it } from 'vitest'
import { clearPrivateStorage } from './privateStorage.ts'
import { tabKeys } from './storage.ts'

it('a sign-out removes drafts, and keeps the guards against a loop of reloads', () => {
  for (const key of Object.values(tabKeys)) sessionStorage.setItem(key, 'v1')
  sessionStorage.setItem('draft_contact', '{"phone":"+7"}')
  clearPrivateStorage()
  expect(Object.keys(sessionStorage).sort()).toEqual(
    [tabKeys.reloadedForVersion, tabKeys.reloadedWithoutCode, tabKeys.startScreenSeen].sort(),
  )
})
