import { beforeEach, describe, expect, it, vi } from 'vitest'
import { datesIn } from '../../../../electron/shared/dates.ts'
import type { Activity, ObservedSession, ShownEntry } from '../../../../electron/shared/activity.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, bruno, type FakeBridge } from '../../fake-bridge.ts'
import { mountPage } from '../../mount-app.ts'
import { alertDialog, find, findMessage, get, press, pressKey, query, text } from '../../screen.ts'
import { keyOf, observedSession } from '../../../support/builders.ts'

const DAY = 86_400_000
const NOW = Date.now()
const traced = (id: number, name: string, over: Partial<ObservedSession> = {}): ObservedSession =>
  observedSession({ id, name, createdAt: NOW - id * DAY, firstSeenAt: NOW - id * DAY, ...over })
const entry = (days: number, over: Partial<ShownEntry> = {}): ShownEntry => ({
  at: NOW - days * DAY,
  type: 'newSignIn',
  actor: 'elsewhere',
  sessionId: 2,
  key: keyOf({ id: 2 }),
  name: 'Firefox on Ubuntu',
  ...over,
})
const activity = (over: Partial<Activity> = {}): Activity => ({
  accountId: 'a1',
  since: NOW - 60 * DAY,
  now: NOW,
  sessions: [traced(2, 'Firefox on Ubuntu'), traced(3, 'iPhone', { endedAt: NOW - DAY, endedBy: 'thisApp' })],
  entries: [
    entry(1, { type: 'ended', actor: 'thisApp', name: 'iPhone' }),
    entry(2),
    entry(45, { type: 'itWasMe', actor: 'thisApp' }),
  ],
  ...over,
})

function openActivity(current: Activity, prepare?: (fake: FakeBridge) => unknown): Promise<FakeBridge> {
  return mountPage('Activity', (prepared) => {
    prepared.handlers['activity:get'] = () => ok(current)
    prepare?.(prepared)
  })
}
/** The handle of the brush for the first or the last day. */
const handle = (name: string): Promise<HTMLElement> => get('slider', name)
const dayOf = async (name: string): Promise<string | null> =>
  (await handle(name)).getAttribute('aria-valuetext')
const dayText = (days: number): string => datesIn('en', 'UTC', NOW).day(NOW - days * DAY)
// There is no layout here: every box is as high as a row.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
})

const rowsOf = (label: string): string[] =>
  [...document.querySelectorAll(`table[aria-label="${label}"] tbody tr`)].map((row) => text(row))

