import { setTimeout as sleep } from 'node:timers/promises'
import { seed, signInAll } from '../../support/page-actions.ts'
import type { BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { costOf } from '../processes.ts'
import { median, medianRatio } from '../statistics.ts'
import { startTimed } from '../timed-start.ts'

const COUNTS = [1, 10, 50] as const
const SUBJECTS = ['one', 'control', 'ten', 'fifty'] as const
type Subject = (typeof SUBJECTS)[number]
const ACCOUNTS_OF: Record<Subject, number> = { one: 1, control: 1, ten: 10, fifty: 50 }
const PASSWORD = 'correct horse battery'
const SESSIONS = 12
const LISTED = 'GET /auth/sessions'

/** Rounds that also wait for all lists and measure the memory. */
const MEMORY_ROUNDS = 3
/** The wait after the last list, while the page frees start-up memory. */
const SETTLING_MS = 4_000
/** How often the requests are counted, ms, and how long at most. */
const POLL_MS = 100
const TIMEOUT_MS = 120_000

const emailOf = (index: number): string => `account-${index}@example.com`

/**
 * The start with 1, 10 and 50 signed-in accounts until the rows of the shown one, and the memory of all processes once
 * every list was fetched.
 */
export async function measureAccounts(harness: BenchHarness, rounds: number): Promise<Figure[]> {
  for (let index = 0; index < Math.max(...COUNTS); index++) {
    await harness.service.state.addUser({
      email: emailOf(index),
      password: PASSWORD,
      name: `Account ${index}`,
    })
    seed(harness.service, emailOf(index), SESSIONS)
  }
  const profiles = new Map<number, string>()
  for (const count of COUNTS) profiles.set(count, await profileWith(harness, count))
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
  return (['ten', 'fifty'] as const).flatMap((subject): Figure[] => {
    const name = `${ACCOUNTS_OF[subject]} accounts`
    const isLargest = subject === 'fifty'
    return [
      {
        what: `${name}, to the list, over one`,
        value: medianRatio(starts[subject], starts.one),
        unit: '×',
        control: medianRatio(starts.control, starts.one),
        ...(isLargest ? { budget: 1.3 } : {}),
      },
      {
        what: `${name}, to the list`,
        value: median(starts[subject]),
        unit: 'ms',
        control: median(starts.one),
      },
      {
        what: `${name}, PSS with all lists, over one`,
        value: medianRatio(memory[subject], memory.one),
        unit: '×',
        control: medianRatio(memory.control, memory.one),
        ...(isLargest ? { budget: 1.1 } : {}),
      },
      {
        what: `${name}, PSS with all lists`,
        value: median(memory[subject]),
        unit: 'MB',
        control: median(memory.one),
      },
    ]
  })
}

/** A profile with so many signed-in accounts; the first one is active. */
async function profileWith(harness: BenchHarness, count: number): Promise<string> {
  const profile = harness.newProfile()
  const app = await harness.launch('app', profile)
  const page = await app.window()
  // The account of the first email signs in last, so that it is the active one.
  const users = Array.from({ length: count }, (_, index) => ({
    email: emailOf(count - 1 - index),
    password: PASSWORD,
  }))
  await signInAll(page, harness.service.baseUrl, users)
  await app.evidence()
  return profile
}

/** Waits until the list of every account was fetched. */
async function listsOf({ service }: BenchHarness, count: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  const fetched = (): number =>
    new Set(
      service.requests
        .filter(({ endpoint, ended }) => endpoint === LISTED && ended)
        .map(({ bearer }) => bearer),
    ).size
  while (fetched() < count) {
    if (performance.now() > deadline) throw new Error(`${fetched()} of ${count} lists were fetched`)
    await sleep(POLL_MS)
  }
}
