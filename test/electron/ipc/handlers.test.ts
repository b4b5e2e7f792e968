import { describe, expect, it, vi } from 'vitest'
import type { AppState } from '../../../electron/shared/app-state.ts'
import type { RequestName } from '../../../electron/shared/requests.ts'
import { failed, ok } from '../../../electron/shared/result.ts'
import { createHandlers, type IpcServices } from '../../../electron/ipc/handlers.ts'
import { REQUEST_NAMES } from '../../../electron/shared/channels.ts'
import { GOOD } from './requests-harness.ts'

const appState = { version: '1' } as AppState
const user = { id: 7 }
const login = { on: true, canChange: true }
const link = { token: 'recovery-canary', email: 'ana@example.com' }
const none = { accountId: 'a', revocation: null, rows: [] }
const review = { accountId: 'a', review: null, items: [] }
const activity = { accountId: 'a', entries: [] }
const list = { accountId: 'a', sessions: [] }

/** Services that only record their calls; one account, `a`. */
function setUp() {
  const services = {
    appState: vi.fn(() => appState),
    settings: { get: vi.fn(), update: vi.fn() },
    accounts: { get: vi.fn((id: string) => (id === 'a' ? { id } : null)), select: vi.fn() },
    signIn: {
      signIn: vi.fn(async () => ok({ next: 'signedIn', accountId: 'a' })),
      verify: vi.fn(async () => ok({ accountId: 'a' })),
      cancel: vi.fn(),
    },
    registration: { register: vi.fn(async () => ok({ next: 'signIn' })) },
    recovery: { forgot: vi.fn(async () => ok(null)), reset: vi.fn(async () => ok(null)) },
    deepLink: { take: vi.fn(() => link) },
    navigation: { take: vi.fn(() => null) },
    addApiToken: { addApiToken: vi.fn(async () => ok({ accountId: 'a' })) },
    signOut: { signOut: vi.fn(async () => ok({ service: 'confirmed' })) },
    signOutEverywhere: vi.fn(async () => ok({ service: 'confirmed' })),
    passwords: {
      change: vi.fn(async () => ok({ verdict: 'changed' })),
      verifyOutcome: vi.fn(async () => ok('changed')),
      dismiss: vi.fn(),
    },
    profiles: { refresh: vi.fn(async () => ok(user)), update: vi.fn(async () => ok({ saved: true, user })) },
    startAtLogin: { get: vi.fn(() => login), set: vi.fn(() => login) },
    renewals: { renew: vi.fn(async () => ok(null)) },
    orphans: { forget: vi.fn() },
    unconfirmedSessions: { dismiss: vi.fn() },
    lists: { refresh: vi.fn(async () => ok([])) },
    awaySummaries: { acknowledge: vi.fn() },
    poller: { checkAll: vi.fn(async () => undefined) },
    publishedLists: {
      get: vi.fn(() => list),
      awaitFirst: vi.fn(),
      annotate: vi.fn(() => ok(null)),
      refreshOrphan: vi.fn(),
    },
    endRequests: {
      revoke: vi.fn(() => ok(null)),
      revokeMany: vi.fn(() => ok(null)),
      undo: vi.fn(() => ok(null)),
      dismissUnsent: vi.fn(),
    },
    revocations: {
      bulk: {
        control: vi.fn(() => ok(null)),
        get: vi.fn(() => none),
      },
    },
    listSerializer: { snapshot: vi.fn(() => list) },
    diagnostics: { copy: vi.fn(async () => ok(null)), openFolder: vi.fn(async () => ok(null)) },
    alerts: { acknowledge: vi.fn() },
    history: { clear: vi.fn(), addEntry: vi.fn() },
    activity: vi.fn(() => activity),
    exportActivity: vi.fn(async () => ok({ saved: true })),
    rules: { get: vi.fn(), set: vi.fn() },
    reviews: {
      get: vi.fn(() => review),
      start: vi.fn(() => ok(null)),
      decide: vi.fn(() => ok(null)),
      undo: vi.fn(() => ok(null)),
      finish: vi.fn(() => ok(null)),
      discard: vi.fn(() => ok(null)),
      schedule: vi.fn(() => ok(null)),
    },
    saveReviewReport: vi.fn(async () => ok({ saved: true })),
    retryKeyring: vi.fn(async () => undefined),
    restart: vi.fn(),
    pageFailed: vi.fn(),
  }
  const handlers = createHandlers(services as unknown as IpcServices)
  const ask = async (name: RequestName, payload: unknown = GOOD[name]): Promise<unknown> =>
    (handlers[name] as (sent: unknown) => unknown)(payload)
  return { services, handlers, ask }
}

