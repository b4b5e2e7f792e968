import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { UNDO_WINDOW_MS } from '../../../electron/shared/ends.ts'
import type { Seeded } from '../../service/seed.ts'
import type { PracticeService } from '../../service/start.ts'
import { inDock, waitForSessions, signIn } from '../../support/page-actions.ts'

/** What the walkthrough needs. */
export interface Walk {
  page: Page
  service: PracticeService
  seeded: Seeded
  /** The folder for the pictures; it must exist. */
  shots: string
  /** Receives one sentence for each step. */
  say(sentence: string): void
}

/**
 * Walks through the app: sign-in with two-factor, the list, ending one session, the dark theme. Throws
 * when a step fails; returns the paths of the screenshots.
 */
export async function walk({ page, service, seeded, shots, say }: Walk): Promise<string[]> {
  const pictures: string[] = []
  async function picture(name: string): Promise<void> {
    const path = join(shots, `${pictures.length + 1}-${name}.png`)
    // Screenshots show animations at their end.
    await page.screenshot({ path, animations: 'disabled' })
    pictures.push(path)
    say(`  picture: ${path}`)
  }
  const { email, password } = seeded.bruno

  say('The app opens, with the address of the practice service filled in.')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect(page.getByLabel('Server address')).toHaveValue(service.baseUrl)
  await picture('sign-in')

  say(`Signing in as ${email}: the account asks for a second factor.`)
  await signIn(page, { email, password })
  await page.getByRole('heading', { name: 'Two-factor verification' }).waitFor()
  await page.getByLabel('Verification code').fill(service.state.codeFor(email))
  await picture('two-factor')
  await page.getByRole('button', { name: 'Verify' }).click()

  await waitForSessions(page)
  const rows = page.getByRole('table').getByRole('row')
  const count = service.state.sessionsOf(email).length
  await expect(rows).toHaveCount(count + 1)
  say(`Signed in. The list shows ${count} sessions, this one first.`)
  await picture('sessions')

  const end = page.getByRole('button', { name: /^End / }).nth(1)
  const name = (await end.getAttribute('aria-label'))?.replace(/^End /, '') ?? ''
  say(`Ending "${name}": there are ${UNDO_WINDOW_MS / 1_000} seconds to undo, and nothing is sent before.`)
  await end.click()
  await inDock(page, 'Undo').waitFor()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(0)
  await picture('undo')

  await page.getByText(`Ended ${name}`).waitFor()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)
  await expect(rows).toHaveCount(count)
  say('Ended: the service confirmed it, with one request, and a fresh list no longer has it.')
  await picture('ended')

  say('In Settings, the dark theme.')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await picture('settings-dark')
  await page.getByRole('link', { name: 'Sessions' }).click()
  await waitForSessions(page)
  await picture('sessions-dark')
  return pictures
}
