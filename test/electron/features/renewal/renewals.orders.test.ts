import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIST, ME, noNetwork, PORTAL, REFRESH, unauthenticated } from '../../core/core-harness.ts'
import type { Answer } from '../../fake-service.ts'
import { settled } from '../../fakes.ts'
import { grantedUntil, HOUR, setUpRenewal } from './renewal-harness.ts'

const YEAR = 365 * 24 * HOUR
const MINUTE = 60_000
const REFUSALS = {
  offline: noNetwork,
  html401: { status: 401, body: PORTAL },
  server: { status: 503 },
  limited: { status: 429, retryAfter: '30' },
} satisfies Record<string, Answer>

/** The events of an account whose token lives for an hour. Times are ms. */
type Step =
  | { kind: 'call' | 'calls' | 'renew' | 'revoke' | 'signIn' }
  | { kind: 'tick' | 'sleep' | 'jump'; ms: number }
  | { kind: 'loseReply' | 'crash'; carriedOut: boolean }
  | { kind: 'refuse'; how: keyof typeof REFUSALS }

/** An account in the real services, and a service whose state is known. */
async function setUpOrders() {
  const harness = await setUpRenewal()
  const { clock, service, account } = harness
  let app: Pick<typeof harness, 'renewals' | 'vault' | 'list' | 'accountStatus' | 'accounts'> = harness
  let good: string | null = harness.state.good
  let endsAt = clock.real() + HOUR
  let issued = 1
  let next: Step | null = null
  const facts = {
    /** The replaced tokens, in order, and how often one was sent for renewal again. */
    replaced: [] as string[],
    sentAgain: 0,
    revoked: false,
    /** The token was refused because it was revoked or had expired. */
    wasTokenInvalid: false,
    /** A renewal had no answer of the API, so that a new token may have been lost. */
    leftOpen: false,
  }

  function issue(): string {
    good = `${++issued}|token`
    endsAt = clock.real() + HOUR
    return good
  }

  function on(endpoint: string, work: (token: string) => Answer): void {
    service.on(endpoint, async ({ token = '' }) => {
      const outcome = next
      next = null
      const isLost = outcome?.kind === 'loseReply' || outcome?.kind === 'crash'
      const isOpen = isLost || (outcome?.kind === 'refuse' && ['html401', 'server'].includes(outcome.how))
      if (isOpen && endpoint === REFRESH) facts.leftOpen = true
      if (endpoint === REFRESH && facts.replaced.includes(token)) facts.sentAgain++
      if (outcome?.kind === 'refuse') return REFUSALS[outcome.how]
      const answer = isLost && !outcome.carriedOut ? unauthenticated : answerFor(token, work)
      if (outcome?.kind === 'crash') return new Promise(() => undefined)
      return isLost ? { kind: 'outcomeUnknown' } : answer
    })
  }

  function answerFor(token: string, work: (token: string) => Answer): Answer {
    if (token === good && clock.real() < endsAt) return work(token)
    if (!facts.replaced.includes(token)) facts.wasTokenInvalid = true
    return unauthenticated
  }

  on(LIST, () => ({ status: 200, body: { data: { sessions: [] } } }))
  on(ME, () => ({ status: 200, body: { data: { user: { id: 7, email: 'ana@example.com' } } } }))
  on(REFRESH, (token) => {
    facts.replaced.push(token)
    return grantedUntil(issue(), clock.real() + HOUR)
  })

  async function signIn(): Promise<void> {
    if (app.accountStatus() === 'signedIn') return
    Object.assign(facts, { revoked: false, wasTokenInvalid: false, leftOpen: false })
    await app.vault.put(account.id, issue(), { issuedAt: clock.real(), expiresAt: endsAt })
    app.accounts.setStatus(account.id, 'signedIn')
    app.renewals.signedIn(account.id)
  }

  async function crash(step: Step): Promise<void> {
    next = step
    void app.renewals.renew(account.id)
    await settled()
    next = null
    app = harness.start()
  }

  const take: { [D in Step['kind']]: (step: Step & { kind: D }) => unknown } = {
    call: () => app.list(),
    calls: () => Promise.all(Array.from({ length: 5 }, app.list)),
    renew: () => app.renewals.renew(account.id),
    signIn,
    revoke: () => ((good = null), (facts.revoked = true)),
    tick: ({ ms }) => clock.advance(ms),
    sleep: ({ ms }) => clock.sleep(ms),
    jump: ({ ms }) => clock.jump(ms),
    loseReply: (step) => (next = step),
    refuse: (step) => (next = step),
    crash,
  }

  return {
    facts,
    clock,
    async take(step: Step): Promise<void> {
      await take[step.kind](step as never)
    },
    accountStatus: () => app.accountStatus(),
    /** Whether the app has the token that the service accepts. */
    async storesValidToken() {
      const stored = await app.vault.get(account.id)
      return stored.kind === 'readable' && stored.token === good
    },
  }
}

