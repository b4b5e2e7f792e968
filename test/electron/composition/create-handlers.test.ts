import { describe, expect, it } from 'vitest'
import type { RequestName } from '../../../electron/shared/requests.ts'
import { failed, ok } from '../../../electron/shared/result.ts'
import { createHandlers, type HandlerDependencies } from '../../../electron/composition/create-handlers.ts'
import { GOOD, REQUEST_NAMES } from '../ipc/requests-harness.ts'

const SAID = ok('said')
const notFound = failed({ kind: 'notFound' })

/** Dependencies that record their calls, with their path, and return `answers`, or `SAID`; one account, `a`. */
function setUp(answers: Record<string, unknown> = {}) {
  const calls: unknown[][] = []
  const serviceAt = (path: string): unknown =>
    new Proxy(() => undefined, {
      get(_target, key) {
        if (path === '') return serviceAt(key === 'services' ? '' : String(key))
        return serviceAt(`${path}.${String(key)}`)
      },
      apply(_target, _this, args: unknown[]) {
        if (path === 'accounts.get') return args[0] === 'a' ? {} : null
        calls.push([path, ...args])
        return answers[path] ?? SAID
      },
    })
  const handlers = createHandlers(serviceAt('') as HandlerDependencies)
  const ask = async (name: RequestName, part: object = {}): Promise<unknown> =>
    (handlers[name] as (sent: unknown) => unknown)(GOOD[name] && { ...GOOD[name], ...part })
  return { calls, handlers, ask }
}

/** What a handler returns: the `result` of its service, its `value` as a result, what it `refused`, or `nothing`. */
type Answer = 'result' | 'value' | 'refused' | 'nothing'
type Row = [request: RequestName, answer: Answer, service: string, ...args: unknown[]]
/** The payload of the request. */
const ALL = Symbol('payload')

const CHECKED: Row[] = [
  ['account:select', 'nothing', 'accounts.select', 'a'],
  ['password:dismiss', 'nothing', 'passwords.dismiss', 'a'],
  ['activity:acknowledgeAway', 'nothing', 'awaySummaries.acknowledge', 'a'],
  ['session:refresh', 'nothing', 'lists.refresh', 'a'],
  ['session:revoke', 'result', 'revocations.single.revoke', 'a', { id: 2, createdAt: 5 }, true],
  ['session:undo', 'result', 'revocations.single.undo', 'a', 2],
  ['session:annotate', 'result', 'publishedLists.annotate', 'a', 2, GOOD['session:annotate'].part],
  ['ends:control', 'result', 'revocations.bulk.control', 'a', 3, 'pause'],
  ['ends:dismissUnsent', 'nothing', 'revocations.dismissUnsent', 'a'],
  ['alert:acknowledge', 'nothing', 'alerts.acknowledge', 'a', 2],
  ['alert:acknowledgeAll', 'nothing', 'alerts.acknowledge', 'a', null],
  ['activity:ofSession', 'value', 'sessionHistory', 'a', 2],
  ['rule:get', 'value', 'rules.get', 'a', undefined],
  ['review:get', 'value', 'reviews.get', 'a'],
  ['review:start', 'result', 'reviews.start', 'a'],
  ['review:decide', 'result', 'reviews.decide', 'a', 1, [0], 'mine'],
  ['review:undo', 'result', 'reviews.undo', 'a'],
  ['review:finish', 'result', 'reviews.finish', 'a', [{ id: 2, createdAt: 5 }]],
  ['review:discard', 'result', 'reviews.discard', 'a'],
  ['review:schedule', 'result', 'reviews.schedule', 'a', 90],
]

/** Requests without an account, and those whose services check it. */
const UNCHECKED: Row[] = [
  ['appState:get', 'value', 'appState'],
  ['settings:update', 'nothing', 'settings.update', ALL],
  ['view:update', 'nothing', 'view.update', GOOD['view:update'].view],
  ['startAtLogin:get', 'value', 'startAtLogin.get'],
  ['startAtLogin:set', 'value', 'startAtLogin.set', true],
  ['keyring:retry', 'nothing', 'retryKeyring'],
  ['app:restart', 'nothing', 'restart'],
  ['page:failed', 'nothing', 'pageFailed', ALL],
  ['account:signIn', 'result', 'signIn.signIn', ALL],
  ['account:register', 'result', 'registration.register', ALL],
  ['account:addApiToken', 'result', 'addApiToken.addApiToken', ALL],
  ['account:verifyTwoFactor', 'result', 'signIn.verify', 'c1', '123456'],
  ['account:cancelTwoFactor', 'nothing', 'signIn.cancel', 'c1'],
  ['account:confirmOwner', 'result', 'signIn.confirmOwner', 'q1', true],
  ['account:cancelOwner', 'nothing', 'signIn.cancelOwner', 'q1'],
  ['account:signOut', 'result', 'signOut.signOut', 'a'],
  ['account:signOutEverywhere', 'result', 'signOutEverywhere', 'a'],
  ['password:change', 'result', 'passwords.change', ALL],
  ['password:verifyOutcome', 'result', 'passwords.verifyOutcome', 'a'],
  ['password:forgot', 'result', 'recovery.forgot', ALL],
  ['password:reset', 'result', 'recovery.reset', ALL],
  ['profile:refresh', 'result', 'profiles.refresh', 'a'],
  ['profile:update', 'result', 'profiles.update', 'a', GOOD['profile:update'].change],
  ['deepLink:take', 'value', 'deepLink.take'],
  ['navigation:take', 'value', 'navigation.take'],
  ['session:refreshAll', 'nothing', 'poller.checkAll'],
  ['session:revokeMany', 'refused', 'revocations.bulk.startPlan', GOOD['session:revokeMany'].plan, true],
  ['unconfirmedSession:dismiss', 'nothing', 'unconfirmedSessions.dismiss', 'u1'],
  ['unmatchedSignIn:forget', 'result', 'unmatchedSignIns.forget', 'u1'],
  ['activity:export', 'result', 'exportActivity', 'a', 'csv', GOOD['activity:export'].filter],
  ['rule:set', 'result', 'rules.set', 'a', { afterDays: 90, exempt: [2] }],
  ['review:saveReport', 'result', 'reviewReport.save', 'a', 'pdf'],
  ['review:showReport', 'result', 'reviewReport.show', 'a'],
  ['diagnostics:copy', 'result', 'diagnostics.copy'],
  ['lostFiles:dismiss', 'nothing', 'lostFiles.dismiss'],
  ['lostFiles:openFolder', 'result', 'openDataFolder'],
  ['diagnostics:openFolder', 'result', 'diagnostics.openFolder'],
  ['version:copy', 'result', 'about.copyVersion'],
  ['licenses:get', 'result', 'about.licenses'],
]

