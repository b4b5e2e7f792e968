import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../../electron/shared/account.ts'
import type { BatchPhase, BatchView, EndsView, EndState } from '../../../../../electron/shared/ends.ts'
import type { Rule } from '../../../../../electron/shared/rules.ts'
import type { DeviceSession } from '../../../../../electron/shared/session.ts'
import type { SessionList } from '../../../../../electron/shared/session-list.ts'
import { trayIcon } from '../../../../../electron/features/desktop/domain/tray-icon.ts'
import {
  MAX_MENU_SESSIONS,
  trayMenu,
  type TrayAccount,
  type TrayItem,
  type TrayState,
  trayStatusText,
} from '../../../../../electron/features/desktop/domain/tray-menu.ts'
import { trayAccount, trayStatus } from '../../../../../electron/features/desktop/domain/tray-state.ts'
import { translations } from '../../../translations.ts'
import { account, API_TOKEN, bruno, list, session, user } from '../../../../renderer/fake-bridge.ts'
import { endCounts, keyOf } from '../../../../support/builders.ts'

const t = translations()
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 21)
const daysAgo = (days: number): number => NOW - days * DAY_MS

const mine = session(1, 'This laptop', { isCurrent: true })
const old = session(2, 'Old')
const added = (id: number, days = 0): DeviceSession =>
  session(id, `Phone ${id}`, { isNew: true, lastUsedAt: NOW, createdAt: daysAgo(days) })

type Ends = Pick<EndsView, 'batches' | 'ends'>

/** The ends of an account with one batch, of one session or of many, whose ends are all in one state. */
function endsIn(phase: BatchPhase, ids: readonly number[], state: EndState = 'waiting'): Ends {
  const batch: BatchView = {
    ...{ number: 1, cause: ids.length === 1 ? 'one' : 'many', askedAt: 5, phase, msLeft: null },
    ...{ counts: endCounts({ [state]: ids.length }), answered: 0, total: ids.length },
  }
  const failure = state === 'refused' ? ({ kind: 'forbidden' } as const) : null
  const end = { name: 'Phone', state, failure, dropped: null, batches: [1] }
  return { batches: [batch], ends: ids.map((id) => ({ ...end, key: keyOf({ id }) })) }
}

const UNDOABLE = { kind: 'undoable', until: NOW + 5_000 } as const
const WAITING = { kind: 'waiting' } as const

interface Given extends Partial<SessionList> {
  of?: Account
  ends?: Ends
  /** What the rule for unused sessions would end. */
  unused?: number[]
  blockedBy?: Rule['blockedBy']
  isReviewDue?: boolean
}

function entry(rows: DeviceSession[] | null, given: Given = {}): TrayAccount {
  const { of = account(), ends = { batches: [], ends: [] }, unused = [], ...rest } = given
  const { blockedBy = null, isReviewDue, ...over } = rest
  const rule = { blockedBy, wouldEnd: unused.map((id) => keyOf({ id })) }
  return trayAccount(of, list({ sessions: rows, checkedAt: 1, ...over }), ends, rule, NOW, isReviewDue)
}

/** The items as lines: a separator is a dash, an action follows its label, a group's items are indented. */
function drawn(items: readonly TrayItem[]): string[] {
  return items.flatMap((item) => {
    switch (item.kind) {
      case 'separator':
        return '-'
      case 'text':
        return item.label
      case 'action':
        return `${item.label} [${Object.values(item.action).join(' ')}]`
      case 'group':
        return [item.label, ...drawn(item.items).map((line) => `> ${line}`)]
    }
  })
}

const STATE: TrayState = {
  ...{ accounts: [], online: true, isLosingSignIns: false, isFinishing: false },
  locale: 'en',
}
const END = ['-', 'Open Session Desk [open]', 'Add account [add]', 'Settings [settings]', '-', 'Quit [quit]']
const menuOf = (...accounts: TrayAccount[]): string[] => drawn(trayMenu({ ...STATE, accounts }, t))
/** The menu of one account, without the name on top and the app's own items at the end. */
const menu = (...of: Parameters<typeof entry>): string[] => menuOf(entry(...of)).slice(1, -END.length)

