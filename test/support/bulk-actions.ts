import type { Page } from '@playwright/test'
import type { PracticeService } from './fixture.ts'
import { ANA, openSessions } from './page-actions.ts'

/** The endpoint that ends one. */
export const END = 'DELETE /auth/sessions/{id}'

/** Signs Ana in with this many sessions on other devices; resolves with their ids. */
export async function openWithSessions(
  page: Page,
  service: PracticeService,
  others: number,
): Promise<number[]> {
  await service.state.addUser({ ...ANA, name: 'Ana' })
  const ids = Array.from({ length: others }, (_, index) => {
    const lastUsedAt = Date.now() - (index + 1) * 60_000
    return service.state.addSession(ANA.email, { name: `Device ${index + 1}`, lastUsedAt }).id
  })
  await openSessions(page, ANA)
  return ids
}

/** Opens the plan that ends all others, and confirms it. */
export async function revokeAll(page: Page, n: number): Promise<void> {
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: `End ${n.toLocaleString('en')} sessions` }).click()
}
