import { nextTick } from 'vue'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Activity, ObservedSession, ShownEntry } from '../../../../electron/shared/activity.ts'
import { ok } from '../../../../electron/shared/result.ts'
import { account, appState, bruno, type FakeBridge } from '../../fake-bridge.ts'
import { mountPage } from '../../mount-app.ts'
import { alertDialog, find, findMessage, get, press, pressKey, query, text } from '../../screen.ts'
import { observedSession } from '../../../support/builders.ts'

const DAY = 86_400_000
const NOW = Date.now()
const traced = (id: number, name: string, over: Partial<ObservedSession> = {}): ObservedSession =>
  observedSession({ id, name, createdAt: NOW - id * DAY, firstSeenAt: NOW - id * DAY, ...over })
const entry = (days: number, over: Partial<ShownEntry> = {}): ShownEntry => ({
  at: NOW - days * DAY,
  type: 'newSignIn',
  actor: 'elsewhere',
  sessionId: 2,
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
const findChart = (): Promise<HTMLElement> =>
  find('the chart', () =>
    document.querySelector<HTMLElement>('[role=group][aria-label^="Sessions over time"]'),
  )
// There is no layout here: every box is as high as the table may get.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(440)
})

const rowsOf = (label: string): string[] =>
  [...document.querySelectorAll(`table[aria-label="${label}"] tbody tr`)].map((row) => text(row))

describe('the activity page', () => {
  it('shows the history, the newest first, within the period', async () => {
    await openActivity(activity())
    await findMessage('status', '2 of 3 entries')
    expect(rowsOf('History').map((row) => /Ended|New sign-in/.exec(row)?.[0])).toEqual([
      'Ended',
      'New sign-in',
    ])
    for (const name of ['What happened: All events', 'Source: Anyone'])
      expect(text(await get('combobox', name))).toBe(name)
    await press('All', 'radio')
    await findMessage('status', '3 of 3 entries')
    expect(text()).toContain('Recorded on this computer since')
  })

  it('shows the history before the charts, which open by themselves after seven days', async () => {
    let current = activity({ since: NOW - 7 * DAY })
    const fake = await openActivity(current, ({ handlers }) => {
      handlers['activity:get'] = () => ok(current)
    })
    const charts = await get('button', 'Charts')
    expect(charts.getAttribute('aria-expanded')).toBe('true')
    const chart = await find('the chart', () => document.querySelector('[role=group] canvas'))
    const history = await get('table', 'History')
    expect(history.compareDocumentPosition(chart)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    current = activity({ since: NOW - 7 * DAY + 1 })
    fake.emit('activity:changed', { accountId: 'a1' })
    await vi.waitFor(() => expect(document.querySelector('canvas')).toBeNull())
    await press('Charts')
    await find('the chart', () => document.querySelector('canvas'))
    await press('Charts')
    await vi.waitFor(() => expect(document.querySelector('canvas')).toBeNull())
  })

  it('leads from a bar to the details of its session while that is listed', async () => {
    await openActivity(activity())
    ;(await findChart()).focus()
    for (const key of ['End', 'Enter']) pressKey(key)
    await nextTick()
    expect(query('heading', 'Activity')).not.toBeNull()
    for (const key of ['Home', 'Enter']) pressKey(key)
    await get('dialog', 'Firefox on Ubuntu')
  })

  it('describes each bar as the arrow keys move through the chart', async () => {
    await openActivity(activity())
    const chart = await findChart()
    expect(chart.getAttribute('aria-label')).toBe('Sessions over time: 2 sessions, 1 of them listed now')
    chart.focus()
    const detail = (): string => text(chart.parentElement?.querySelector('[role=status]') ?? undefined)
    expect([pressKey('ArrowDown'), pressKey('Tab')]).toEqual([true, false])
    await vi.waitFor(() => expect(detail()).toMatch(/^Firefox on Ubuntu: signed in .*, still listed$/))
    for (const key of ['ArrowDown', 'ArrowDown']) pressKey(key)
    await vi.waitFor(() => expect(detail()).toMatch(/^iPhone: .* ended .* \(This app\)$/))
    pressKey('Home')
    await vi.waitFor(() => expect(detail()).toMatch(/^Firefox/))
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
    expect(text()).toContain('It was found damaged on Mar 3, 2:03 PM')
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

  it('renders only the rows in view', async () => {
    const entries = Array.from({ length: 3_000 }, (_, index) => entry(index / 200, { sessionId: index }))
    await openActivity(activity({ entries }))
    await findMessage('status', '3000 of 3000 entries')
    expect(rowsOf('History').length).toBeGreaterThan(5)
    expect(rowsOf('History').length).toBeLessThan(60)
    expect(document.querySelector('table[aria-label=History]')?.getAttribute('aria-rowcount')).toBe('3001')
  })
})
