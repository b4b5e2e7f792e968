import { expect, it } from 'vitest'
import { addTotals, totalsLine, totalsOf } from './totals.ts'

const file = (status: string, ...tests: string[]): object => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
})
const counts = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }
const VITEST = { ...counts, testResults: [file('passed', 'passed')] }
const PLAYWRIGHT = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 2 }, errors: [] }

it.each<[what: string, report: unknown, exitCode: number | null, line: string]>([
  ['Vitest', VITEST, 0, '5 passed, 0 failed, 2 skipped'],
  ['a failed test', { ...VITEST, numFailedTests: 2 }, 1, '5 passed, 2 failed, 2 skipped'],
  [
    'a failed test and a file that cannot be loaded',
    { ...VITEST, numFailedTests: 1, testResults: [file('failed', 'failed'), file('failed')] },
    1,
    '5 passed, 2 failed, 2 skipped',
  ],
  ['an error beside the tests', VITEST, 1, '5 passed, 1 failed, 2 skipped'],
  ['a signal', VITEST, null, '5 passed, 1 failed, 2 skipped'],
  ['no test', { ...VITEST, numPassedTests: 0 }, 0, '0 passed, 1 failed, 2 skipped'],
  ['Playwright', PLAYWRIGHT, 0, '3 passed, 0 failed, 2 skipped'],
  [
    'a flaky test',
    { ...PLAYWRIGHT, stats: { ...PLAYWRIGHT.stats, unexpected: 2, flaky: 1 } },
    1,
    '3 passed, 3 failed, 2 skipped',
  ],
  ['an error of the set-up', { ...PLAYWRIGHT, errors: [{}] }, 1, '3 passed, 1 failed, 2 skipped'],
  ['a crash', null, 1, '0 passed, 1 failed, 0 skipped'],
  ['a crash that a signal ended', null, null, '0 passed, 1 failed, 0 skipped'],
  ['a report of another form', { tests: 7 }, 0, '0 passed, 1 failed, 0 skipped'],
])('%s is counted', (_what, report, exitCode, line) => {
  expect(totalsLine(totalsOf(report, exitCode))).toBe(line)
})

it('sums the totals of all runners', () => {
  const all = [totalsOf(VITEST, 0), totalsOf(PLAYWRIGHT, 0), totalsOf(null, 1)]
  expect(totalsLine(addTotals(all))).toBe('8 passed, 1 failed, 4 skipped')
  expect(totalsLine(addTotals([]))).toBe('0 passed, 0 failed, 0 skipped')
})
