import { randomInt } from 'node:crypto'

/** Whether this is the full run of `npm run torture`, and not a smaller one. */
export const IS_FULL = process.env['SESSION_DESK_TORTURE'] === 'full'

/** The seed of this run's random choices: SESSION_DESK_SEED, to repeat a run, or a new one. */
export const SEED = seedFrom(process.env['SESSION_DESK_SEED'])

/** The amount for this run. */
export function scale(amounts: { full: number; small: number }): number {
  return IS_FULL ? amounts.full : amounts.small
}

function seedFrom(text = ''): number {
  const given = Number(text)
  return Number.isInteger(given) && given > 0 ? given : randomInt(1, 2 ** 31)
}
