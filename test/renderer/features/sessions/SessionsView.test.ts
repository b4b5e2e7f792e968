import { config } from '@vue/test-utils'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, list, session, sessions, user } from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
import {
  all,
  describedBy,
  find,
  findMessage,
  get,
  isDisabled,
  press,
  query,
  rowTexts,
  shows,
  text,
} from '../../screen.ts'

const MINUTE = 60_000
const HERE = session(1, 'Here', { isCurrent: true })
const NO_NETWORK = { kind: 'offline', reason: 'noNetwork' } as const
const UNREACHABLE = "Can't reach desk.example.com. Trying again."

const QUARTER_MS = 900_000

describe('the list', () => {
  it('is a table with this device first, without an End button', async () => {
    await mountList()
    expect(await rowTexts()).toEqual([
      'Session Desk on ana-laptopThis device | 1 minute ago | yesterday | Renew',
      'Firefox on Ubuntu | 1 minute ago | yesterday | End',
      'Chrome on Windows | 1 minute ago | yesterday | End',
      'Safari on iPhone | 1 minute ago | yesterday | End',
    ])
    const heads = [...document.querySelectorAll('thead th button')].map((head) => text(head))
    expect(heads).toEqual(['Name', 'Last used', 'Signed in'])
    expect(query('button', 'End Session Desk on ana-laptop')).toBeNull()
    expect(query('button', 'End Firefox on Ubuntu')).not.toBeNull()
    expect(document.title).toBe('Sessions – Session Desk')
  })

  it('renders a row again when what it shows changes, and not with each list or as time passes', async () => {
    const updated: string[] = []
    const mixins = config.global.mixins
    config.global.mixins = [
      {
        updated(this: { $options: { __name?: string }; $el: HTMLElement }) {
          if (this.$options.__name === 'SessionRow') updated.push(text(this.$el.querySelector('th')!))
        },
      },
    ]
    onTestFinished(() => void (config.global.mixins = mixins))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    // All dates are written anew each quarter of an hour.
    vi.setSystemTime(Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS + 300_000)
    // No age reaches its next minute.
    const here = { ...HERE, lastUsedAt: Date.now() - 90_000 }
    const unused = session(2, 'Unused', { lastUsedAt: null })
    const fake = await mountList({ sessions: [here, unused] })
    await get('button', 'Unused')
    updated.length = 0
    vi.advanceTimersByTime(11_000)
    fake.changeList({ sessions: [here, { ...unused }, session(3, 'Third')], checkedAt: Date.now() })
    await get('button', 'Third')
    expect(updated).toEqual([])
    fake.changeList({ sessions: [here, { ...unused, note: 'Ask Bruno' }] })
    await shows('Ask Bruno')
    expect(updated).toEqual(['UnusedAsk Bruno'])
  })

  it('holds new rows and chips back below a pointer that moves, and not below one that the window opened under', async () => {
    const matches = vi.spyOn(HTMLElement.prototype, 'matches')
    matches.mockImplementation((selector) => selector === ':hover')
    try {
      const fake = await mountList({ sessions: [HERE] })
      const first = session(2, 'First', { isNew: true })
      fake.changeList({ sessions: [HERE, first] })
      await get('button', 'First')
      await get('button', '1 new')
      const move = Object.assign(new Event('pointermove', { bubbles: true }), { movementX: 1, movementY: 0 })
      document.querySelector('table')?.dispatchEvent(move)
      fake.changeList({ sessions: [HERE, first, session(3, 'Second')] })
      await get('button', 'Show 1 new session')
      expect(query('button', 'Second')).toBeNull()
    } finally {
      matches.mockRestore()
    }
  })

  it('tells a time that is unknown from a session that nobody used', async () => {
    const [odd, unused] = [{ lastUsedAt: 'unknown' as const, createdAt: null }, { lastUsedAt: null }]
    await mountList({ sessions: [HERE, session(2, 'Odd', odd), session(3, 'Unused', unused)] })
    const [, ...others] = await rowTexts()
    expect(others.toSorted()).toEqual([
      'Odd | Unknown | Unknown | End',
      'Unused | Never used | yesterday | End',
    ])
  })

  it('shows the first words of a note on one line', async () => {
    const [current, other, ...rest] = sessions()
    const withNote = { ...other!, note: ' Below the window\nAsk Bruno' + '!'.repeat(200) }
    await mountList({ sessions: [current!, withNote, ...rest] })
    const notes = all('row').map((row) => text(row.querySelector('[role=img] + bdi') ?? undefined))
    expect(notes[1]).toMatch(/^Below the window Ask Bruno!{50,60}$/)
    expect(document.querySelectorAll('[role=img] + bdi')).toHaveLength(1)
  })

  it('tells those of one name apart by the day of their sign-in, and by a number where that is the same', async () => {
    const commonName = 'Firefox'
    const twins = ['Firefox (signed in Nov 3)', 'Firefox (signed in Nov 3) (2)'].map((name, index) =>
      session(index + 3, name, { commonName, createdAt: Date.UTC(2020, 10, 3, 12 + index) }),
    )
    await mountList({ sessions: [HERE, session(2, 'Firefox'), ...twins] })
    const rowOf = async (name: string): Promise<string[]> => {
      const button = await get('button', name)
      const time = button.closest('tr')?.querySelector('[data-column=signedIn]')
      return [text(button), text(time ?? undefined)]
    }
    expect(await rowOf(twins[0]!.name)).toEqual(['Firefox', expect.stringMatching(/^Nov 3, 2020/)])
    expect(await rowOf(twins[1]!.name)).toEqual(['Firefox (2)', expect.stringMatching(/^Nov 3, 2020/)])
    expect(await rowOf('Firefox')).toEqual(['Firefox', 'yesterday'])
  })

  it('marks what signed in within 24 hours, but not this device', async () => {
    const HOUR = 60 * MINUTE
    const at = (hours: number): Partial<ReturnType<typeof session>> => ({
      createdAt: Date.now() - hours * HOUR,
    })
    const others = [session(2, 'Today', at(23)), session(3, 'Before', at(25))]
    await mountList({ sessions: [{ ...HERE, ...at(1) }, ...others] })
    await get('button', 'End Today')
    const marked = all('row').filter((row) => row.querySelector('[data-column=signedIn] svg'))
    expect(marked.map((row) => text(row.querySelector('th') ?? undefined))).toEqual(['Today'])
  })

  it('renews this device’s sign-in at a click, and says so', async () => {
    const fake = await mountList()
    await press('Renew now')
    await findMessage('status', 'This sign-in was renewed')
    expect(fake.callsOf('account:renew')).toEqual([{ accountId: 'a1' }])
  })

  it('removes the message about a failed renewal after any successful one', async () => {
    const fake = await mountList()
    fake.handlers['account:renew'] = () => failed({ kind: 'server', status: 500 })
    await press('Renew now')
    await findMessage('alert', "This sign-in couldn't be renewed")
    const [current, ...others] = sessions()
    fake.changeList({ sessions: [{ ...current!, lastUsedAt: Date.now() }, ...others] })
    await findMessage('alert', "This sign-in couldn't be renewed")
    fake.changeList({ sessions: [{ ...current!, id: 99 }, ...others] })
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
  })

  it('shows a name as text, in full in a tooltip', async () => {
    const name = '<img src=x onerror=alert(1)> '.repeat(9).trim()
    await mountList({ sessions: [session(9, name)] })
    await get('button', `End ${name}`)
    expect(document.querySelector('table img')).toBeNull()
    expect(document.querySelector('bdi')?.title).toBe(name)
  })

  it('shows times by the clock of the service, in the zone of the profile', async () => {
    const skew = 120 * MINUTE
    const lastUsedAt = Date.now() + skew - 5 * MINUTE
    const zoned = account({ user: user({ timezone: 'America/Sao_Paulo' }) })
    await mountList(
      { skew, sessions: [session(2, 'Firefox', { lastUsedAt })] },
      appState({ accounts: [zoned] }),
    )
    const time = await find('a time', () => document.querySelector('time'))
    expect([text(time), time.dateTime]).toEqual(['5 minutes ago', new Date(lastUsedAt).toISOString()])
    expect(time.title).toContain('GMT−3')
  })

  it('accepts an unknown zone, a future time and a session that was never used', async () => {
    const future = session(2, 'Firefox', { lastUsedAt: Date.now() + 60 * MINUTE })
    const unused = session(3, 'curl', { lastUsedAt: null, createdAt: null })
    const zoned = account({ user: user({ timezone: 'Mars/Olympus' }) })
    await mountList({ sessions: [future, unused] }, appState({ accounts: [zoned] }))
    expect(await rowTexts()).toEqual([
      'Firefox | just now | yesterday | End',
      'curl | Never used | Unknown | End',
    ])
  })
})