describe('the tray menu', () => {
  it('cuts a long name between its characters', () => {
    const name = `${'x'.repeat(56)}👩‍👩‍👧 & more`
    expect(menuOf(entry([mine], { of: { ...account(), user: { ...user(), name } } }))[0]).toContain(
      `${'x'.repeat(56)}…`,
    )
  })

  it('has a single account at the top level, the longest unused session first, and never this device', () => {
    const used = (
      id: number,
      name: string,
      lastUsedAt: DeviceSession['lastUsedAt'],
      createdAt = daysAgo(70),
    ) => session(id, name, { lastUsedAt, createdAt })
    const sessions = [
      used(5, 'Tablet', 'unknown'),
      used(3, 'Firefox', NOW),
      used(4, 'Laptop', null, daysAgo(2)),
      used(2, 'Phone', daysAgo(64.5)),
      used(6, 'Reader', 'unknown'),
    ]
    expect(menuOf(entry([mine, ...sessions], { isReviewDue: true, unused: [2] }))).toEqual([
      'Ana Souza, Acme',
      '6 sessions',
      '-',
      'Review due… [review a1]',
      '-',
      'End a session:',
      'Phone, last used 65 days ago… [end a1 1002]',
      'Laptop, never used… [end a1 1004]',
      'Firefox, last used today… [end a1 1003]',
      'Reader… [end a1 1006]',
      'Tablet… [end a1 1005]',
      '-',
      'Show all 6… [show a1]',
      'Check now [check a1]',
      'Renew now [renew a1]',
      '-',
      'End 1 unused for 90 days… [endInactive a1]',
      'End all others… [endOthers a1]',
      '-',
      'Sign out everywhere… [signOutEverywhere a1]',
      ...END,
    ])
  })

  it('lists a few sessions, and leaves the rest to the window', () => {
    const many = Array.from({ length: 40 }, (_, index) => session(index + 2, `Device ${index}`))
    const ends = menu([mine, ...many]).filter((line) => line.includes('[end a1'))
    expect(ends).toHaveLength(MAX_MENU_SESSIONS)
  })

  it('has new sign-ins first, with when they were made, and “It was me” for exactly these', () => {
    const unknown = session(5, 'Tablet', { isNew: true, createdAt: null })
    expect(menu([mine, old, added(3), added(4, 2), unknown]).slice(2, 9)).toEqual([
      'New: Phone 4, signed in 2 days ago… [end a1 1004]',
      'New: Phone 3, signed in today… [end a1 1003]',
      'New: Tablet… [end a1 1005]',
      'All of these were me [acknowledge a1 1004,1003,1005]',
      '-',
      'End a session:',
      expect.stringMatching(/^Old, .*… \[end a1 1002\]$/),
    ])
    const one = menu([mine, added(3)])
    expect(one).toContain('It was me [acknowledge a1 1003]')
    expect(one).not.toContain('End a session:')
  })

  it.each<[string, Given, number | null]>([
    ['all of them', { unused: [2, 3] }, 2],
    ['none that is ending', { unused: [2, 3], ends: endsIn(UNDOABLE, [3]) }, 1],
    ['all of them on the day of a run', { unused: [2, 3], blockedBy: 'ranToday' }, 2],
    ['nothing without unused ones', {}, null],
    ['nothing if their ages are unclear', { unused: [2, 3], blockedBy: 'agesUnclear' }, null],
  ])('offers to end %s of the unused sessions', (_what, given, count) => {
    const offers = menu([mine, old, session(3, 'Firefox')], given).filter((line) =>
      line.includes('endInactive'),
    )
    expect(offers).toEqual(count === null ? [] : [`End ${count} unused for 90 days… [endInactive a1]`])
  })

  it.each<[string, DeviceSession[], Given?]>([
    ['no session is this device', [{ ...mine, isCurrent: false }, old]],
    ['two are', [mine, { ...old, isCurrent: true }, session(3, 'x')]],
    ['the only other one is ending', [mine, old], { ends: endsIn(UNDOABLE, [2]) }],
    ['there is no other one', [mine]],
  ])('offers no end if %s', (_what, rows, given) => {
    expect(menu(rows, given).filter((line) => /\[end/.test(line))).toEqual([])
  })

  const KEEP = 'Undo ending Old [keep a1 1002]'
  const OFFER = expect.stringMatching(/^Old, .*… \[end a1 1002\]$/)
  const RATE_LIMITED = {
    kind: 'going',
    wait: { until: NOW, reason: { kind: 'rateLimited', retryAt: NOW } },
  } as const

  it('shows that a session whose end waits for the network ends when online, and offers to keep it', () => {
    const items = menu([mine, old], { isLive: false, ends: endsIn(WAITING, [2]) })
    expect(items[0]).toBe('2 sessions (may be out of date)')
    expect(items).toContain(KEEP)
  })

  it.each<[string, unknown[], Ends]>([
    ['to keep one of many that wait for the network', [KEEP], endsIn(WAITING, [2, 9])],
    ['no end of one that can be undone', [], endsIn(UNDOABLE, [2])],
    ['no end of one that is being ended', [], endsIn({ kind: 'going', wait: null }, [2], 'sent')],
    ['no end of one whose request is out', [], endsIn({ kind: 'going', wait: null }, [2], 'sending')],
    ['no end of one whose end has to wait', [], endsIn(RATE_LIMITED, [2])],
    ['the end of one among many that can be undone', [OFFER], endsIn(UNDOABLE, [2, 9])],
    [
      'the end of one among many that are being ended',
      [OFFER],
      endsIn({ kind: 'going', wait: null }, [2, 9]),
    ],
    ['the end of one among many that ask', [OFFER], endsIn({ kind: 'asking', why: 'restarted' }, [2, 9])],
    ['the end of one that asks', [OFFER], endsIn({ kind: 'asking', why: 'tooOld' }, [2])],
    ['the end of one whose end failed', [OFFER], endsIn({ kind: 'done' }, [2], 'refused')],
    ['the end of one whose end was not confirmed', [OFFER], endsIn({ kind: 'done' }, [2], 'unclear')],
  ])('offers %s', (_what, offered, ends) => {
    const items = menu([mine, old], { ends })
    expect(items.filter((line) => / a1 1002\]$/.test(line))).toEqual(offered)
  })

  it('offers no end of a session that is ended alone, though the end of many waits for it too', () => {
    const [alone, many] = [endsIn(UNDOABLE, [2]), endsIn(WAITING, [2, 9])]
    const batches = [...alone.batches, ...many.batches.map((batch) => ({ ...batch, number: 2 }))]
    const ends = many.ends.map((end) => ({ ...end, batches: end.key === keyOf({ id: 2 }) ? [1, 2] : [2] }))
    expect(menu([mine, old], { ends: { batches, ends } }).filter((line) => / a1 1002\]$/.test(line))).toEqual(
      [],
    )
  })

  it('offers neither to keep nor to end again what waits alone and was sent for another asking', () => {
    const [many, waiting] = [endsIn({ kind: 'going', wait: null }, [2], 'sent'), endsIn(WAITING, [2])]
    const batches = [...many.batches, ...waiting.batches.map((batch) => ({ ...batch, number: 2 }))]
    const ends = many.ends.map((end) => ({ ...end, batches: [1, 2] }))
    const items = menu([mine, old], { ends: { batches, ends } })
    expect(items.filter((line) => / a1 1002\]$/.test(line))).toEqual([])
  })

  it.each<[string, string[], ...Parameters<typeof entry>]>([
    ['signed out', ['Signed out', 'Show [show a1]'], null, { of: account({ status: 'signedOut' }) }],
    [
      'without a list',
      ['Not checked yet', '-', 'Show [show a1]', 'Check now [check a1]', 'Renew now [renew a1]'],
      null,
    ],
    [
      'whose check failed',
      [
        '1 session (may be out of date)',
        '-',
        'Show [show a1]',
        'Check now [check a1]',
        'Renew now [renew a1]',
      ],
      [mine],
      { failure: { kind: 'timeout' } },
    ],
    [
      'with an API token',
      [
        '1 session',
        '-',
        'End a session:',
        'Old… [end a1 1002]',
        '-',
        'Show [show a1]',
        'Check now [check a1]',
      ],
      [{ ...old, lastUsedAt: 'unknown' }],
      { of: account({ credential: API_TOKEN }) },
    ],
  ])('offers only what is possible for an account %s', (_what, items, rows, given) => {
    const everywhere = given?.of ? [] : ['-', 'Sign out everywhere… [signOutEverywhere a1]']
    expect(menu(rows, given)).toEqual([...items, ...everywhere])
  })

  it('groups several accounts, each with its number of sessions, and how many are new', () => {
    const of = bruno({ user: user({ name: 'Bo & Co '.repeat(9), tenant: null }) })
    const items = menuOf(entry([mine, old, added(3)]), entry([mine], { of: bruno() }), entry(null, { of }))
    expect(items.filter((line) => !line.startsWith('>'))).toEqual([
      'Ana Souza, Acme (3, 1 new)',
      'Bruno Lima (1)',
      `${'Bo && Co '.repeat(7)}Bo …`,
      ...END,
    ])
    expect(items.slice(1, 4)).toEqual(['> 3 sessions', '> -', expect.stringContaining('> New: Phone 3')])
  })

  it('keeps a name of the longest length', () => {
    const name = 'n'.repeat(60)
    expect(menuOf(entry(null, { of: account({ user: user({ name, tenant: null }) }) }))[0]).toBe(name)
  })

  it('says that it is offline, and works without any account', () => {
    const items = drawn(trayMenu({ ...STATE, online: false }, t))
    expect(items).toEqual(['Offline', ...END.filter((line) => line !== 'Add account [add]')])
  })

  it('says that sign-ins are lost with the app, beside being offline', () => {
    const items = drawn(trayMenu({ ...STATE, online: false, isLosingSignIns: true }, t))
    expect(items.slice(0, 3)).toEqual(['Offline', 'You stay signed in only until you quit.', '-'])
  })

  it.each([
    ['en', 'New: Phone 3, signed in yesterday…', 'Old, last used 9 days ago…'],
    ['pt-BR', 'Nova: Phone 3, acesso feito ontem…', 'Old, último uso há 9 dias…'],
    ['es', 'Nueva: Phone 3, iniciada ayer…', 'Old, último uso hace 9 días…'],
  ] as const)('tells ages as the window does, in %s', (locale, ...labels) => {
    const accounts = [
      entry([mine, added(3, 1), session(2, 'Old', { lastUsedAt: daysAgo(9), createdAt: daysAgo(70) })]),
    ]
    const items = trayMenu(
      { ...STATE, accounts, locale },
      translations(() => locale),
    )
    expect(drawn(items).map((line) => line.replace(/ \[.*/, ''))).toEqual(expect.arrayContaining(labels))
  })

  it('tells the last use that the list has, though the session began later', () => {
    const used = session(2, 'Old', { lastUsedAt: daysAgo(9), createdAt: NOW })
    expect(menu([mine, used])).toContain('Old, last used 9 days ago… [end a1 1002]')
  })

  it('counts days by the calendar of the profile', () => {
    const used = session(2, 'Old', { lastUsedAt: NOW - 1, createdAt: daysAgo(70) })
    const lines = (timezone: string) =>
      menu([mine, used], { of: account({ user: user({ timezone }) }) }).filter((line) =>
        line.startsWith('Old'),
      )
    // Midnight in UTC is evening in São Paulo.
    expect(lines('America/Sao_Paulo')).toEqual(['Old, last used today… [end a1 1002]'])
    expect(lines('UTC')).toEqual(['Old, last used yesterday… [end a1 1002]'])
  })

  it('offers nothing but to quit while the app finishes', () => {
    const items = trayMenu({ ...STATE, accounts: [entry([mine])], isFinishing: true }, t)
    expect(drawn(items)).toEqual(['Finishing before quitting…', '-', 'Quit [quit]'])
  })

  it('offers to end the inactive sessions of all accounts where some have any', () => {
    const inAll = 'End inactive in all accounts… [endInactiveInAll]'
    const other = entry([mine, old], { of: bruno() })
    const unused = entry([mine, old], { unused: [2] })
    expect(menuOf(unused, other)).toContain(inAll)
    expect([...menuOf(other, other), ...menuOf(unused)]).not.toContain(inAll)
  })
})

describe('the tray icon', () => {
  it.each([
    ['linux', 'plain', 'tray.png'],
    ['win32', 'off', 'tray-off.png'],
    ['darwin', 'plain', 'trayTemplate.png'],
    ['darwin', 'alert', 'tray-alertTemplate.png'],
  ] as const)('on %s, %s, is %s', (platform, status, file) => {
    expect(trayIcon(platform, status)).toBe(file)
  })

  it('shows a new sign-in of any account, and that tokens or the network are unavailable, also in words', () => {
    const [plain, alert] = [entry([mine]), entry([mine, added(3)])]
    const said = (part: Partial<TrayState>) => {
      const state = { ...STATE, accounts: [plain], ...part }
      return [trayStatus(state), trayStatusText(state, t)]
    }
    expect(said({})).toEqual(['plain', null])
    expect(said({ accounts: [plain, alert, alert], online: false })).toEqual(['alert', '2 new sign-ins'])
    expect(said({ online: false, isLosingSignIns: true })).toEqual(['off', 'Offline'])
    expect(said({ isLosingSignIns: true })).toEqual(['off', 'You stay signed in only until you quit.'])
    expect(said({ isFinishing: true })).toEqual(['plain', 'Finishing before quitting…'])
  })
})
