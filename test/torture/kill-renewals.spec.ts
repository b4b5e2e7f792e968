import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPracticeService, type PracticeService } from '../service/start.ts'
import { ANA, test } from './fixture.ts'
import type { Opened } from './probe/renew-forever.ts'
import { report } from './report.ts'
import { randomFrom } from '../support/random.ts'
import { scale, SEED } from './scale.ts'
import { inBothEnvironments, startUntil, type StartVictim } from './start-to-kill.ts'

/** In each of the two environments. */
const KILLS = scale({ full: 100, small: 3 })
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
async function killAgainAndAgain(startVictim: StartVictim, home: string, inSnap: boolean) {
  const random = randomFrom(SEED + Number(inSnap))
  const folder = await mkdtemp(join(home, 'renewing-'))
  const options = { scryptCost: 16, tokenLifetimeSeconds: 3_600, refreshKeepsSession: inSnap }
  const service = await startPracticeService(options)
  const input = { folder, server: service.baseUrl, email: ANA.email, password: ANA.password }
  await service.state.addUser(ANA)
  // `good`: kills after which the token was valid; `lost`: after which the service had replaced it.
  const tally = { kills: 0, renewals: 0, good: 0, lost: 0, wrongSignOuts: 0, crashes: 0 }
  const violations: string[] = []
  let wasSignedIn = false
  let explained = new Set<string | null>()

  for (let round = 0; round <= KILLS; round++) {
    service.faults.clear()
    if (random() < 0.5)
      service.faults.add({ kind: 'delay', ms: random() * 15, when: 'after', endpoint: REFRESH })
    const askedBefore = service.countRequests(ME)
    const isLooking = round > 0 && round < KILLS && random() < 0.4
    const { victim, crashes } = await startUntil(startVictim, ['renewForever', input, inSnap], (line) =>
      isLooking ? 'awake' in line : 'renewed' in line,
    )
    tally.crashes += crashes
    if (isLooking) {
      while (service.countRequests(ME) === askedBefore && victim.lines.length === 1) await sleep(1)
      await sleep(random() * LATEST_KILL.looking)
    } else {
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
    if (round < KILLS) tally.kills++
  }
  await service.close()
  return { ...tally, violations }
}

test('kill -9 while tokens are renewed', async ({ startVictim, desktop }) => {
  test.setTimeout(60_000 + 2 * KILLS * 5_000)
  const { sum, inSnap, violations } = await inBothEnvironments((isSnap) =>
    killAgainAndAgain(startVictim, desktop.folder, isSnap),
  )
  const figures = {
    kills: sum('kills'),
    'of them in a snap': inSnap,
    renewals: sum('renewals'),
    'signed in afterwards': sum('good'),
    'shown why not': sum('lost'),
    'wrongly out': sum('wrongSignOuts'),
  }
  const part = 'kill -9 while tokens are renewed'
  await report({ part, figures, violations }, { 'crashes of Electron itself': sum('crashes') })
})