describe('refresh', () => {
  it('is disabled while it runs, but not during a poll, and says when the list is up to date', async () => {
    const fake = await mountList()
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    fake.handlers['session:refresh'] = () => answered.then(() => ok(null))
    await press('Refresh')
    const button = await get('button', 'Refresh')
    await vi.waitFor(() => expect(isDisabled(button)).toBe(true))
    button.click()
    expect(fake.callsOf('session:refresh')).toEqual([{ accountId: 'a1' }])
    answer()
    await findMessage('status', 'The list is up to date.')
    fake.changeList({ checking: true, sessions: sessions().slice(0, 2) })
    await vi.waitFor(() => expect(all('row')).toHaveLength(2))
    expect(isDisabled(button)).toBe(false)
  })

  it('asks for the first list again when there is none', async () => {
    const fake = await mountApp(appState(), ({ handlers }) => {
      handlers['session:list'] = () => failed({ kind: 'timeout' })
    })
    await findMessage('status', UNREACHABLE)
    delete fake.handlers['session:list']
    await press('Refresh')
    await get('button', 'End Firefox on Ubuntu')
    expect(text()).not.toContain(UNREACHABLE)
  })

  it('announces only the failure when it fails', async () => {
    const fake = await mountList()
    fake.handlers['session:refresh'] = () => (fake.changeList({ failure: { kind: 'timeout' } }), ok(null))
    await press('Refresh')
    await findMessage('status', `${UNREACHABLE} Endings wait.`)
    expect(text()).not.toContain('The list is up to date.')
    expect(fake.callsOf('session:refresh')).toHaveLength(1)
  })
})

