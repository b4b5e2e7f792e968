import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPracticeService, type PracticeService } from '../service/start.ts'
import { test } from './fixture.ts'
import type { Opened, RenewLine } from './probe/renew-forever.ts'
import { report } from './report.ts'
import { randomFrom, scale, SEED } from './scale.ts'
import { startToKill, type ProbeSetup } from './start-to-kill.ts'

const KILLS = scale({ full: 200, small: 6 })
const ANA = { email: 'ana@example.com', password: 'correct horse' }
const ME = 'GET /auth/me'
const REFRESH = 'POST /auth/refresh'
/** ms after renewing began, and after the app checked the outcome of the previous renewal. */
const LATEST_KILL = { renewing: 100, looking: 15 }

/** The tokens that the service replaced in a renewal whose reply was lost. */
function lostTokens({ requests }: PracticeService): Set<string | null> {
  const replaced = requests.filter(({ endpoint }) => endpoint === REFRESH).map(({ bearer }) => bearer)
  const refused = requests.filter(({ endpoint, status }) => endpoint === ME && status === 401)
  return new Set(refused.map(({ bearer }) => bearer).filter((bearer) => replaced.includes(bearer)))
}

/** The problem with what a start found; null for none. */
function wrongWith({ before, after, failure }: Opened, isLost: boolean): string | null {
  if (after === 'signedIn') return failure === null ? null : `signed in, but the first call is ${failure}`
  if (after === 'renewalLost') return isLost ? null : 'reported a lost renewal that never happened'
  return `${before}, then ${after}${isLost ? ' instead of renewalLost' : ''}`
}

/** Kills the renewing app repeatedly; each start finds out what became of the renewal before. */
async function killAgainAndAgain(
  setup: ProbeSetup,
  service: PracticeService,
  inSnap: boolean,
  kills: number,
) {
  const random = randomFrom(SEED + Number(inSnap))
  const folder = await mkdtemp(join(setup.desktop.folder, 'renewing-'))
  const input = { folder, server: service.baseUrl, ...ANA }
  await service.state.addUser(ANA)
  // `good`: kills after which the token was valid; `lost`: after which the service had replaced it.
  const tally = { kills: 0, renewals: 0, good: 0, lost: 0, wrongSignOuts: 0 }
  const violations: string[] = []
  let wasSignedIn = false
  let explained = new Set<string | null>()

  for (let round = 0; round <= kills; round++) {
    service.faults.clear()
    if (random() < 0.5)
      service.faults.add({ kind: 'delay', ms: random() * 15, when: 'after', endpoint: REFRESH })
    const askedBefore = service.countRequests(ME)
    const victim = startToKill<'renewForever', RenewLine>(setup, 'renewForever', input, inSnap)
    const isLooking = round > 0 && round < kills && random() < 0.4
    if (isLooking) {
      await victim.waitForLine((line) => 'awake' in line)
      while (service.countRequests(ME) === askedBefore && victim.lines.length === 1) await sleep(1)
      await sleep(random() * LATEST_KILL.looking)
    } else {
      await victim.waitForLine((line) => 'renewed' in line)
      await sleep(random() * LATEST_KILL.renewing)
    }
    await victim.kill()
    for (const line of victim.lines) {
      if ('renewed' in line) tally.renewals++
      if ('signedIn' in line) {
        wasSignedIn = true
        explained = lostTokens(service)
      }
      if (!('opened' in line) || (line.opened.after === null && !wasSignedIn)) continue
      const isLost = [...lostTokens(service)].some((token) => !explained.has(token))
      const wrong = wrongWith(line.opened, isLost)
      if (wrong !== null)
        violations.push(`start ${round}${inSnap ? ' in a snap' : ''} (seed ${SEED}): ${wrong}`)
      if (line.opened.after === 'signedIn') tally.good++
      if (line.opened.after === 'renewalLost') tally.lost++
      if (line.opened.after === 'signedOut') tally.wrongSignOuts++
    }
    if (round < kills) tally.kills++
  }
  return { ...tally, violations }
}

test('renewals survive kill -9 at any moment', async ({ runtime, desktop, profile, probeRoot }) => {
  test.setTimeout(60_000 + KILLS * 5_000)
  const setup = { runtime, desktop, root: probeRoot, profile }
  const tallies: Awaited<ReturnType<typeof killAgainAndAgain>>[] = []
  for (const inSnap of [false, true]) {
    const service = await startPracticeService({
      scryptCost: 16,
      tokenLifetimeSeconds: 3_600,
      refreshKeepsSession: inSnap,
    })
    tallies.push(await killAgainAndAgain(setup, service, inSnap, KILLS / 2))
    await service.close()
  }
  const sum = (name: 'kills' | 'renewals' | 'good' | 'lost' | 'wrongSignOuts'): number =>
    tallies.reduce((total, tally) => total + tally[name], 0)
  await report({
    part: 'kill -9 while tokens are renewed',
    figures: {
      kills: sum('kills'),
      'of them in a snap': tallies[1]?.kills ?? 0,
      renewals: sum('renewals'),
      'signed in afterwards': sum('good'),
      'shown why not': sum('lost'),
      'wrongly out': sum('wrongSignOuts'),
    },
    violations: tallies.flatMap(({ violations }) => violations),
  })
})
