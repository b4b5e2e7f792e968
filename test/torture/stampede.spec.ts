import { join } from 'node:path'
import type { PracticeService } from '../service/start.ts'
import type { Desktop } from '../support/desktop/desktop.ts'
import { ANA, expect, test, type AskProbe } from './fixture.ts'
import { report } from './report.ts'
import { scale } from './scale.ts'

const CALLS = scale({ full: 1_000, small: 100 })
/** Few enough that Chromium sends them at once: it opens at most 6 connections to a host. */
const EARLY = 5
const REFRESH = 'POST /auth/refresh'
const LIST = 'GET /auth/sessions'

/** Runs calls around a renewal; `madeAgain` counts those that failed with the old token and were replayed once. */
async function stampede(
  { ask, service, desktop }: { ask: AskProbe; service: PracticeService; desktop: Desktop },
  name: string,
  isDue: boolean,
  run: () => Promise<object[]>,
) {
  const email = `${name.replaceAll(' ', '-')}@example.com`
  const { id: userId } = await service.state.addUser({ ...ANA, email })
  const { token } = service.state.addSession(email)
  const folder = join(desktop.folder, email)
  await ask('enterStampede', { folder, baseUrl: service.baseUrl, userId, email, token, isDue })
  service.clearRequests()
  const failures = await run()
  service.faults.clear()
  const end = await ask('stampedeEnd', { folder })
  const violations = failures.map((failure) => `a call failed: ${JSON.stringify(failure)}`)
  const expectThat = (isTrue: boolean, what: string) => isTrue || violations.push(what)
  const renewals = service.countRequests(REFRESH)
  expectThat(renewals === 1, `${renewals} renewals were sent`)
  expectThat(end.token !== null && end.token !== token, 'the new token is not held')
  expectThat(end.onDisk === end.token, 'the disk has another token')
  expectThat(end.accountStatus === 'signedIn', `the account is ${end.accountStatus}`)
  const lists = service.requests.filter(({ endpoint }) => endpoint === LIST)
  const tooOld = lists.filter(({ bearer, at }) => bearer === token && at > end.keptAt).length
  const tooNew = lists.filter(({ bearer, at }) => bearer === end.token && at < end.keptAt).length
  expectThat(tooOld === 0, `${tooOld} calls used the old token after the new one was kept`)
  expectThat(tooNew === 0, `${tooNew} calls used the new token before it was kept`)
  const madeAgain = lists.filter(({ status }) => status === 401).length
  return {
    calls: lists.length - madeAgain,
    renewals,
    madeAgain,
    failures: failures.length,
    violations: violations.map((what) => `${name}: ${what}`),
  }
}

test('calls at once around a renewal', async ({ ask, service, desktop }) => {
  test.setTimeout(180_000)
  const surroundings = { ask, service, desktop }
  const due = await stampede(surroundings, 'a renewal that is due', true, () =>
    ask('callAtOnce', { count: CALLS }),
  )

  const slow = await stampede(surroundings, 'a slow renewal', true, async () => {
    service.faults.add({ kind: 'delay', ms: 1_500, when: 'after', endpoint: REFRESH })
    const first = ask('callAtOnce', { count: CALLS / 2 })
    await expect.poll(() => service.countRequests(REFRESH)).toBe(1)
    return [...(await ask('callAtOnce', { count: CALLS / 2 })), ...(await first)]
  })

  const amid = await stampede(surroundings, 'a renewal amid calls', false, async () => {
    service.faults.add({ kind: 'delay', ms: 1_000, endpoint: LIST, calls: { first: EARLY } })
    const early = ask('callAtOnce', { count: EARLY })
    // On a busy computer a GET may run into its time limit, and is sent again.
    await expect.poll(() => service.countRequests(LIST)).toBeGreaterThanOrEqual(EARLY)
    service.faults.add({ kind: 'delay', ms: 300, when: 'after', endpoint: REFRESH })
    const renewal = ask('renewNow', null)
    await expect.poll(() => service.countRequests(REFRESH)).toBe(1)
    const late = ask('callAtOnce', { count: CALLS - EARLY })
    return (await Promise.all([early, renewal, late])).flat()
  })

  const all = [due, slow, amid]
  const sum = (name: 'calls' | 'renewals' | 'failures' | 'madeAgain'): number =>
    all.reduce((total, round) => total + round[name], 0)
  await report(
    {
      part: 'calls at once around a renewal',
      figures: { calls: sum('calls'), 'renewals sent': sum('renewals'), failures: sum('failures') },
      violations: all.flatMap(({ violations }) => violations),
    },
    { 'calls made once more': sum('madeAgain') },
  )
})
