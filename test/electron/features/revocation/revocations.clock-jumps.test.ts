import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listSessions } from '../../../../electron/api/sessions.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import { createGateway } from '../../../../electron/core/gateway.ts'
import { createRateLimits } from '../../../../electron/core/rate-limits.ts'
import { createVault, type Ciphertexts } from '../../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeClock, fakeLog, LIFE, type FakeClock } from '../../fakes.ts'
import { accountOf, fakeService } from '../../fake-service.ts'
import { setUpRevocations } from './revocations-harness.ts'
import { HOUR, REFRESH, setUpRenewal } from '../renewal/renewal-harness.ts'

const SECOND = 1_000
const LIST = 'GET /auth/sessions'

/** The changes of this computer's clock; ms. */
type Turn = { kind: 'tick' | 'jump' | 'sleep'; ms: number }

const jump = fc.integer({ min: -48 * HOUR, max: 48 * HOUR }).map((ms): Turn => ({ kind: 'jump', ms }))
const tick = fc.integer({ min: 1, max: 20 * SECOND }).map((ms): Turn => ({ kind: 'tick', ms }))
const sleep = fc.integer({ min: 1, max: HOUR }).map((ms): Turn => ({ kind: 'sleep', ms }))
const turns = (...kinds: fc.Arbitrary<Turn>[]) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: tick }, ...kinds), { maxLength: 30 })

async function take(clock: FakeClock, turn: Turn): Promise<void> {
  if (turn.kind === 'tick') await clock.advance(turn.ms)
  else clock[turn.kind](turn.ms)
}

/** A gateway over a service. */
async function setUpGateway() {
  const [clock, account] = [fakeClock(), accountOf(7)]
  const service = fakeService(clock)
  const accountsFile = fakeStore({ accounts: [account], activeAccountId: account.id })
  const accounts = createAccounts(accountsFile, fakeLog(), () => undefined)
  const vault = createVault({ cipher: fakeCipher(), store: fakeStore<Ciphertexts>({}), log: fakeLog() })
  await vault.put(account.id, '7|token', LIFE)
  const gateway = createGateway({
    accounts,
    vault,
    transportOf: (_id, baseUrl) => service.transportTo(baseUrl),
    ensureFresh: async () => undefined,
    journal: { of: () => null, markLost: () => undefined },
    failed: () => undefined,
    rateLimits: createRateLimits(clock, () => undefined),
    log: fakeLog(),
  })
  return { clock, service, account, gateway }
}

describe('with any setting of this computer’s clock, and any sleep', () => {
  it('a pause lasts as long as the service required', async () => {
    await fc.assert(
      fc.asyncProperty(turns(jump, sleep), async (order) => {
        const { clock, service, account, gateway } = await setUpGateway()
        const list = () => gateway.callAs(account.id, listSessions)
        service.on(LIST, () => ({ status: 429, retryAfter: '60' }))
        await list()
        service.on(LIST, () => ({ status: 200, body: { data: { sessions: [] } } }))
        const from = clock.real()
        for (const turn of order) {
          await take(clock, turn)
          expect(gateway.rateLimitedUntil(account.id) !== null).toBe(clock.real() < from + 60 * SECOND)
          const answer = await list()
          expect(answer.ok).toBe(clock.real() >= from + 60 * SECOND)
          // The window shows times by its own clock.
          if (!answer.ok)
            expect(answer.failure).toMatchObject({ retryAt: clock.now() + from + 60 * SECOND - clock.real() })
        }
      }),
    )
  })

  it('a failed renewal is retried in time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jump, { minLength: 1, maxLength: 4 }), async (jumps) => {
        const { clock, service, list, countRequests, account, renewals } = await setUpRenewal()
        renewals.signedIn(account.id)
        await clock.advance(HOUR - 250 * SECOND)
        service.on(REFRESH, () => ({ status: 500 }))
        await list()
        expect(countRequests(REFRESH)).toBe(1)
        for (const { ms } of jumps) clock.jump(ms)
        await clock.advance(5 * SECOND)
        await list()
        expect(countRequests(REFRESH)).toBe(1)
        await clock.advance(80 * SECOND)
        await list()
        expect(countRequests(REFRESH)).toBe(2)
      }),
    )
  })

  it('a revocation is sent after its undo window of 5 s, not before and not later', async () => {
    const short = fc.integer({ min: 1, max: 2 * SECOND }).map((ms): Turn => ({ kind: 'tick', ms }))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(short, jump), { maxLength: 20 }), async (order) => {
        const { clock, revocations, deletes, summary } = await setUpRevocations()
        revocations.bulk.start('a', { kind: 'others' })
        const from = clock.real()
        for (const turn of order) {
          await take(clock, turn)
          revocations.wake()
          const passed = clock.real() - from
          expect(deletes().length > 0).toBe(passed >= 5 * SECOND)
          const until = clock.now() + 5 * SECOND - passed
          if (passed < 5 * SECOND) expect(summary().phase).toEqual({ kind: 'undoable', until })
        }
      }),
    )
  })

  it('revocations that wait for the service continue when the wait is over', async () => {
    await fc.assert(
      // Less than a week in all: this service's clock is the computer's, and after a week ends ask.
      fc.asyncProperty(fc.array(jump, { maxLength: 3 }), async (jumps) => {
        const { clock, revocations, deletes, state, summary } = await setUpRevocations()
        state.answer = { status: 429, retryAfter: '12' }
        revocations.bulk.start('a', { kind: 'others' })
        await clock.advance(5_150)
        const waiting = { kind: 'waiting', reason: { kind: 'rateLimited' } }
        expect(summary()).toMatchObject({ phase: waiting, counts: { queued: 6 } })
        state.answer = null
        for (const { ms } of jumps) {
          clock.jump(ms)
          revocations.wake()
          await clock.advance(1)
        }
        await clock.advance(11_900)
        expect(deletes()).toHaveLength(4)
        await clock.advance(2_000)
        expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 6 } })
      }),
    )
  })
})