describe('the state of the list', () => {
  it('shows a skeleton until the list is loaded', async () => {
    const fake = await mountList({ sessions: null, checkedAt: null, checking: true })
    await findMessage('status', 'Loading sessions…')
    const table = await get('table', 'Sessions')
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(table.querySelectorAll('tbody[aria-hidden] tr').length).toBeGreaterThan(2)
    expect(all('row')).toEqual([])
    fake.changeList(list())
    await get('button', 'End Firefox on Ubuntu')
    expect(table.isConnected).toBe(true)
    expect(table.querySelector('[aria-hidden=true] tr')).toBeNull()
  })

  it('updates its age while the window is visible, not while it is hidden', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
    await mountApp(appState(), (fake) => (fake.list = list({ checkedAt: Date.now() - 32_000 })))
    await shows('Checked 30 seconds ago')
    vi.advanceTimersByTime(15_000)
    await shows('Checked 45 seconds ago')
    expect(all('status').filter((region) => text(region).includes('Checked'))).toEqual([])
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(vi.getTimerCount()).toBe(0)
    vi.restoreAllMocks()
  })

  it('says its age beside that it may be out of date, unless that is "just now"', async () => {
    const failure = { kind: 'server', status: 503 } as const
    const fake = await mountList({ failure })
    await shows('May be out of date')
    expect(text()).not.toContain('Checked')
    fake.changeList({ checkedAt: Date.now() - 5 * MINUTE, failure })
    await shows('Checked 5 minutes ago', 'May be out of date')
    fake.changeList({ checkedAt: Date.now(), failure: null })
    await shows('Checked just now')
    expect(text()).not.toContain('May be out of date')
  })

  it.each<[string, () => Partial<SessionList>, 'status' | 'alert', string, string[], rows: number]>([
    [
      'no other device is signed in',
      () => ({ sessions: [HERE] }),
      'status',
      'No other device is signed in.',
      ['1 session'],
      1,
    ],
    [
      'there is no network, with the age of the list',
      () => ({ checkedAt: Date.now() - 5 * MINUTE, failure: NO_NETWORK }),
      'status',
      `${UNREACHABLE} Endings wait.`,
      ['Last known list, ', 'Offline'],
      4,
    ],
    [
      'there is no network before the first answer',
      () => ({ sessions: null, checkedAt: null, failure: NO_NETWORK }),
      'status',
      'Your sessions appear here when the list is there.',
      ['Offline', UNREACHABLE],
      0,
    ],
    [
      'the service has a problem, and keeps the rows',
      () => ({ failure: { kind: 'server', status: 503 } }),
      'alert',
      'The service is having problems (503). Try again later.',
      ['May be out of date'],
      4,
    ],
    [
      'the list is not good, and keeps the rows',
      () => ({ failure: { kind: 'unexpectedAnswer', reason: 'listPaged' } }),
      'status',
      'desk.example.com sent only a part of the list.',
      ['You still see the last clear list', 'You can end one session at a time'],
      4,
    ],
    [
      'the server is busy, and for how long',
      () => ({ failure: { kind: 'rateLimited', retryAt: Date.now() + 42_000 } }),
      'status',
      'The server is busy.',
      ['The list is checked again in 4'],
      4,
    ],
  ])('says that %s', async (_what, over, role, message, texts, rows) => {
    const given = over()
    const online = given.failure !== NO_NETWORK
    await mountApp(appState({ online }), (fake) => (fake.list = list(given)))
    await findMessage(role, message)
    await shows(...texts)
    expect(all('row')).toHaveLength(rows)
    expect(query('table', 'Sessions') !== null).toBe(rows > 0)
    expect(query('button', 'Refresh')).not.toBeNull()
  })

  it('ends one session at a time while the list is not good', async () => {
    const fake = await mountList({ failure: { kind: 'unexpectedAnswer', reason: 'listUnclear' } })
    const others = await get('button', 'End all others')
    expect([isDisabled(others), query('checkbox', 'Select all')]).toEqual([true, null])
    await vi.waitFor(() => expect(describedBy(others)).toContain("doesn't say clearly"))
    await press('End Firefox on Ubuntu')
    expect(fake.callsOf('session:revoke')).toHaveLength(1)
  })

  it('asks before it ends one of an unclear list, which is shown where there was no good one for long', async () => {
    const failure = { kind: 'unexpectedAnswer', reason: 'listUnclear' } as const
    const fake = await mountList({ failure, isUnclear: true })
    await shows('There is no clear list')
    for (const [answer, calls] of [
      ['Cancel', 0],
      ['End 1 session', 1],
    ] as const) {
      await press('End Firefox on Ubuntu')
      await shows('Ending that session would sign you out here')
      await press(answer)
      expect(fake.callsOf('session:revoke')).toHaveLength(calls)
    }
  })

  it('needs no network for a service on this computer', async () => {
    const local = account({ baseUrl: 'http://127.0.0.1:4010/api/v1' })
    await mountList({}, appState({ online: false, accounts: [local] }))
    await get('button', 'End Firefox on Ubuntu')
    expect(text()).not.toMatch(/offline|can be reached/i)
    expect(text()).toContain('Online')
  })
})
