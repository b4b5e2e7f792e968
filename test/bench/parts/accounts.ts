import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { signInAll, type Credentials } from '../../support/page-actions.ts'
import type { BenchHarness } from '../bench-harness.ts'
import { compared, type Figure } from '../figure.ts'
import { costOf } from '../processes.ts'
import { startTimed } from '../timed-start.ts'

const ACCOUNTS_OF = { one: 1, control: 1, ten: 10, fifty: 50 }
type Subject = keyof typeof ACCOUNTS_OF
const SUBJECTS = Object.keys(ACCOUNTS_OF) as Subject[]
const SESSIONS = 12
const LISTED = 'GET /auth/sessions'

/** Rounds that also wait for all lists and measure the memory. */
const MEMORY_ROUNDS = 3
/** The wait after the last list, while the page frees start-up memory. */
const SETTLING_MS = 4_000
/** How often the requests are counted, ms, and how long at most. */
const POLL_MS = 100
const TIMEOUT_MS = 120_000

/**
 * The start with 1, 10 and 50 signed-in accounts until the rows of the shown one, and the memory of all processes once
 * every list was fetched.
 */
export async function measureAccounts(harness: BenchHarness, rounds: number): Promise<Figure[]> {
  const users = await harness.addAccounts(ACCOUNTS_OF.fifty, SESSIONS)
  const profiles = new Map<number, string>()
  for (const count of new Set(Object.values(ACCOUNTS_OF)))
    profiles.set(count, await profileWith(harness, users.slice(0, count)))
  const starts: Record<Subject, number[]> = { one: [], control: [], ten: [], fifty: [] }
  const memory: Record<Subject, number[]> = { one: [], control: [], ten: [], fifty: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const subject of SUBJECTS) {
      const count = ACCOUNTS_OF[subject]
      harness.service.clearRequests()
      const started = await startTimed(harness, 'app', profiles.get(count)!, { name: 'list' })
      try {
        // The first round warms up the disk cache and the display.
        if (round > 0) starts[subject].push(started.marks.live)
        if (round >= MEMORY_ROUNDS) continue
        await listsOf(harness, count)
        await sleep(SETTLING_MS)
        memory[subject].push((await costOf(started.pid)).pss)
      } finally {
        await started.stop()
      }
    }
  }
  const figuresOf = (subject: Subject, budgets: { start?: number; memory?: number }): Figure[] => {
    const name = `${ACCOUNTS_OF[subject]} accounts`
    const samples = ({ one, control, [subject]: values }: typeof starts) => ({ values, beside: one, control })
    return [
      ...compared([`${name}, to the list`, 'one'], 'ms', samples(starts), budgets.start),
      ...compared([`${name}, PSS with all lists`, 'one'], 'MB', samples(memory), budgets.memory),
    ]
  }
  return [...figuresOf('ten', {}), ...figuresOf('fifty', { start: 1.3, memory: 1.1 })]
}

/** A profile with these signed-in accounts; the first one is active. */
async function profileWith(harness: BenchHarness, users: readonly Credentials[]): Promise<string> {
  const profile = harness.newProfile()
  // The account that signs in last is the active one.
  const signIn = (page: Page) => signInAll(page, harness.service.baseUrl, users.toReversed())
  await harness.withApp('app', signIn, { profile })
  return profile
}

/** Waits until the list of every account was fetched. */
async function listsOf({ service }: BenchHarness, count: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  const fetched = (): number => {
    const lists = service.requests.filter(({ endpoint, ended }) => endpoint === LISTED && ended)
    return new Set(lists.map(({ bearer }) => bearer)).size
  }
  while (fetched() < count) {
    if (performance.now() > deadline) throw new Error(`${fetched()} of ${count} lists were fetched`)
    await sleep(POLL_MS)
  }
}
