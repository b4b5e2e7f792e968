import { describe, expect, it } from 'vitest'
import { account, user } from '../../../renderer/fake-bridge.ts'
import { setUpNotifications } from './notices-harness.ts'

function setUp() {
  const { state, notifications } = setUpNotifications([
    account(),
    account({ id: 'a2', user: user({ name: 'ana@example.com' }) }),
  ])
  return { state, notifications, ids: () => state.shown.map(({ id, title }) => [id, title]) }
}

describe('password notifications', () => {
  it('appear without focus, and close when the window shows the outcome', () => {
    const { state, notifications, ids } = setUp()
    notifications.passwordSettled({ accountId: 'a1', verdict: 'unknown', canVerify: true, foundAt: null })
    state.isFocused = true
    notifications.passwordSettled({ accountId: 'a1', verdict: 'changed', canVerify: false, foundAt: null })
    expect(ids()).toEqual([['password-a1', "It's unclear whether the password was changed"]])
    expect(state.closed).toEqual(['password-a1'])
  })

  it('replace an unknown outcome by a verified one', () => {
    const { notifications, ids } = setUp()
    notifications.passwordSettled({ accountId: 'a1', verdict: 'unknown', canVerify: true, foundAt: null })
    notifications.passwordSettled({ accountId: 'a1', verdict: 'unchanged', canVerify: false, foundAt: null })
    expect(ids().map(([id]) => id)).toEqual(['password-a1', 'password-a1'])
  })

  it('show the time in the profile’s zone', () => {
    const { state, notifications } = setUp()
    const foundAt = Date.UTC(2026, 10, 22, 14, 5)
    notifications.passwordSettled({ accountId: 'a1', verdict: 'unchanged', canVerify: false, foundAt })
    expect(state.shown[0]?.title.replaceAll('\u202f', ' ')).toBe('The old password worked at 2:05 PM')
  })

  it('report an account that is not active, without an email', () => {
    const { state, notifications, ids } = setUp()
    state.isFocused = true
    notifications.passwordSettled({ accountId: 'a2', verdict: 'changed', canVerify: false, foundAt: null })
    expect(ids()).toEqual([['password-a2', 'Password changed']])
    expect(JSON.stringify(state.shown)).not.toContain('@')
  })

  it('report the last run’s outcomes after a start without a window, and none of unknown accounts', () => {
    const { state, notifications, ids } = setUp()
    const left = { at: 5, verdict: 'unknown', canVerify: false, wasProbed: false, foundAt: null } as const
    const reports = [
      { accountId: 'a1', ...left },
      { accountId: 'gone', ...left },
    ]
    notifications.startedHidden(reports, [])
    expect(ids()).toHaveLength(1)
    expect(state.shown[0]?.body).toBe('Ana Souza, Acme\nWhen you next sign in, try the new password first.')
    notifications.passwordClosed('a1')
    expect(state.closed).toEqual(['password-a1'])
  })
})
