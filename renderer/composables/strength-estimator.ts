import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

/** How hard a password is to guess, 0 to 4, and what makes it easy. */
export interface Estimate {
  score: number
  because: 'common' | 'own' | 'pattern' | 'date' | null
}

/** Estimates a password; `own` are words that those who know the person would try. */
export type Estimator = (password: string, own: readonly string[]) => Estimate

/** Characters that are looked at: the time it takes grows faster than a password does. */
const LOOKED_AT = 64

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

/** Makes the estimator. Its word lists are large: this module is for `import()`, where a new password is typed. */
export function createEstimator(): Estimator {
  const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })
  return (password, own) => {
    const { score, feedback } = estimator.check(password.slice(0, LOOKED_AT), [...own])
    return { score, because: REASONS[feedback.warning ?? ''] ?? null }
  }
}
