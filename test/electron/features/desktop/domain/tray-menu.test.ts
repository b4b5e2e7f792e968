import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../../electron/shared/account.ts'
import type { Rule } from '../../../../../electron/shared/rules.ts'
import type { DeviceSession } from '../../../../../electron/shared/session.ts'
import type { SessionList } from '../../../../../electron/shared/session-list.ts'
import { trayIcon } from '../../../../../electron/features/desktop/domain/tray-icon.ts'
import {
  MAX_MENU_SESSIONS,
  trayMenu,
  type TrayAccount,
  type TrayItem,
} from '../../../../../electron/features/desktop/domain/tray-menu.ts'
import { trayAccount, trayStatus } from '../../../../../electron/features/desktop/domain/tray-state.ts'
import { translations } from '../../../translations.ts'
import { account, list, session, user } from '../../../../renderer/fake-bridge.ts'

const t = translations()
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 21)
const daysAgo = (days: number): number => NOW - days * DAY_MS

/** The preview of the rule for unused sessions: it would end these. */
function ruleEnding(...ids: number[]): Rule {
  return {
    afterDays: null,
    exempt: [],
    lastRunAt: null,
    wouldRevoke: ids.map((sessionId) => ({ sessionId, name: `${sessionId}`, days: 100 })),
    exemptListed: [],
    blockedBy: null,
  }
}

function createList(rows: DeviceSession[] | null, over: Partial<SessionList> = {}): SessionList {
  return list({ sessions: rows, checkedAt: 1, ...over })
}

const mine = session(1, 'This laptop', { isCurrent: true })
const lines = (items: readonly TrayItem[]): string[] =>
  items.map((item) => (item.kind === 'separator' ? '-' : item.label))

function entry(list: SessionList, over: Partial<Account> = {}, rule = ruleEnding()): TrayAccount {
  return trayAccount(account(over), list, rule, NOW)
}

function menu(list: SessionList, over: Partial<Account> = {}, rule = ruleEnding()): TrayItem[] {
  return trayMenu({ accounts: [entry(list, over, rule)], online: true, isFinishing: false }, t)
}

describe('the tray menu', () => {
  it('contains a single account at the top level, the longest unused session first, and never this device', () => {
    const old = session(2, 'Old phone', { lastUsedAt: daysAgo(64.5), createdAt: daysAgo(70) })
    const fresh = session(3, 'Firefox', { lastUsedAt: daysAgo(0), createdAt: daysAgo(70) })
    const never = session(4, 'Laptop', { lastUsedAt: null, createdAt: daysAgo(2) })
    const unclear = session(5, 'Tablet', { lastUsedAt: 'unknown', createdAt: daysAgo(70) })
    expect(lines(menu(createList([mine, unclear, fresh, never, old])))).toEqual([
      'Ana Souza, Acme',
      '5 sessions',
      '-',
      'End a session:',
      'Old phone · unused 64 days…',
      'Laptop · never used…',
      'Firefox · used today…',
      'Tablet…',
      '-',
      'Show all 5…',
      'Check now',
      'Renew now',
      '-',
      'End all others…',
      '-',
      'Sign out everywhere…',
      '-',
      'Open Session Desk',
      'Add account',
      'Settings',
      '-',
      'Quit',
    ])
  })

  it('lists a few sessions, and leaves the rest to the window', () => {
    const many = Array.from({ length: 40 }, (_, index) => session(index + 2, `Device ${index}`))
    const shown = menu(createList([mine, ...many])).filter(
      (item) => item.kind === 'action' && item.action.do === 'end',
    )
    expect(shown).toHaveLength(MAX_MENU_SESSIONS)
  })

  it('contains new sign-ins first, with when they were made, and “It was me” for exactly these', () => {
    const signedIn = (id: number, days: number): DeviceSession =>
      session(id, `Phone ${id}`, { isNew: true, lastUsedAt: NOW, createdAt: daysAgo(days) })
    const items = menu(
      createList([mine, session(2, 'Old', { lastUsedAt: daysAgo(9) }), signedIn(3, 0), signedIn(4, 2)]),
    )
    expect(lines(items).slice(2, 8)).toEqual([
      '-',
      'New: Phone 4 · signed in 2 days ago…',
      'New: Phone 3 · signed in today…',
      'All of these were me',
      '-',
      'End a session:',
    ])
    expect(items).toContainEqual({
      kind: 'action',
      label: 'All of these were me',
      action: { do: 'acknowledge', accountId: 'a1', sessionIds: [4, 3] },
    })
    const list = createList([mine, signedIn(3, 0)])
    expect(lines(menu(list))).toContain('It was me')
    expect(trayStatus([entry(list)], true, false)).toBe('alert')
  })

  it('offers to end the inactive sessions if their ages are reliable', () => {
    const list = createList([mine, session(2, 'Old phone'), session(3, 'Firefox'), session(4, 'Laptop')])
    const pendingRevocations = [{ sessionId: 3, name: 'Firefox', sendAt: 5, phase: 'undoable' as const }]
    const label = 'End 2 unused for 90 days…'
    expect(lines(menu(list, {}, ruleEnding(2, 4)))).toContain(label)
    expect(lines(menu({ ...list, pendingRevocations }, {}, ruleEnding(2, 3, 4)))).toContain(label)
    expect(lines(menu(list)).join()).not.toContain('unused for')
    const unclear: Rule = { ...ruleEnding(2, 4), blockedBy: 'agesUnclear' }
    expect(lines(menu(list, {}, unclear)).join()).not.toContain('unused for')
  })

  it('offers no end if this device is unclear, nor for a session that is ending', () => {
    const other = session(2, 'Old phone')
    const hasEnd = (list: SessionList): boolean =>
      menu(list).some((item) => item.kind === 'action' && item.action.do === 'end')
    expect(hasEnd(createList([mine, other]))).toBe(true)
    expect(hasEnd(createList([{ ...mine, isCurrent: false }, other]))).toBe(false)
    expect(hasEnd(createList([mine, { ...other, isCurrent: true }, session(3, 'x')]))).toBe(false)
    const pendingRevocations = [{ sessionId: 2, name: 'Old phone', sendAt: 5, phase: 'undoable' as const }]
    expect(hasEnd(createList([mine, other], { pendingRevocations }))).toBe(false)
  })

  it('shows that a queued session ends when online, and offers to keep it', () => {
    const queuedEnds = [{ id: 2, createdAt: 1, name: 'Old phone', queuedAt: 1 }]
    const items = menu(createList([mine, session(2, 'Old phone')], { isLive: false, queuedEnds }))
    expect(lines(items)[1]).toBe('2 sessions, not up to date')
    expect(items).toContainEqual({
      kind: 'action',
      label: 'Keep Old phone, ends when online',
      action: { do: 'keep', accountId: 'a1', sessionId: 2 },
    })
    expect(lines(items)).not.toContain('End Old phone…')
  })

  it('shows an account’s status, and offers only possible actions', () => {
    expect(lines(menu(createList(null), { status: 'signedOut' })).slice(0, 5)).toEqual([
      'Ana Souza, Acme',
      'Signed out',
      'Show',
      '-',
      'Open Session Desk',
    ])
    expect(lines(menu(createList(null)))[1]).toBe('Not checked yet')
    const stale = createList([mine], { failure: { kind: 'timeout' } })
    expect(lines(menu(stale))[1]).toBe('1 session, not up to date')
  })

  it('has neither renewal nor sign-out for an API token', () => {
    const credential = { kind: 'instance', fingerprint: 'm', maskedToken: 'sk_…1', acceptedBy: 'me' } as const
    const shown = lines(menu(createList([session(2, 'Old phone')]), { credential }))
    expect(shown.join()).toContain('Old phone')
    expect(shown).not.toContain('Renew now')
    expect(shown).not.toContain('Sign out everywhere…')
  })

  it('groups several accounts, and works without any', () => {
    const other = account({ id: 'a2', user: user({ name: 'Bo & Co', tenant: null }) })
    const accounts = [entry(createList([mine])), trayAccount(other, createList(null), ruleEnding(), NOW)]
    const items = trayMenu({ accounts, online: false, isFinishing: false }, t)
    expect(lines(items).slice(0, 5)).toEqual(['Offline', '-', 'Ana Souza, Acme (1)', 'Bo && Co', '-'])
    expect(items.filter(({ kind }) => kind === 'group')).toHaveLength(2)
    expect(lines(trayMenu({ accounts: [], online: true, isFinishing: false }, t))).toEqual([
      'Open Session Desk',
      'Settings',
      '-',
      'Quit',
    ])
  })
})

