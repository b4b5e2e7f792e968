import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

/** How hard a password is to guess, from 0 to 4, and the main weakness, or null. */
export interface Estimate {
  score: number
  because: 'common' | 'own' | 'pattern' | 'date' | null
}

/** Estimates a password; `own` are personal words, such as the name. */
export type Estimator = (password: string, own: readonly string[]) => Estimate

/** The number of characters to check: the time grows faster than the length. */
const MAX_CHARACTERS = 64

const REASONS: Readonly<Record<string, Estimate['because']>> = {
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  wordByItself: 'common',
  namesByThemselves: 'common',
  commonNames: 'common',
  userInputs: 'own',
  straightRow: 'pattern',
  keyPattern: 'pattern',
  simpleRepeat: 'pattern',
  extendedRepeat: 'pattern',
  sequences: 'pattern',
  recentYears: 'date',
  dates: 'date',
}

/** Creates the estimator. Load this module with `import()`: its word lists are large. */
export function createEstimator(): Estimator {
  const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })
  return (password, own) => {
    const { score, feedback } = estimator.check(password.slice(0, MAX_CHARACTERS), [...own])
    return { score, because: REASONS[feedback.warning ?? ''] ?? null }
  }
}
