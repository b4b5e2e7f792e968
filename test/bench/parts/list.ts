import type { Page } from '@playwright/test'
import type { TestApp } from '../../support/app.ts'
import { openSessions, seed } from '../../support/page-actions.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { filtered, sorted } from '../page-steps.ts'
import { growth, mediansOf } from '../statistics.ts'
import { measureScrolling } from './scrolling.ts'

const SIZES = [100, 1_000, 10_000]
const TIMES = 9

/** The cost of the list for each of these sizes, and its growth. */
export async function measureList(harness: BenchHarness): Promise<Figure[]> {
  const { service } = harness
  const figures: Figure[] = []
  const costs = new Map<string, { size: number; cost: number }[]>()
  for (const size of SIZES) {
    seed(service, ANA.email, size - service.state.sessionsOf(ANA.email).length)
    const budget = size === SIZES.at(-1) ? { budget: 100 } : {}
    const measured = await harness.withApp('app', async (page, app) => {
      await openSessions(page, ANA)
      const taken = await mediansOf(TIMES, {
        'one of them gone, from main to painted': () => measureUpdate(harness, app, page),
        'page opened, to painted': () => page.evaluate(reopened),
        'sorted by name, to painted': () => page.evaluate(sorted),
        'filtered by typing, to painted': () => page.evaluate(filtered),
      })
      for (const [what, cost] of Object.entries(taken)) {
        figures.push({ what: `${size} sessions, ${what}`, value: cost, unit: 'ms', ...budget })
        costs.set(what, [...(costs.get(what) ?? []), { size, cost }])
      }
      return measureScrolling(harness, `${size} sessions, `, page)
    })
    figures.push(...measured)
  }
  for (const [what, points] of costs)
    figures.push({ what: `growth of: ${what}`, value: growth(points), unit: 'exponent' })
  return figures
}

/** Revokes one session at the service: ms from main's message with the new list until the page has painted it. */
async function measureUpdate(harness: BenchHarness, app: TestApp, page: Page): Promise<number> {
  const { state } = harness.service
  const gone = state.sessionsOf(ANA.email).at(0)
  if (!gone) throw new Error('There is no session left to end')
  await app.inMain(({ BrowserWindow }) => {
    const kept = globalThis as { listSentAt?: number; listWatched?: boolean }
    delete kept.listSentAt
    if (kept.listWatched) return
    kept.listWatched = true
    const contents = BrowserWindow.getAllWindows()[0]!.webContents
    const send = contents.send.bind(contents)
    contents.send = (channel: string, ...args: { rows?: unknown }[]) => {
      if (channel === 'event:sessions:changed' && args[0]?.rows)
        kept.listSentAt = performance.timeOrigin + performance.now()
      send(channel, ...args)
    }
  })
  state.revokeSession(gone.id)
  const left = state.sessionsOf(ANA.email).length.toLocaleString('en')
  const painted = page.evaluate(shownCount, `${left} session`)
  await page.evaluate(async () => {
    const answer = await window.sessionDesk.invoke('appState:get')
    const accountId = answer.ok ? (answer.value.activeAccountId ?? '') : ''
    await window.sessionDesk.invoke('session:refresh', { accountId })
  })
  const paintedAt = await painted
  const sentAt = await app.inMain(() => (globalThis as { listSentAt?: number }).listSentAt)
  if (sentAt === undefined) throw new Error('Main has not sent the new list')
  return paintedAt - sentAt
}

// These functions run in the page: they may use nothing from this file.

function shownCount(message: string): Promise<number> {
  const isShown = (): boolean => document.querySelector('main')?.innerText.includes(message) ?? false
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isShown()) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Leaves the Sessions page and returns: ms from the click to the painted list. */
async function reopened(): Promise<number> {
  const link = (name: string): HTMLElement =>
    [...document.querySelectorAll<HTMLElement>('nav a')].find(({ innerText }) => innerText.includes(name))!
  link('Password').click()
  await steps.appears('input[type=password]')
  return steps.timed(() => link('Sessions').click(), 'tbody tr[data-session]')
}
