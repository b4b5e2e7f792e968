import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { guardFocus } from '../../../renderer/lib/lost-focus.ts'
import type { PasswordReport } from '../../../electron/shared/password.ts'
import { ok } from '../../../electron/shared/result.ts'
import { appState, manyEnds, sessions, singleEnd, undoablePhase, type FakeBridge } from '../fake-bridge.ts'
import { mountApp, mountList } from '../mount-app.ts'
import { alertDialog, find, focusOn, focusOnRow, get, press, pressKey, query, text } from '../screen.ts'

/** Focuses a button, and presses it as a key does. */
async function pressFocused(name: string): Promise<void> {
  const button = await get('button', name)
  button.focus()
  expect(document.activeElement).toBe(button)
  button.click()
}

describe('the guard of the focus', () => {
  let stop = (): void => {}
  beforeEach(() => {
    document.body.innerHTML = '<h1 tabindex="-1"></h1><section><p><button></button></p></section><input>'
    stop = guardFocus()
    document.querySelector('button')!.focus()
  })
  afterEach(() => stop())
  const focused = (): string => document.activeElement!.tagName

  it('moves it to the heading when the focused element is removed', async () => {
    document.querySelector('p')!.remove()
    await vi.waitFor(() => expect(focused()).toBe('H1'))
  })

  it('lets the nearest part that is left move it', async () => {
    const section = document.querySelector('section')!
    const heard: EventTarget[] = []
    section.addEventListener('focuslost', (event) => {
      heard.push(event.target!)
      event.preventDefault()
      document.querySelector('input')!.focus()
    })
    document.querySelector('p')!.remove()
    await vi.waitFor(() => expect(focused()).toBe('INPUT'))
    expect(heard).toEqual([section])
  })

  it('leaves it where something else has moved it, and where the person has left it', async () => {
    document.querySelector('p')!.remove()
    document.querySelector('input')!.focus()
    await new Promise((done) => setTimeout(done))
    expect(focused()).toBe('INPUT')
    document.querySelector('input')!.blur()
    document.querySelector('section')!.remove()
    await new Promise((done) => setTimeout(done))
    expect(focused()).toBe('BODY')
  })
})

/** Makes the window wide enough for the details beside the list, for one test. */
function widen(): void {
  const { matchMedia } = window
  onTestFinished(() => void (window.matchMedia = matchMedia))
  window.matchMedia = (query) =>
    query.includes('min-width')
      ? (Object.assign(new EventTarget(), { matches: true }) as MediaQueryList)
      : matchMedia(query)
}

describe('the focus', () => {
  const REPORT: PasswordReport = {
    accountId: 'a1',
    at: Date.now() - 60_000,
    verdict: 'unknown',
    canVerify: true,
    wasProbed: false,
    foundAt: null,
  }
  const without = (fake: FakeBridge, ...ids: number[]): void =>
    void fake.changeList({ sessions: sessions().filter(({ id }) => !ids.includes(id)) })
  async function searchFor(words: string): Promise<void> {
    const search = await find('the search', () => document.querySelector<HTMLInputElement>('[type=search]'))
    search.value = words
    search.dispatchEvent(new Event('input', { bubbles: true }))
  }

  it('goes to the next row when a session ends under its End button', async () => {
    const fake = await mountList()
    await pressFocused('End Firefox on Ubuntu')
    fake.changeEnds(singleEnd())
    await focusOn('button', 'Ending Firefox on Ubuntu')
    without(fake, 2)
    fake.changeEnds({})
    await focusOnRow('Chrome on Windows')
  })

  it('goes to the previous row when the last one leaves under it', async () => {
    const fake = await mountList()
    await pressFocused('End Safari on iPhone')
    without(fake, 4)
    await focusOnRow('Chrome on Windows')
  })

  it('goes to the list when the selected sessions are being ended and their bar is gone', async () => {
    const fake = await mountList()
    for (const name of ['Firefox on Ubuntu', 'Chrome on Windows'])
      (await get('checkbox', `Select ${name}`)).click()
    await pressFocused('End selected')
    await find('the question', alertDialog)
    await press('End 2 sessions')
    await focusOn('button', 'End selected')
    fake.changeEnds(manyEnds(undoablePhase(), { 2: 'waiting', 3: 'waiting' }))
    await vi.waitFor(() => expect(query('button', 'End selected')).toBeNull())
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('TR'))
  })

  it('stays in the bar of the selection when all are selected', async () => {
    await mountList()
    ;(await get('checkbox', 'Select Firefox on Ubuntu')).click()
    await pressFocused('Select all 3')
    await focusOn('button', 'Clear selection')
    await press('Clear selection')
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('TR'))
  })

  it('goes to the first row when the search that finds nothing is given up', async () => {
    await mountList()
    await searchFor('nothing like that')
    await pressFocused('Show all sessions')
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('TR'))
  })

  it('goes to the row when the details are closed', async () => {
    widen()
    await mountList()
    await pressFocused('Firefox on Ubuntu')
    const close = await get('button', 'Close')
    close.focus()
    close.click()
    await vi.waitFor(() => expect(query('button', 'Close')).toBeNull())
    await vi.waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('Firefox'))
  })

  it('goes from the details of a session that is gone to the row in its place, and the next Escape closes them', async () => {
    widen()
    const fake = await mountList()
    await pressFocused('Chrome on Windows')
    await pressFocused('End this session')
    without(fake, 3)
    await focusOn('complementary', 'Details')
    pressKey('Escape')
    await focusOnRow('Safari on iPhone')
    expect(text(await get('complementary', 'Details'))).toMatch(/^Safari on iPhone/)
    pressKey('Escape')
    await vi.waitFor(() => expect(query('complementary', 'Details')).toBeNull())
  })

  it('goes from the details of a session that a search hides to a row, and to the heading where there is none', async () => {
    widen()
    await mountList()
    await pressFocused('Firefox on Ubuntu')
    await searchFor('safari')
    ;(await get('complementary', 'Details')).focus()
    await vi.waitFor(() => expect(query('button', 'End Firefox on Ubuntu')).toBeNull())
    pressKey('Escape')
    await focusOnRow('Safari on iPhone')
    await searchFor('nothing like that')
    ;(await get('complementary', 'Details')).focus()
    await get('button', 'Show all sessions')
    pressKey('Escape')
    await vi.waitFor(() => expect(query('complementary', 'Details')).toBeNull())
    await focusOn('heading', 'Sessions')
  })

  it('goes to the heading when a notice is dismissed', async () => {
    const fake = await mountApp({ ...appState(), passwordReports: [REPORT] })
    await get('button', 'Find out')
    fake.handlers['password:dismiss'] = () => {
      fake.state = { ...fake.state, passwordReports: [] }
      return ok(null)
    }
    await pressFocused('Dismiss')
    await focusOn('heading', 'Sessions')
  })
})
