import { describe, expect, it } from 'vitest'
import { account, user } from '../../../renderer/fake-bridge.ts'
import { setUpNotifications } from './notices-harness.ts'

function setUp() {
  const { state, notifications, places } = setUpNotifications([
    account(),
    account({ id: 'a2', user: user({ name: 'ana@example.com' }) }),
  ])
  return { state, places, changed: notifications.renewalWarningsChanged }
}

describe('renewal notifications', () => {
  it('appear once for each token, and close when it is renewed', () => {
    const { state, changed, places } = setUp()
    const warning = { accountId: 'a1', endsAt: 5 }
    for (const warnings of [[], [warning], [warning], [], [{ ...warning, endsAt: 9 }]]) changed(warnings)
    expect(state.shown.map(({ id }) => id)).toEqual(['renewal-a1', 'renewal-a1'])
    expect(state.closed).toEqual(['renewal-a1'])
    expect(state.shown[0]).toMatchObject({
      id: 'renewal-a1',
      title: "A sign-in couldn't be renewed yet",
      body: "Ana Souza, Acme\nIf it isn't renewed soon, it ends and you'll have to sign in again.",
    })
    state.shown[0]?.clicked()
    expect(places).toEqual([{ page: 'sessions', accountId: 'a1', sessionId: null }])
  })

  it('do not appear while the window shows the warning, nor later', () => {
    const { state, changed } = setUp()
    state.isFocused = true
    changed([{ accountId: 'a1', endsAt: 5 }])
    state.isFocused = false
    changed([{ accountId: 'a1', endsAt: 5 }])
    expect(state.shown).toEqual([])
  })

  it('report an account that is not active, without an email', () => {
    const { state, changed } = setUp()
    state.isFocused = true
    changed([{ accountId: 'a2', endsAt: 5 }])
    expect(state.shown).toHaveLength(1)
    expect(JSON.stringify(state.shown)).not.toContain('@')
  })
})