/** Requests that call more than one service. */
const SEVERAL: RequestName[] = [
  'account:renew',
  'activity:get',
  'activity:clear',
  'session:list',
  'session:keepOrphan',
]

/** Requests about all accounts. */
const OF_ALL: RequestName[] = ['ends:get']

describe('the table of handlers', () => {
  it('has a handler for every request', () => {
    const tested = [...CHECKED, ...UNCHECKED].map(([name]) => name)
    const names = [...REQUEST_NAMES].sort()
    const known = [...tested, ...SEVERAL, ...OF_ALL].sort()
    expect([Object.keys(setUp().handlers).sort(), known]).toEqual([names, names])
  })

  it.each([...CHECKED, ...UNCHECKED])('%s returns the %s of %s', async (name, answer, service, ...args) => {
    const { ask, calls } = setUp()
    const answers = { result: SAID, value: ok(SAID), refused: ok({ refused: SAID }), nothing: ok(null) }
    expect(await ask(name)).toEqual(answers[answer])
    expect(calls).toEqual([[service, ...args.map((arg) => (arg === ALL ? GOOD[name] : arg))]])
  })

  it.each([...CHECKED.map(([name]) => name), ...SEVERAL])('%s refuses an unknown account', async (name) => {
    const { ask, calls } = setUp()
    expect([await ask(name, { accountId: 'b' }), calls]).toEqual([notFound, []])
  })

  it.each([
    ['account:renew', 'renewals.renew'],
    ['session:refresh', 'lists.refresh'],
  ] as const)('%s passes a failure on, and does nothing else', async (name, service) => {
    const failure = failed({ kind: 'rateLimited', retryAt: 1 })
    const { ask, calls } = setUp({ [service]: failure })
    expect([await ask(name), calls]).toEqual([failure, [[service, 'a']]])
  })

  it('account:renew records the renewal, and fetches the list, which may have another id of this device', async () => {
    const { ask, calls } = setUp()
    expect(await ask('account:renew')).toEqual(SAID)
    const recorded = ['history.addEntry', 'a', 'tokenRenewed']
    expect(calls).toEqual([['renewals.renew', 'a'], recorded, ['lists.refresh', 'a']])
  })

  it.each([
    ['a list', ['row']],
    ['no list', undefined],
  ])('activity:get shows the activity with %s', async (_case, sessions) => {
    const { ask, calls } = setUp({ 'publishedLists.get': { sessions } })
    expect(await ask('activity:get')).toEqual(ok(SAID))
    expect(calls.at(-1)).toEqual(['activity', 'a', sessions ?? []])
  })

  it('activity:clear deletes the copies of damaged histories too', async () => {
    const { ask, calls } = setUp()
    expect([await ask('activity:clear'), calls]).toEqual([
      ok(null),
      [
        ['history.clear', 'a'],
        ['lostFiles.forget', 'a', 'history'],
      ],
    ])
  })

  it('session:list waits for the first list, and packs it', async () => {
    const { ask, calls } = setUp({ 'publishedLists.get': 'the list' })
    expect(await ask('session:list')).toEqual(ok(SAID))
    expect(calls[0]).toEqual(['publishedLists.awaitFirst', 'a'])
    expect(calls.at(-1)).toEqual(['listSerializer.snapshot', 'the list'])
  })

  it('ends:get shows the ends of each account', async () => {
    const { ask, calls } = setUp({ 'accounts.all': [{ id: 'a' }, { id: 'b' }] })
    expect(await ask('ends:get')).toEqual(ok([SAID, SAID]))
    expect(calls.slice(1)).toEqual([
      ['revocations.view', 'a'],
      ['revocations.view', 'b'],
    ])
  })

  it('session:keepOrphan forgets the orphan before it looks again', async () => {
    const { ask, calls } = setUp()
    expect(await ask('session:keepOrphan')).toEqual(ok(null))
    expect(calls.map(([service]) => service)).toEqual(['orphans.forget', 'publishedLists.refreshOrphan'])
  })
})
