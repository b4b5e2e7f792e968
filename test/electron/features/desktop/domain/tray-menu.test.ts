import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../../electron/shared/account.ts'
import type { DeviceSession } from '../../../../../electron/shared/session.ts'
import type { SessionList } from '../../../../../electron/shared/session-list.ts'
import { trayIcon } from '../../../../../electron/features/desktop/domain/tray-icon.ts'
import {
  MAX_MENU_SESSIONS,
  trayMenu,
  type TrayItem,
} from '../../../../../electron/features/desktop/domain/tray-menu.ts'
import { trayAccount, trayStatus } from '../../../../../electron/features/desktop/domain/tray-state.ts'
import { translations } from '../../../translations.ts'
import { account, session, user } from '../../../../renderer/fake-bridge.ts'

const t = translations()

function listOf(sessions: DeviceSession[] | null, over: Partial<SessionList> = {}): SessionList {
  return {
    accountId: 'a1',
    sessions,
    checkedAt: 1,
    skew: 0,
    checking: false,
    failure: null,
    pendingRevocations: [],
    isLive: true,
    queuedEnds: [],
    unsentEnds: [],
    orphanId: null,
    ...over,
  }
}

const mine = session(1, 'This laptop', { isCurrent: true })
const lines = (items: readonly TrayItem[]): string[] =>
  items.map((item) => (item.kind === 'separator' ? '-' : item.label))

function menu(list: SessionList, over: Partial<Account> = {}): TrayItem[] {
  return trayMenu({ accounts: [trayAccount(account(over), list)], online: true, isFinishing: false }, t)
}

describe('the tray menu', () => {
  it('contains a single account at the top level, the last used session first, and never this device', () => {
    const old = session(2, 'Old phone', { lastUsedAt: 10 })
    const fresh = session(3, 'Firefox', { lastUsedAt: 20 })
    expect(lines(menu(listOf([mine, old, fresh])))).toEqual([
      'Ana Souza, Acme',
      '3 sessions',
      '-',
      'End Firefox…',
      'End Old phone…',
      '-',
      'End all others…',
      'Sign out everywhere…',
      'Renew now',
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
    const shown = menu(listOf([mine, ...many])).filter(
      (item) => item.kind === 'action' && item.action.do === 'end',
    )
    expect(shown).toHaveLength(MAX_MENU_SESSIONS)
  })

  it('offers no end if this device is unclear, nor for a session that is ending', () => {
    const other = session(2, 'Old phone')
    const hasEnd = (list: SessionList): boolean => lines(menu(list)).some((line) => line.startsWith('End '))
    expect(hasEnd(listOf([mine, other]))).toBe(true)
    expect(hasEnd(listOf([{ ...mine, isCurrent: false }, other]))).toBe(false)
    expect(hasEnd(listOf([mine, { ...other, isCurrent: true }, session(3, 'x')]))).toBe(false)
    const pendingRevocations = [{ sessionId: 2, name: 'Old phone', sendAt: 5, phase: 'undoable' as const }]
    expect(hasEnd(listOf([mine, other], { pendingRevocations }))).toBe(false)
  })

  it('says of a session that ends when online that it does, and offers to keep it', () => {
    const queuedEnds = [{ id: 2, createdAt: 1, name: 'Old phone', queuedAt: 1 }]
    const items = menu(listOf([mine, session(2, 'Old phone')], { isLive: false, queuedEnds }))
    expect(lines(items)[1]).toBe('2 sessions, not up to date')
    expect(items).toContainEqual({
      kind: 'action',
      label: 'Keep Old phone, ends when online',
      action: { do: 'keep', accountId: 'a1', sessionId: 2 },
    })
    expect(lines(items)).not.toContain('End Old phone…')
  })

  it('shows an account’s status, and offers only possible actions', () => {
    expect(lines(menu(listOf(null), { status: 'signedOut' })).slice(0, 4)).toEqual([
      'Ana Souza, Acme',
      'Signed out',
      '-',
      'Open Session Desk',
    ])
    expect(lines(menu(listOf(null)))[1]).toBe('Not checked yet')
    const stale = listOf([mine], { failure: { kind: 'timeout' } })
    expect(lines(menu(stale))[1]).toBe('1 session, not up to date')
  })

  it('has neither renewal nor sign-out for an API token', () => {
    const credential = { kind: 'instance', fingerprint: 'm', maskedToken: 'sk_…1', acceptedBy: 'me' } as const
    const sayRaw = lines(menu(listOf([session(2, 'Old phone')]), { credential }))
    expect(sayRaw).toContain('End Old phone…')
    expect(sayRaw).not.toContain('Renew now')
    expect(sayRaw).not.toContain('Sign out everywhere…')
  })

  it('groups several accounts, and works without any', () => {
    const other = account({ id: 'a2', user: user({ name: 'Bo & Co', tenant: null }) })
    const accounts = [trayAccount(account(), listOf([mine])), trayAccount(other, listOf(null))]
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

describe('the tray icon', () => {
  it('depends on the platform, the panel and the status', () => {
    const base = { platform: 'linux', isDark: false, desktop: 'KDE', status: 'plain' } as const
    expect(trayIcon(base)).toBe('tray-on-light.png')
    expect(trayIcon({ ...base, isDark: true, status: 'off' })).toBe('tray-off-on-dark.png')
    expect(trayIcon({ ...base, desktop: 'ubuntu:GNOME' })).toBe('tray-on-dark.png')
    expect(trayIcon({ ...base, platform: 'darwin', status: 'alert' })).toBe('tray-alertTemplate.png')
  })

  it('shows that tokens or the network are unavailable', () => {
    const entries = [trayAccount(account(), listOf([mine]))]
    expect(trayStatus(entries, true, false)).toBe('plain')
    expect(trayStatus(entries, false, false)).toBe('off')
    expect(trayStatus(entries, true, true)).toBe('off')
  })
})
