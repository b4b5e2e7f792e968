import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from './fixture.ts'
import { report } from './report.ts'
import { randomFrom } from '../support/random.ts'
import { scale, SEED } from './scale.ts'
import { inBothEnvironments, startUntil, type StartVictim } from './start-to-kill.ts'

/** Each of the two environments gets half of these; how many kills hit a write depends on the disk. */
const GOAL = {
  kills: scale({ full: 500, small: 6 }),
  /** The number of kills that must hit a running write. */
  inAWrite: scale({ full: 50, small: 0 }),
  atMost: scale({ full: 2_500, small: 6 }),
}
const ACCOUNTS = ['ana', 'bruno', 'carla']
/** ms after the first write. */
const LATEST_KILL = 120

/** Kills the writer repeatedly; each start checks the files after the previous kill. */
async function killAgainAndAgain(startVictim: StartVictim, home: string, inSnap: boolean) {
  const random = randomFrom(SEED + Number(inSnap))
  const folder = await mkdtemp(join(home, 'killed-'))
  const tally = { kills: 0, inAWrite: 0, kept: 0, crashes: 0, violations: [] as string[] }
  const acknowledged = new Map(ACCOUNTS.map((accountId) => [accountId, 0]))
  for (let round = 0; ; round++) {
    const isEnough = tally.kills >= GOAL.kills && tally.inAWrite >= GOAL.inAWrite
    const isLast = isEnough || tally.kills >= GOAL.atMost
    const task = ['writeForever', { folder, accountIds: ACCOUNTS }, inSnap] as const
    const { victim, first, crashes } = await startUntil(startVictim, [...task], (line) => 'found' in line)
    tally.crashes += crashes
    if (!('found' in first)) throw new Error('not reached')
    for (const accountId of ACCOUNTS) {
      const least = acknowledged.get(accountId) ?? 0
      const { state, number } = first.found[accountId]!
      // A written token may lack its acknowledgement.
      const isRight =
        number === null ? state === 'none' && least === 0 : number === least || number === least + 1
      if (!isRight) {
        const after = `after kill ${round}${inSnap ? ' in a snap' : ''} (seed ${SEED})`
        tally.violations.push(`${after}: ${accountId} is ${state}, ${number} instead of ${least}`)
      }
      acknowledged.set(accountId, number ?? 0)
    }
    if (!isLast) {
      await victim.waitForLine((line) => 'kept' in line)
      await sleep(random() * LATEST_KILL)
    }
    await victim.kill()
    if (isLast) break
    tally.kills++
    for (const line of victim.lines) {
      if (!('kept' in line)) continue
      acknowledged.set(line.kept.accountId, line.kept.number)
      tally.kept++
    }
    if ((await readdir(folder)).some((name) => name.startsWith('vault.json.tmp-'))) tally.inAWrite++
  }
  const left = await readdir(folder)
  tally.violations.push(...left.filter((name) => name.includes('unreadable')).map((name) => `torn: ${name}`))
  return tally
}

test('kill -9 while tokens are written', async ({ startVictim, desktop }) => {
  test.setTimeout(60_000 + 2 * GOAL.atMost * 5_000)
  const { sum, inSnap, violations } = await inBothEnvironments((isSnap) =>
    killAgainAndAgain(startVictim, desktop.folder, isSnap),
  )
  const lost = violations.length
  if (sum('inAWrite') < 2 * GOAL.inAWrite)
    violations.push(`only ${sum('inAWrite')} kills were in the middle of a write`)
  const figures = {
    kills: sum('kills'),
    'of them in a snap': inSnap,
    'in the middle of a write': sum('inAWrite'),
    'tokens acknowledged': sum('kept'),
    lost,
  }
  const part = 'kill -9 while tokens are written'
  await report({ part, figures, violations }, { 'crashes of Electron itself': sum('crashes') })
})