describe('the activity page', () => {
  it('shows the history, the newest first, within the period', async () => {
    await openActivity(activity())
    await findMessage('status', '2 of 3 entries')
    expect(rowsOf('History').flatMap((row) => /Ended|New sign-in/.exec(row)?.[0] ?? [])).toEqual([
      'Ended',
      'New sign-in',
    ])
    for (const name of ['What happened: All events', 'Source: Anyone'])
      expect(text(await get('button', name))).toBe(name)
    await press('All', 'radio')
    await findMessage('status', '3 of 3 entries')
    expect(text()).toContain('Recorded on this computer since')
  })

  it('shows with each entry what the service says of its session beyond the API', async () => {
    const sessions = [traced(2, 'Firefox on Ubuntu', { serviceFields: { ip: '203.0.113.7' } })]
    await openActivity(activity({ sessions, entries: [entry(1), entry(2, { key: null, name: 'iPhone' })] }))
    await findMessage('status', '2 of 2 entries')
    expect(rowsOf('History').map((row) => row.includes('203.0.113.7'))).toEqual([
      ...[false, true],
      ...[false, false],
    ])
  })

  it('has one heading for each day, with its year, and says who did each thing', async () => {
    const at = NOW - (NOW % DAY) - DAY + 15 * 3_600_000
    const entries = [
      entry(0, { at, type: 'ended', actor: 'rule', name: 'iPhone' }),
      entry(0, { at: at - 60_000, type: 'ended', actor: 'review', name: 'Tablet' }),
      entry(0, { at: at - DAY, after: at - 2.5 * DAY }),
    ]
    await openActivity(activity({ entries }))
    await findMessage('status', '3 of 3 entries')
    const full = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })
    const rows = rowsOf('History').map((row) => row.replace(/\s/g, ' '))
    expect(rows.map((row) => / (AM|PM)/.test(row))).toEqual([false, true, true, false, true])
    expect([rows[0], rows[3]]).toEqual([full.format(at), full.format(at - DAY)])
    expect(rows[1]).toMatch(/^3:00 PM ?Ended .*iPhoneBy the rule$/)
    expect(rows[2]).toMatch(/^2:59 PM ?Ended .*TabletBy the review$/)
    expect(rows[4]).toMatch(/^between \w+ \d+, 3:00 AM and 3:00 PM ?New sign-in/)
  })

  it('shows all sessions in one picture, over which two handles set the days of the list', async () => {
    const fake = await openActivity(
      activity({ sessions: [traced(40, 'Firefox on Ubuntu'), traced(3, 'iPhone')] }),
    )
    fake.handlers['activity:export'] = () => ok({ saved: true })
    await get('img', 'Sessions over time: 2 sessions, 2 of them listed now')
    expect(document.querySelectorAll('canvas')).toHaveLength(1)
    expect([await dayOf('First day'), await dayOf('Last day')]).toEqual([dayText(29), dayText(0)])
    expect((await get('group', 'Days of the list')).contains(await handle('First day'))).toBe(true)
    ;(await handle('Last day')).focus()
    pressKey('ArrowLeft')
    await findMessage('status', '2 of 3 entries')
    expect(await dayOf('Last day')).toBe(dayText(1))
    pressKey('ArrowLeft')
    await findMessage('status', '1 of 3 entries')
    pressKey('ArrowLeft')
    await findMessage('status', '0 of 3 entries')
    expect(await dayOf('Last day')).toBe(dayText(3))
    expect(document.querySelector('[role=radio][aria-checked=true]')).toBeNull()
    ;(await handle('First day')).focus()
    pressKey('Home')
    await findMessage('status', '1 of 3 entries')
    await press('Export')
    await press('CSV, for spreadsheets', 'menuitem')
    const to = NOW - (NOW % DAY) - 2 * DAY
    await vi.waitFor(() =>
      expect(fake.callsOf('activity:export')).toMatchObject([{ filter: { from: null, to } }]),
    )
    ;(await handle('Last day')).focus()
    pressKey('End')
    await findMessage('status', '3 of 3 entries')
    expect((await get('radio', 'All')).getAttribute('aria-checked')).toBe('true')
    await press('7 days', 'radio')
    expect([await dayOf('First day'), await dayOf('Last day')]).toEqual([dayText(6), dayText(0)])
  })

  it('opens the details of a listed session at a click on its bar, and names the one under the pointer', async () => {
    await openActivity(activity())
    await press('7 days', 'radio')
    const picture = await get('img', 'Sessions over time: 2 sessions, 1 of them listed now')
    picture.getBoundingClientRect = () => new DOMRect(0, 0, 600, 136)
    // The brush is over the picture. The newest bar is above, and each ends at the right.
    const brush = await get('group', 'Days of the list')
    brush.setPointerCapture = () => undefined
    brush.releasePointerCapture = () => undefined
    const frame = picture.closest<HTMLElement>('[title]')!
    frame.setPointerCapture = () => undefined
    const at = (type: string, clientX: number, clientY: number) =>
      brush.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, clientX, clientY }))
    const click = (clientX: number, clientY: number) => (
      at('pointermove', clientX, clientY),
      at('pointerdown', clientX, clientY),
      at('pointerup', clientX, clientY)
    )
    // The bar of one that is gone.
    click(580, 102)
    await vi.waitFor(() => expect(frame.title).toMatch(/^iPhone: signed in .*ended/))
    expect(query('complementary', 'Details')).toBeNull()
    click(590, 34)
    await get('complementary', 'Details')
  })

  it('is one tab stop in its history, whose buttons the arrow keys reach', async () => {
    const entries = [entry(1, { isListed: true }), entry(2), entry(3, { isListed: true, name: 'iPhone' })]
    await openActivity(activity({ entries }))
    const first = await get('button', 'Firefox on Ubuntu')
    expect([first.tabIndex, (await get('button', 'iPhone')).tabIndex]).toEqual([0, -1])
    first.focus()
    expect(pressKey('ArrowUp')).toBe(false)
    pressKey('ArrowDown')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('iPhone'))
    expect([first.tabIndex, (await get('button', 'iPhone')).tabIndex]).toEqual([-1, 0])
    pressKey('ArrowUp')
    await vi.waitFor(() => expect(document.activeElement).toBe(first))
    first.click()
    await get('complementary', 'Details')
  })

  it('confirms before it clears the history', async () => {
    let current = activity()
    const fake = await openActivity(current, ({ handlers }) => {
      handlers['activity:get'] = () => ok(current)
      const empty = { since: NOW, entries: [], sessions: [] }
      handlers['activity:clear'] = () => ((current = activity(empty)), ok(null))
    })
    await press('Clear')
    const dialog = await find('the dialog', alertDialog)
    expect(text(dialog)).toContain('This deletes the history of Ana Souza on this computer: 3 entries.')
    await press('Cancel')
    expect(fake.callsOf('activity:clear')).toEqual([])
    await press('Clear')
    await press('Clear history')
    await findMessage('status', 'The history was cleared.')
    await findMessage('status', 'Nothing has happened yet.')
    expect(fake.callsOf('activity:clear')).toEqual([{ accountId: 'a1' }])
  })

  it('never says that nothing has happened where the history was lost', async () => {
    const lost = {
      content: 'history' as const,
      at: Date.UTC(2026, 2, 3, 14, 3),
      isSetAside: true,
      isSeen: true,
    }
    const empty = activity({ since: NOW, entries: [], sessions: [] })
    const fake = await openActivity(empty, (prepared) => {
      prepared.state = appState({ lostFiles: [{ ...lost, accountId: 'a2' }] })
    })
    await findMessage('status', 'Nothing has happened yet.')
    fake.changeState({ lostFiles: [{ ...lost, accountId: 'a1' }] })
    await findMessage('status', "The earlier history couldn't be read.")
    expect(text()).toMatch(/It was found damaged on Mar 3(, 2026)?, 2:03\sPM/)
  })

  it('reloads on changes, and when another account is shown', async () => {
    let current = activity()
    const fake = await openActivity(current, (prepared) => {
      prepared.state = appState({ accounts: [account(), bruno()] })
      prepared.handlers['activity:get'] = ({ accountId }) =>
        ok(accountId === 'a1' ? current : activity({ accountId, since: null, sessions: [], entries: [] }))
    })
    await findMessage('status', '2 of 3 entries')
    current = activity({ entries: [entry(0), ...current.entries] })
    fake.emit('activity:changed', { accountId: 'a2' })
    fake.emit('activity:changed', { accountId: 'a1' })
    await findMessage('status', '3 of 4 entries')
    expect(fake.callsOf('activity:get')).toHaveLength(2)
    fake.changeState({ activeAccountId: 'a2' })
    await findMessage('status', 'The history starts with the first list of sessions.')
    expect(query('button', 'Export')).toBeNull()
    fake.changeState({ accounts: [], activeAccountId: null })
    await get('heading', 'Sign in')
    expect(fake.callsOf('activity:get')).not.toContainEqual({ accountId: '' })
  })

  it('is searched by the shortcut of the list, and not left', async () => {
    await openActivity(activity({ entries: [entry(1)] }))
    const search = await find('the search', () =>
      document.querySelector<HTMLElement>('[aria-label="Search by name"]'),
    )
    pressKey('f', { ctrlKey: true })
    await vi.waitFor(() => expect(document.activeElement).toBe(search))
    await get('heading', 'Activity')
  })

  it('does not say that it loads what could not be loaded', async () => {
    await openActivity(
      activity(),
      ({ handlers }) => (handlers['activity:get'] = () => failed({ kind: 'timeout' })),
    )
    await find('the failure', () => document.querySelector('[role=alert]'))
    expect(text()).not.toContain('Loading')
  })

  it('does not render a long history as a whole', async () => {
    const entries = Array.from({ length: 3_000 }, (_, index) =>
      entry(Math.floor(index / 200), { sessionId: index }),
    )
    await openActivity(activity({ entries }))
    await findMessage('status', '3,000 of 3,000 entries')
    expect(rowsOf('History').length).toBeLessThan(60)
    expect(document.querySelector('table[aria-label=History]')?.getAttribute('aria-rowcount')).toBe('3016')
  })
})
