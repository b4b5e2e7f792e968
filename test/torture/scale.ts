import { randomInt } from 'node:crypto'

/** Whether this is `npm run torture`, and not the smaller run that `npm test` makes of each part. */
export const IS_FULL = process.env['SESSION_DESK_TORTURE'] === 'full'

/** How much of something this run does. */
export function scale(amounts: { full: number; small: number }): number {
  return IS_FULL ? amounts.full : amounts.small
}

/** Kills so far, and those of them that hit a write that was under way. */
export interface KillCount {
  kills: number
  inAWrite: number
}

/** Whether a run of kills may end: both counts are reached, or `atMost` kills did not reach them on this machine. */
export function enoughKills(done: KillCount, goal: KillCount & { atMost: number }): boolean {
  return done.kills >= goal.atMost || (done.kills >= goal.kills && done.inAWrite >= goal.inAWrite)
}

/** The seed of this run's random choices: SESSION_DESK_SEED, to repeat a run, or a new one. */
export function seedOfRun(): number {
  const given = Number(process.env['SESSION_DESK_SEED'])
  return Number.isInteger(given) && given > 0 ? given : randomInt(1, 2 ** 31)
}

/** Numbers in [0, 1) that the same seed gives again (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