const constant = (step: Step): fc.Arbitrary<Step> => fc.constant(step)
const jump = fc.constantFrom(YEAR, -YEAR, HOUR, -HOUR).map((ms): Step => ({ kind: 'jump', ms }))

describe('in any order of calls, timers, sleeps, clock jumps, lost replies, refusals and crashes', () => {
  it('nobody is signed out wrongly, no token is lost, and none is renewed twice', async () => {
    const steps = fc.oneof(
      { weight: 5, arbitrary: constant({ kind: 'call' }) },
      constant({ kind: 'calls' }),
      constant({ kind: 'renew' }),
      constant({ kind: 'signIn' }),
      { weight: 2, arbitrary: fc.nat(HOUR / 4).map((ms): Step => ({ kind: 'tick', ms })) },
      fc.nat(HOUR / 2).map((ms): Step => ({ kind: 'sleep', ms })),
      jump,
      fc.boolean().map((carriedOut): Step => ({ kind: 'loseReply', carriedOut })),
      fc.boolean().map((carriedOut): Step => ({ kind: 'crash', carriedOut })),
      fc
        .constantFrom('offline', 'html401', 'server', 'limited')
        .map((how): Step => ({ kind: 'refuse', how })),
      constant({ kind: 'revoke' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (order) => {
        const { take, facts, accountStatus, storesValidToken } = await setUpOrders()
        for (const step of order) {
          await take(step)
          // The status shows the actual outcome.
          if (accountStatus() === 'signedOut') expect(facts).toMatchObject({ wasTokenInvalid: true })
          if (accountStatus() === 'renewalLost') expect(facts).toMatchObject({ leftOpen: true })
          if (accountStatus() === 'signedIn') {
            const isOver = facts.leftOpen || facts.wasTokenInvalid || facts.revoked
            expect((await storesValidToken()) || isOver).toBe(true)
          }
        }
        expect([new Set(facts.replaced).size, facts.sentAgain]).toEqual([facts.replaced.length, 0])
      }),
      { numRuns: 500 },
    )
  })

  it('a token in regular use never expires, however the clock is set, and is renewed no more than necessary', async () => {
    const wait = fc.integer({ min: 1, max: 4 * MINUTE })
    const ticks = { weight: 4, arbitrary: wait.map((ms): Step => ({ kind: 'tick', ms })) }
    const going = fc.oneof(
      ticks,
      wait.map((ms): Step => ({ kind: 'sleep', ms })),
      jump,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(going, { maxLength: 60 }), async (order) => {
        const { take, facts, accountStatus, clock } = await setUpOrders()
        const from = clock.real()
        await take({ kind: 'call' })
        for (const step of order) {
          await take(step)
          await take({ kind: 'call' })
        }
        expect([accountStatus(), facts.wasTokenInvalid]).toEqual(['signedIn', false])
        const turns = order.filter((step) => step.kind === 'jump').length
        expect(facts.replaced.length).toBeLessThanOrEqual((clock.real() - from) / (55 * MINUTE) + turns)
      }),
      { numRuns: 200 },
    )
  })
})