describe('the tray menu of several accounts', () => {
  const added = session(3, 'Phone', { isNew: true })
  const other = account({ id: 'a2', user: user({ name: 'Bo', tenant: null }) })
  const menuOf = (...rules: [Rule, Rule]): TrayItem[] => {
    const lists = [createList([mine, session(2, 'Old'), added]), createList([mine, session(2, 'Old')])]
    const accounts = [account(), other].map((account, at) =>
      trayAccount(account, lists[at]!, rules[at]!, NOW),
    )
    return trayMenu({ accounts, online: true, isFinishing: false }, t)
  }

  it('names how many sessions an account has, and how many are new', () => {
    expect(lines(menuOf(ruleEnding(), ruleEnding())).slice(0, 2)).toEqual([
      'Ana Souza, Acme (3, 1 new)',
      'Bo (2)',
    ])
  })

  it('offers to end the inactive sessions of all where there are some', () => {
    expect(lines(menuOf(ruleEnding(), ruleEnding(2)))).toContain('End inactive in all accounts…')
    expect(lines(menuOf(ruleEnding(), ruleEnding()))).not.toContain('End inactive in all accounts…')
    expect(lines(menu(createList([mine, session(2, 'Old')]), {}, ruleEnding(2)))).not.toContain(
      'End inactive in all accounts…',
    )
  })
})

describe('the tray icon', () => {
  it('depends on the platform, the panel and the status', () => {
    const base = { platform: 'linux', isDark: false, desktop: 'KDE', status: 'plain' } as const
    expect(trayIcon(base)).toBe('tray-on-light.png')
    expect(trayIcon({ ...base, isDark: true, status: 'off' })).toBe('tray-off-on-dark.png')
    expect(trayIcon({ ...base, desktop: 'ubuntu:GNOME' })).toBe('tray-on-dark.png')
    expect(trayIcon({ ...base, platform: 'darwin', status: 'alert' })).toBe('tray-alertTemplate.png')
  })

  it('shows that tokens or the network are unavailable', () => {
    const entries = [entry(createList([mine]))]
    expect(trayStatus(entries, true, false)).toBe('plain')
    expect(trayStatus(entries, false, false)).toBe('off')
    expect(trayStatus(entries, true, true)).toBe('off')
  })
})