describe('the table of handlers', () => {
  it('has a handler for every request', () => {
    expect(Object.keys(setUp().handlers).sort()).toEqual([...REQUEST_NAMES].sort())
  })

  it.each<[RequestName, unknown]>([
    ['appState:get', appState],
    ['settings:update', null],
    ['startAtLogin:get', login],
    ['startAtLogin:set', login],
    ['keyring:retry', null],
    ['app:restart', null],
    ['page:failed', null],
    ['account:signIn', { next: 'signedIn', accountId: 'a' }],
    ['account:register', { next: 'signIn' }],
    ['account:addApiToken', { accountId: 'a' }],
    ['account:verifyTwoFactor', { accountId: 'a' }],
    ['account:cancelTwoFactor', null],
    ['account:select', null],
    ['account:signOut', { service: 'confirmed' }],
    ['account:signOutEverywhere', { service: 'confirmed' }],
    ['password:change', { verdict: 'changed' }],
    ['password:verifyOutcome', 'changed'],
    ['password:dismiss', null],
    ['profile:refresh', user],
    ['profile:update', { saved: true, user }],
    ['password:forgot', null],
    ['password:reset', null],
    ['deepLink:take', link],
    ['navigation:take', null],
    ['session:list', list],
    ['activity:acknowledgeAway', null],
    ['session:refresh', null],
    ['session:refreshAll', null],
    ['unconfirmedSession:dismiss', null],
    ['session:keepOrphan', null],
    ['session:revoke', null],
    ['session:annotate', null],
    ['session:undo', null],
    ['session:revokeMany', null],
    ['unsentEnds:dismiss', null],
    ['revocation:get', none],
    ['revocation:undo', null],
    ['revocation:pause', null],
    ['revocation:resume', null],
    ['revocation:cancel', null],
    ['revocation:retry', null],
    ['revocation:dismiss', null],
    ['alert:acknowledge', null],
    ['alert:acknowledgeAll', null],
    ['activity:get', activity],
    ['activity:export', { saved: true }],
    ['activity:clear', null],
    ['review:get', review],
    ['review:start', null],
    ['review:decide', null],
    ['review:undo', null],
    ['review:finish', null],
    ['review:discard', null],
    ['review:schedule', null],
    ['review:saveReport', { saved: true }],
    ['diagnostics:copy', null],
    ['diagnostics:openFolder', null],
  ])('%s returns the contract’s answer', async (name, value) => {
    expect(await setUp().ask(name)).toEqual(ok(value))
  })

  it('passes each service its arguments', async () => {
    const { services, ask } = setUp()
    for (const name of REQUEST_NAMES) await ask(name)
    expect(services.settings.update).toHaveBeenCalledExactlyOnceWith({ theme: 'dark', language: 'pt-BR' })
    expect(services.retryKeyring).toHaveBeenCalledOnce()
    expect(services.restart).toHaveBeenCalledOnce()
    expect(services.pageFailed).toHaveBeenCalledExactlyOnceWith(GOOD['page:failed'])
    expect(services.publishedLists.annotate).toHaveBeenCalledExactlyOnceWith(
      'a',
      2,
      GOOD['session:annotate'].part,
    )
    expect(services.signIn.signIn).toHaveBeenCalledExactlyOnceWith(GOOD['account:signIn'])
    expect(services.registration.register).toHaveBeenCalledExactlyOnceWith(GOOD['account:register'])
    expect(services.recovery.forgot).toHaveBeenCalledExactlyOnceWith(GOOD['password:forgot'])
    expect(services.recovery.reset).toHaveBeenCalledExactlyOnceWith(GOOD['password:reset'])
    expect(services.deepLink.take).toHaveBeenCalledOnce()
    expect(services.navigation.take).toHaveBeenCalledOnce()
    expect(services.addApiToken.addApiToken).toHaveBeenCalledExactlyOnceWith(GOOD['account:addApiToken'])
    expect(services.signIn.verify).toHaveBeenCalledExactlyOnceWith('c1', '123456')
    expect(services.signIn.cancel).toHaveBeenCalledExactlyOnceWith('c1')
    expect(services.accounts.select).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.signOut.signOut).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.signOutEverywhere).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.passwords.change).toHaveBeenCalledExactlyOnceWith(GOOD['password:change'])
    expect(services.passwords.verifyOutcome).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.passwords.dismiss).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.renewals.renew).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.profiles.refresh).toHaveBeenCalledExactlyOnceWith('a')
    const { change } = GOOD['profile:update']
    expect(services.profiles.update).toHaveBeenCalledExactlyOnceWith('a', change)
    expect(services.startAtLogin.set).toHaveBeenCalledExactlyOnceWith(true)
    // Once for the refresh, once after the renewal, which may have changed this device's id.
    expect(services.lists.refresh.mock.calls).toEqual([['a'], ['a']])
    expect(services.orphans.forget).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.unconfirmedSessions.dismiss).toHaveBeenCalledExactlyOnceWith('u1')
    expect(services.publishedLists.refreshOrphan).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.publishedLists.awaitFirst).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.endRequests.revoke).toHaveBeenCalledExactlyOnceWith('a', { id: 2, createdAt: 5 })
    expect(services.endRequests.undo).toHaveBeenCalledExactlyOnceWith('a', 2)
    const { target } = GOOD['session:revokeMany']
    expect(services.endRequests.dismissUnsent).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.endRequests.revokeMany).toHaveBeenCalledExactlyOnceWith('a', target)
    const commands = ['undo', 'pause', 'resume', 'cancel', 'retry', 'dismiss']
    expect(services.revocations.bulk.control.mock.calls).toEqual(commands.map((command) => ['a', command]))
    expect(services.alerts.acknowledge.mock.calls).toEqual([
      ['a', 2],
      ['a', null],
    ])
    expect(services.history.addEntry).toHaveBeenCalledExactlyOnceWith('a', 'tokenRenewed')
    expect(services.activity).toHaveBeenCalledExactlyOnceWith('a', [])
    expect(services.history.clear).toHaveBeenCalledExactlyOnceWith('a')
    const { format, filter } = GOOD['activity:export']
    expect(services.exportActivity).toHaveBeenCalledExactlyOnceWith('a', format, filter)
    expect(services.reviews.start).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.reviews.decide).toHaveBeenCalledExactlyOnceWith('a', 1, [0], 'mine')
    expect(services.reviews.undo).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.reviews.finish).toHaveBeenCalledExactlyOnceWith('a', [{ id: 2, createdAt: 5 }])
    expect(services.reviews.discard).toHaveBeenCalledExactlyOnceWith('a')
    expect(services.reviews.schedule).toHaveBeenCalledExactlyOnceWith('a', 90)
    expect(services.saveReviewReport).toHaveBeenCalledExactlyOnceWith('a', 'pdf')
  })

  it.each<RequestName>([
    'account:select',
    'account:renew',
    'session:list',
    'session:refresh',
    'session:keepOrphan',
    'session:revoke',
    'session:undo',
    'session:revokeMany',
    'revocation:get',
    'revocation:cancel',
  ])('%s refuses an unknown account, and calls nothing', async (name) => {
    const { services, ask } = setUp()
    const payload = { accountId: 'unknown', sessionId: 2 }
    expect(await ask(name, payload)).toEqual(failed({ kind: 'notFound' }))
    expect(services.accounts.select).not.toHaveBeenCalled()
    expect(services.publishedLists.get).not.toHaveBeenCalled()
    expect(services.lists.refresh).not.toHaveBeenCalled()
    expect(services.orphans.forget).not.toHaveBeenCalled()
    expect(services.endRequests.revoke).not.toHaveBeenCalled()
  })

  it('passes a failure on, without a list', async () => {
    const { services, ask } = setUp()
    const failure = failed({ kind: 'rateLimited', retryAt: 1 })
    services.lists.refresh.mockResolvedValueOnce(failure as never)
    expect(await ask('session:refresh')).toEqual(failure)
    services.endRequests.undo.mockReturnValueOnce(failed({ kind: 'conflict' }) as never)
    expect(await ask('session:undo')).toEqual(failed({ kind: 'conflict' }))
  })
})
