import { randomInt } from 'node:crypto'

/** Whether this is the full run of `npm run torture`, and not a smaller one. */
export const IS_FULL = process.env['SESSION_DESK_TORTURE'] === 'full'

/** The seed of this run's random choices: SESSION_DESK_SEED, to repeat a run, or a new one. */
export const SEED = seedFrom(process.env['SESSION_DESK_SEED'])

/** The amount for this run. */
export function scale(amounts: { full: number; small: number }): number {
  return IS_FULL ? amounts.full : amounts.small
}

/** Kills so far, and those that hit a running write. */
export interface KillCount {
  kills: number
  inAWrite: number
}

/** Whether a run of kills may end: it reached both counts, or `atMost` kills. */
export function enoughKills(done: KillCount, goal: KillCount & { atMost: number }): boolean {
  return done.kills >= goal.atMost || (done.kills >= goal.kills && done.inAWrite >= goal.inAWrite)
}

function seedFrom(text = ''): number {
  const given = Number(text)
  return Number.isInteger(given) && given > 0 ? given : randomInt(1, 2 ** 31)
}
