import { expect } from '@playwright/test'
import { report } from '../report.ts'

/** Counts the attacks of a part and collects those that succeeded. */
export interface Tally {
  /** Records the result of an attack and the expected result. */
  attack(name: string, actual: unknown, stopped: unknown): void
  /** Ends a point of the checklist; fails its test when one of its attacks succeeded. */
  point(): void
  report(part: string): Promise<void>
}

/** A tally without attacks. */
export function createTally(): Tally {
  let attacks = 0
  let points = 0
  let ofPoint: string[] = []
  const violations: string[] = []
  return {
    attack(name, actual, stopped) {
      attacks++
      const [found, wanted] = [JSON.stringify(actual), JSON.stringify(stopped)]
      if (found !== wanted) ofPoint.push(`${name}: ${found}, not ${wanted}`)
    },
    point() {
      points++
      const found = ofPoint
      ofPoint = []
      violations.push(...found)
      expect(found).toEqual([])
    },
    report: (part) => report({ part, figures: { points, attacks }, violations }),
  }
}
