import type { LifeEvent } from '../events.ts'
import { answered, endsOf, intentsOf, resultOf, type Desk } from './person.ts'

/** The events by which a person signs in and out, and looks again. */
export type AccountEvent = Extract<
  LifeEvent,
  { kind: 'refresh' | 'renew' | 'signOut' | 'signOutEverywhere' | 'signOutUnseen' }
>

/** The addresses of the service: two lead to the same. */
const BASES = ['https://chat.example/api/v1', 'https://chat.example:8443/api/v1']

/** Signs a user in at one of the addresses. */
export async function signIn(desk: Desk, user: number, base: number): Promise<void> {
  const { app, truth } = desk
  const { email, password, name } = truth.users[user] ?? { email: '', password: '-', name: 'nobody' }
  const typed = { server: BASES[base] ?? '', email, password, deviceName: 'This desk' }
  const reply = await answered(desk, app.request('account:signIn', typed))
  desk.tell(`The person signs in as ${name} at address ${base}: ${resultOf(reply)}`)
}

/** Adds the account of a user's API token at one of the addresses. */
export async function connect(desk: Desk, user: number, base: number): Promise<void> {
  const { apiToken = 'sk_', name } = desk.truth.users[user] ?? {}
  const typed = { server: BASES[base] ?? '', token: apiToken }
  const reply = await answered(desk, desk.app.request('account:addApiToken', typed))
  desk.tell(`The person adds the API token of ${name} at address ${base}: ${resultOf(reply)}`)
}

async function signOutEverywhere(desk: Desk, accountId: string): Promise<void> {
  const { app, oracle, truth } = desk
  const before = endsOf(desk, accountId).batches.filter(({ phase }) => phase.kind === 'going')
  const { user, baseUrl } = app.services.accounts.get(accountId) ?? {}
  const theirs = truth.signedIn(user?.id ?? 0)
  const learn = oracle.intents.signsOutEverywhere(accountId)
  const reply = await answered(desk, app.request('account:signOutEverywhere', { accountId }))
  desk.tell(`The person signs out everywhere: ${resultOf(reply)}`)
  learn(reply?.ok !== false)
  // If somebody else ended this device meanwhile, a lost answer and a revoked token look like a sign-out that worked.
  const own = theirs.filter(({ isOurs, base }) => isOurs && base === baseUrl)
  if (reply?.ok && own.some(({ until, endedBy }) => until === null || endedBy === 'app'))
    oracle.toldSignedOut(theirs)
  if (reply?.ok !== false) return void oracle.leaves(accountId)
  const paused = endsOf(desk, accountId).batches.find(
    ({ number, phase }) => phase.kind === 'paused' && before.some((batch) => batch.number === number),
  )
  if (paused) oracle.violations.add('refused sign-out pauses ends', null, `Batch ${paused.number} is paused.`)
}

/** Does what an event says in an account. */
export async function useAccount(desk: Desk, accountId: string, event: AccountEvent): Promise<void> {
  const { app, oracle } = desk
  switch (event.kind) {
    case 'refresh': {
      const reply = await answered(desk, app.request('session:refresh', { accountId }))
      return desk.tell(`The person refreshes the list: ${resultOf(reply)}`)
    }
    case 'renew': {
      const reply = await answered(desk, app.request('account:renew', { accountId }))
      return desk.tell(`The person renews the token: ${resultOf(reply)}`)
    }
    case 'signOut': {
      // Those that a question named before are dropped.
      const view = endsOf(desk, accountId)
      const alone = view.batches.filter(
        ({ cause, phase }) => cause === 'one' && (phase.kind === 'undoable' || phase.kind === 'going'),
      )
      const isIts = intentsOf(desk, view, (batch) => alone.some(({ number }) => number === batch))
      const open = oracle.intents.all.filter((intent) => intent.state === 'open' && isIts(intent))
      oracle.intents.flush(accountId)
      const stays = oracle.leaves(accountId)
      const { status, credential } = app.services.accounts.get(accountId) ?? {}
      // Nothing is left of an account that has no readable token, nor of an API token's.
      if (status !== 'signedIn' || credential?.kind === 'instance') oracle.written.loses(accountId)
      const reply = await answered(desk, app.request('account:signOut', { accountId }))
      desk.tell(`The person signs out: ${resultOf(reply)}`)
      if (reply?.ok === false) stays()
      if (!reply?.ok || reply.value.service !== 'confirmed') return
      const { unended = [] } = reply.value
      // An alias names its session too.
      const named = view.ends
        .filter(({ name }) => unended.includes(name))
        .map(({ key }) => oracle.sessionOf(accountId, key))
      const unnamed = open.filter(({ session }) => !named.includes(session))
      return oracle.hasLeft(accountId, unnamed, unended)
    }
    case 'signOutEverywhere':
    case 'signOutUnseen':
      return signOutEverywhere(desk, accountId)
  }
}
