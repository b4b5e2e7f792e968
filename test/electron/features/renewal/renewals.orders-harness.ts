import { settled } from '../../fakes.ts'
import type { Answer } from '../../fake-service.ts'
import { LIST, ME, REFRESH, unauthenticated } from '../../core/core-harness.ts'
import { grantedUntil, HOUR, setUpRenewal } from './renewal-harness.ts'

/** The events of an account whose token lives for an hour. Times are ms. */
export type Step =
  | { do: 'call' | 'calls' | 'renew' | 'revoke' | 'signIn' }
  | { do: 'tick' | 'sleep' | 'jump'; ms: number }
  | { do: 'loseReply' | 'crash'; carriedOut: boolean }
  | { do: 'refuse'; how: keyof typeof REFUSALS }

const REFUSALS = {
  offline: { kind: 'offline', reason: 'noNetwork' },
  html401: { status: 401, body: '<html>Sign in to the network</html>' },
  server: { status: 503 },
  limited: { status: 429, retryAfter: '30' },
} satisfies Record<string, Answer>

/** An account in the real services, and a service whose state is known. */
export async function setUpRenewalOrders() {
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
      const isLost = outcome?.do === 'loseReply' || outcome?.do === 'crash'
      const isOpen = isLost || (outcome?.do === 'refuse' && ['html401', 'server'].includes(outcome.how))
      if (isOpen && endpoint === REFRESH) facts.leftOpen = true
      if (endpoint === REFRESH && facts.replaced.includes(token)) facts.sentAgain++
      if (outcome?.do === 'refuse') return REFUSALS[outcome.how]
      const isCarriedOut = !isLost || outcome.carriedOut
      const answer = isCarriedOut ? answerFor(token, work) : unauthenticated
      if (outcome?.do === 'crash') return new Promise(() => undefined)
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

  async function take(step: Step): Promise<void> {
    switch (step.do) {
      case 'call':
        await app.list()
        return
      case 'calls':
        await Promise.all(Array.from({ length: 5 }, app.list))
        return
      case 'renew':
        await app.renewals.renew(account.id)
        return
      case 'signIn':
        return signIn()
      case 'revoke':
        good = null
        facts.revoked = true
        return
      case 'tick':
        return clock.advance(step.ms)
      case 'sleep':
        return clock.sleep(step.ms)
      case 'jump':
        return clock.jump(step.ms)
      case 'loseReply':
      case 'refuse':
        next = step
        return
      case 'crash':
        next = step
        void app.renewals.renew(account.id)
        await settled()
        next = null
        app = harness.start()
    }
  }

  return {
    take,
    facts,
    clock,
    lost: harness.lost,
    accountStatus: () => app.accountStatus(),
    /** Whether the app has the token that the service accepts. */
    async storesValidToken() {
      const stored = await app.vault.get(account.id)
      return stored.state === 'readable' && stored.token === good
    },
  }
}
