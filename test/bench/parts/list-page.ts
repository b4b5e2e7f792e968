import type { Page } from '@playwright/test'
import type { Bridge } from '../../../electron/shared/bridge.ts'
import type { TestApp } from '../../support/app.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'

/** Revokes one session at the service: ms from main's message with the new list until the page has painted it. */
export async function measureUpdate(
  harness: BenchHarness,
  app: TestApp,
  page: Page,
  accountId: string,
): Promise<number> {
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
      if (channel === 'sessions:changed' && args[0]?.rows)
        kept.listSentAt = performance.timeOrigin + performance.now()
      send(channel, ...args)
    }
  })
  state.revokeSession(gone.id)
  const left = state.sessionsOf(ANA.email).length.toLocaleString('en')
  const painted = page.evaluate(shownCount, `${left} session`)
  await page.evaluate(async (id) => {
    const { sessionDesk } = window as unknown as { sessionDesk: Bridge }
    await sessionDesk.invoke('session:refresh', { accountId: id })
  }, accountId)
  const paintedAt = await painted
  const sentAt = await app.inMain(() => (globalThis as { listSentAt?: number }).listSentAt)
  if (sentAt === undefined) throw new Error('Main has not sent the new list')
  return paintedAt - sentAt
}

/** Scrolling of the bare window with a thousand plain lines: the ms of each frame, the limit of this computer. */
export async function plainFrames(harness: BenchHarness, frames: number): Promise<number[]> {
  const bare = await harness.launch('bare', harness.newProfile())
  try {
    const page = await bare.electron.firstWindow()
    await page.evaluate('globalThis.__name = (named) => named')
    await page.evaluate(fillPlain)
    return await page.evaluate(scrolled, frames)
  } finally {
    await bare.evidence()
  }
}

// The following functions run in the page: they may use nothing from this file.

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
export async function reopened(): Promise<number> {
  const link = (name: string): HTMLElement =>
    [...document.querySelectorAll<HTMLElement>('nav a')].find(({ innerText }) => innerText.includes(name))!
  const appears = (selector: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => (document.querySelector(selector) ? resolve() : void setTimeout(check))
      check()
    })
  const painted = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  link('Password').click()
  await appears('input[type=password]')
  await painted()
  const at = performance.now()
  link('Sessions').click()
  await appears('tbody tr[data-session]')
  await painted()
  return performance.now() - at
}

/** Sorts by name: ms from the click to the painted list. Sorts back without measuring. */
export async function sorted(): Promise<number> {
  const painted = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const [byName, byUse] = [...document.querySelectorAll<HTMLElement>('thead button')]
  const at = performance.now()
  byName!.click()
  await painted()
  const took = performance.now() - at
  byUse!.click()
  await painted()
  return took
}

/** Types into the search: ms from the input to the painted list. Clears it without measuring. */
export async function filtered(): Promise<number> {
  const painted = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const field = document.querySelector<HTMLInputElement>('input[type=search]')!
  const enter = (text: string): void => {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const at = performance.now()
  enter('firefox')
  await painted()
  const took = performance.now() - at
  enter('')
  await painted()
  return took
}

/** Adds a thousand plain lines to a page, which then scrolls. */
function fillPlain(): void {
  const main = document.createElement('main')
  main.style.cssText = 'height: 600px; overflow-y: auto'
  for (let line = 0; line < 1_000; line++) {
    const plain = document.createElement('div')
    plain.style.height = '52px'
    plain.textContent = `Line ${line}`
    main.append(plain)
  }
  document.body.append(main)
}

/** Scrolls 120 px a frame: the ms of each frame. */
export async function scrolled(frames: number): Promise<number[]> {
  const main = document.querySelector('main')!
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  main.scrollTo(0, 0)
  await frame()
  const times: number[] = []
  let last = await frame()
  let step = 120
  for (let count = 0; count < frames; count++) {
    const before = main.scrollTop
    main.scrollTop += step
    // At the end of a short list: scroll back.
    if (main.scrollTop === before) step = -step
    const now = await frame()
    times.push(now - last)
    last = now
  }
  main.scrollTo(0, 0)
  return times
}
